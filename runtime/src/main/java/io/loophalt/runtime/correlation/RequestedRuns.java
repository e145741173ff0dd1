package io.loophalt.runtime.correlation;

import io.loophalt.core.fingerprint.TextDigest;
import io.loophalt.runtime.request.AnswerTrace;
import io.loophalt.runtime.request.ReadRequest;
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
 * its next request begins a run. Some 500 bytes each. Thread-safe; looking takes the few answers
 * that the request holds, not the number of runs.
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

  private final Map<LiveRun, List<Long>> keys = new LinkedHashMap<>();
  private final Map<Long, Deque<LiveRun>> byKey = new HashMap<>();
  private boolean anyLongTail;

  /** Those that are over are forgotten when there are so many: they are no more than the others. */
  private int sweepsAt = FEWEST;

  /** A run has its answer; it is found by this one from now on. */
  synchronized void answered(LiveRun live, AnswerTrace answer) {
    forget(live);
    List<Long> found = new ArrayList<>(4);
    answer.ids().forEach(id -> add(found, IDS, id));
    add(found, CALLS, answer.calls());
    add(found, TEXT, answer.text());
    TextTail tail = answer.tail();
    if (tail != null && tail.isLong()) {
      add(found, TAIL, tail.hash());
      anyLongTail = true;
    }
    addText(found, ANSWER_ID, answer.id());
    addText(found, CONVERSATION, live.talk().conversation());
    for (Long key : found) {
      byKey.computeIfAbsent(key, first -> new ArrayDeque<>(1)).addFirst(live);
    }
    keys.put(live, found);
    if (keys.size() > sweepsAt) {
      List<LiveRun> closed = keys.keySet().stream().filter(LiveRun::isClosed).toList();
      closed.forEach(this::forget);
      sweepsAt = Math.max(FEWEST, 2 * keys.size());
    }
    if (keys.size() > MOST) {
      forget(keys.keySet().iterator().next());
    }
  }

  /** How many are remembered. */
  synchronized int size() {
    return keys.size();
  }

  /** A run that was answered is found by the answer before, too, until it is answered again. */
  synchronized void answeredBefore(LiveRun live, AnswerTrace before) {
    List<Long> latest = keys.get(live);
    if (latest == null) {
      return;
    }
    answered(live, before);
    List<Long> found = keys.get(live);
    if (found == null) {
      return;
    }
    for (Long key : latest) {
      if (!found.contains(key)) {
        found.add(key);
        byKey.computeIfAbsent(key, first -> new ArrayDeque<>(1)).addFirst(live);
      }
    }
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

  private void forget(LiveRun live) {
    List<Long> known = keys.remove(live);
    if (known == null) {
      return;
    }
    for (Long key : known) {
      Deque<LiveRun> alike = byKey.get(key);
      if (alike != null && alike.remove(live) && alike.isEmpty()) {
        byKey.remove(key);
      }
    }
  }

  /** The run that a request goes on with; null if it holds no run's last answer. */
  synchronized @Nullable LiveRun find(ReadRequest request, long nowNanos, long gapNanos) {
    List<Long> wanted = new ArrayList<>(8);
    addText(wanted, ANSWER_ID, request.answerBefore());
    addText(wanted, CONVERSATION, request.conversation());
    for (AnswerTrace each : request.answers()) {
      each.ids().forEach(id -> add(wanted, IDS, id));
      add(wanted, CALLS, each.calls());
      add(wanted, TEXT, each.text());
    }
    if (wanted.isEmpty() && anyLongTail) {
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
            && live.talk().isGoneOnWithBy(request)) {
          best = live;
          distance = live.talk().distance(request);
        }
      }
    }
    return best;
  }

  /** Whether a run may go on. */
  static boolean isUsable(LiveRun live, long nowNanos, long gapNanos) {
    return !live.isClosed() && !live.isSilent(nowNanos, gapNanos);
  }
}
