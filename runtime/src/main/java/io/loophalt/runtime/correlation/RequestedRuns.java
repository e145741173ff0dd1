package io.loophalt.runtime.correlation;

import io.loophalt.core.fingerprint.TextDigest;
import io.loophalt.runtime.request.AnswerTrace;
import io.loophalt.runtime.request.ReadRequest;
import io.loophalt.runtime.request.RunTalk;
import io.loophalt.runtime.request.TextTail;
import io.loophalt.runtime.runs.LiveRun;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The runs that requests have drawn, by the last answer of each, so that a request finds the one
 * that it goes on with on whatever thread it is sent.
 *
 * <p>Bounded: of more than {@value #MOST} the one that was answered longest ago is forgotten, and
 * its next request begins a run. Up to 1 kB each. Thread-safe; looking takes the few answers that
 * the request holds, and of a transcript its last characters, not the number of runs.
 */
final class RequestedRuns {

  private static final int MOST = 4_096;

  /** Fewer are not looked through for those that are over. */
  private static final int FEWEST = 64;

  /** Of so many runs with one and the same last answer, others are not looked at. */
  private static final int MOST_ALIKE = 256;

  // What a key is made of, so that a text is never taken for a call.
  private static final long IDS = 1;
  private static final long CALLS = 2;
  private static final long TEXT = 3;
  private static final long TAIL = 4;
  private static final long ANSWER_ID = 5;
  private static final long CONVERSATION = 6;
  private static final long HEAD = 7;

  private final Map<LiveRun, Keys> runs = new LinkedHashMap<>();
  private final Map<Long, Deque<LiveRun>> byKey = new HashMap<>();

  /** By the ids of calls in earlier answers, each of which tells its run. */
  private final Map<Long, LiveRun> byEarlier = new HashMap<>();

  private boolean anyLongTail;
  private volatile boolean anyHead;

  /** Those that are over are forgotten when there are so many: they are no more than the others. */
  private int sweepsAt = FEWEST;

  /** A run has its answer; it is found by this one from now on, and less so by those before. */
  synchronized void answered(LiveRun live, AnswerTrace answer) {
    Keys before = forget(live);
    Keys found = new Keys(answer.ids());
    if (before != null) {
      found.follow(before);
      found.earlier.forEach(ids -> ids.forEach(id -> byEarlier.put(id, live)));
    }
    remember(live, found, keysOf(live, answer));
    if (runs.size() > sweepsAt) {
      List<LiveRun> closed = runs.keySet().stream().filter(LiveRun::isClosed).toList();
      closed.forEach(this::forget);
      sweepsAt = Math.max(FEWEST, 2 * runs.size());
    }
    if (runs.size() > MOST) {
      forget(runs.keySet().iterator().next());
    }
  }

  private List<Long> keysOf(LiveRun live, AnswerTrace answer) {
    List<Long> keys = new ArrayList<>(4);
    addAnswer(keys, answer);
    TextTail tail = answer.tail();
    if (tail != null) {
      if (tail.isLong()) {
        add(keys, TAIL, tail.hash());
        anyLongTail = true;
      }
      for (long head : live.talk().headsAnswered()) {
        add(keys, HEAD, head);
        anyHead = true;
      }
    }
    addText(keys, ANSWER_ID, answer.id());
    addText(keys, CONVERSATION, live.talk().conversation());
    return keys;
  }

  private void remember(LiveRun live, Keys known, List<Long> keys) {
    for (Long key : keys) {
      if (!known.keys.contains(key)) {
        known.keys.add(key);
        byKey.computeIfAbsent(key, first -> new ArrayDeque<>(1)).addFirst(live);
      }
    }
    runs.put(live, known);
  }

  /** How many are remembered. */
  synchronized int size() {
    return runs.size();
  }

  /** A run that was answered is found by the answer before, too, until it is answered again. */
  synchronized void answeredBefore(LiveRun live, AnswerTrace before) {
    Keys known = runs.get(live);
    if (known != null) {
      remember(live, known, keysOf(live, before));
    }
  }

  private static void addAnswer(List<Long> keys, AnswerTrace answer) {
    answer.ids().forEach(id -> add(keys, IDS, id));
    answer.counted().forEach(id -> add(keys, IDS, id));
    add(keys, CALLS, answer.calls());
    add(keys, TEXT, answer.text());
  }

  private static void add(List<Long> keys, long kind, long digest) {
    if (digest != 0) {
      keys.add(TextDigest.combine(kind, digest));
    }
  }

  private static void addText(List<Long> keys, long kind, @Nullable String id) {
    if (id != null) {
      keys.add(TextDigest.combine(kind, TextDigest.of(id)));
    }
  }

  private @Nullable Keys forget(LiveRun live) {
    Keys known = runs.remove(live);
    if (known == null) {
      return null;
    }
    for (Long key : known.keys) {
      Deque<LiveRun> alike = byKey.get(key);
      if (alike != null && alike.remove(live) && alike.isEmpty()) {
        byKey.remove(key);
      }
    }
    known.earlier.forEach(ids -> ids.forEach(id -> byEarlier.remove(id, live)));
    return known;
  }

  /** The run that a request goes on with; null if it holds no run's last answer. */
  @Nullable LiveRun find(ReadRequest request, long nowNanos, long gapNanos) {
    if (anyHead) {
      request.readHeads(); // A text may be long, and others wait below.
    }
    return findKnown(request, nowNanos, gapNanos);
  }

  private synchronized @Nullable LiveRun findKnown(
      ReadRequest request, long nowNanos, long gapNanos) {
    List<Long> wanted = new ArrayList<>(8);
    addText(wanted, ANSWER_ID, request.answerBefore());
    addText(wanted, CONVERSATION, request.conversation());
    for (AnswerTrace each : request.answers()) {
      addAnswer(wanted, each);
    }
    boolean isText = wanted.isEmpty();
    if (isText && anyHead) {
      request.eachHead(
          hash -> {
            long key = TextDigest.combine(HEAD, hash);
            if (byKey.containsKey(key)) {
              wanted.add(key);
            }
          });
    }
    if (isText && anyLongTail) {
      request.holdsAnyTail(
          hash -> {
            long key = TextDigest.combine(TAIL, hash);
            return byKey.containsKey(key) && wanted.add(key);
          });
    }
    LiveRun best = null;
    int distance = Integer.MAX_VALUE;
    for (Long key : wanted) {
      Deque<LiveRun> alike = byKey.getOrDefault(key, new ArrayDeque<>());
      int looked = 0;
      for (Iterator<LiveRun> each = alike.iterator(); each.hasNext() && looked < MOST_ALIKE; ) {
        LiveRun live = each.next();
        looked++;
        if (isUsable(live, nowNanos, gapNanos)
            && live.talk().distance(request) < distance
            && live.talk().isGoneOnWithBy(request, false)) {
          best = live;
          distance = live.talk().distance(request);
        }
      }
    }
    return best;
  }

  /**
   * The run that a request goes back to, to one of the answers before its last one; null if it
   * holds none that is known by the id of a call. Not one whose model is asked at this moment: what
   * goes on from one answer at the same time are several conversations.
   */
  synchronized @Nullable LiveRun findEarlier(ReadRequest request, long nowNanos, long gapNanos) {
    for (AnswerTrace each : request.answers()) {
      for (Long id : each.ids()) {
        LiveRun live = byEarlier.get(id);
        if (live != null
            && isUsable(live, nowNanos, gapNanos)
            && !live.talk().awaitsAnswer()
            && live.talk().isReturnedToBy(request, false)) {
          return live;
        }
      }
    }
    return null;
  }

  /** Whether a run may go on. */
  static boolean isUsable(LiveRun live, long nowNanos, long gapNanos) {
    return !live.isClosed() && !live.isSilent(nowNanos, gapNanos);
  }

  /** What a run is found by. */
  private static final class Keys {

    private final List<Long> keys = new ArrayList<>(4);

    /** Of the calls of its last answer. */
    private final List<Long> ids;

    /** Of those of answers before, the latest first. */
    private final Deque<List<Long>> earlier = new ArrayDeque<>(1);

    Keys(List<Long> ids) {
      this.ids = ids;
    }

    void follow(Keys before) {
      earlier.addAll(before.earlier);
      if (!before.ids.isEmpty() && !before.ids.equals(ids)) {
        earlier.addFirst(before.ids);
      }
      if (earlier.size() > RunTalk.MOST_EARLIER) {
        earlier.removeLast();
      }
    }
  }
}
