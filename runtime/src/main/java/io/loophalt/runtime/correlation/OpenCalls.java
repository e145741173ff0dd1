package io.loophalt.runtime.correlation;

import io.loophalt.runtime.request.AnswerTrace;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The tool calls of one run that its model has asked for and whose results it has not been sent
 * yet. Thread-safe.
 */
public final class OpenCalls {

  /** Of more, the oldest are forgotten: nobody answers them any more. */
  private static final int MOST = 256;

  /** Of longer arguments in all, only the calls of the last answer are kept. */
  private static final int MOST_CHARACTERS = 1 << 16;

  /**
   * A call that the model has asked for.
   *
   * @param arguments as the model wrote them
   * @param askedMillis when, since the run began
   * @param choice in which of several answers, of which the application takes one
   */
  public record Asked(String tool, String arguments, long askedMillis, int choice) {

    /** In the only answer, or the first one. */
    public Asked(String tool, String arguments, long askedMillis) {
      this(tool, arguments, askedMillis, 0);
    }
  }

  /** No call of a tool waits for its result. */
  static final int NOT_OPEN = -1;

  /** Longer arguments are kept only while nobody else needs their memory. */
  private static final int MOST_KEPT_CHARACTERS = 4_096;

  /**
   * One that nobody has answered yet, and perhaps never will, as where an answer is asked for in
   * the form of a call. Of the latest answer it is kept if it is not too long, else softly.
   */
  private static final class Held {

    /** How often it was made where only the thread tells of which run it is. */
    int made;

    final String tool;
    final int choice;
    final int characters;
    private final SoftReference<Asked> softly;
    private @Nullable Asked kept;

    Held(Asked call) {
      this.tool = call.tool();
      this.choice = call.choice();
      this.characters = call.arguments().length();
      this.softly = new SoftReference<>(call);
      this.kept = characters <= MOST_KEPT_CHARACTERS ? call : null;
    }

    @Nullable Asked asked() {
      Asked known = kept;
      return known == null ? softly.get() : known;
    }

    /** Another answer has come. */
    void letGo() {
      kept = null;
    }
  }

  private final Map<String, Held> byId = new LinkedHashMap<>();

  /** A step of the run was seen where it happens. */
  private boolean anySeen;

  /** Tools whose calls only the requests have told of. */
  private final Set<String> unseen = new HashSet<>();

  /** The message whose results were taken last. */
  private WeakReference<@Nullable Object> taken = new WeakReference<>(null);

  /** Steps since the last answer whose tool has another name than any call that is open. */
  private int strangers;

  /** The model has answered. */
  synchronized void ask(Map<String, Asked> calls) {
    strangers = 0;
    byId.values().forEach(Held::letGo);
    calls.forEach((id, call) -> byId.put(id, new Held(call)));
    long characters = 0;
    for (Held each : byId.values()) {
      characters += each.characters;
    }
    Iterator<Map.Entry<String, Held>> oldest = byId.entrySet().iterator();
    while (byId.size() > MOST || (characters > MOST_CHARACTERS && oldest.hasNext())) {
      Map.Entry<String, Held> next = oldest.next();
      if (byId.size() > MOST || !calls.containsKey(next.getKey())) {
        characters -= next.getValue().characters;
        oldest.remove();
      }
    }
  }

  /** See {@link RunCorrelator#stepSeen}. */
  synchronized void stepSeen(String tool) {
    anySeen = true;
    int next = 0; // of several answers one is taken, and each may ask for the call
    Iterator<Held> open = byId.values().iterator();
    while (open.hasNext()) {
      Held each = open.next();
      if (plain(each.tool).equals(plain(tool)) && (next == 0 || each.choice >= next)) {
        open.remove();
        next = each.choice + 1;
      }
    }
    strangers += next == 0 ? 1 : 0;
  }

  /**
   * How often a call of a tool was {@linkplain #make made}: of those that are open the one that was
   * made least.
   *
   * @param plain the tool's name, {@linkplain #plain made plain}
   * @return {@link #NOT_OPEN} if none is
   */
  synchronized int timesMade(String plain) {
    Held least = leastMade(plain);
    return least == null ? NOT_OPEN : least.made;
  }

  /**
   * A tool is called where nothing tells of which run that is, and is taken for one of these calls.
   * What comes of it stands in a request of this run, and is judged then.
   */
  synchronized void make(String plain) {
    Held least = leastMade(plain);
    if (least != null) {
      least.made++;
    }
  }

  private @Nullable Held leastMade(String plain) {
    Held least = null;
    for (Held each : byId.values()) {
      if (plain(each.tool).equals(plain) && (least == null || each.made < least.made)) {
        least = each;
      }
    }
    return least;
  }

  /** Whether calls of a tool are seen where they happen, as far as the run tells. */
  public synchronized boolean sees(String tool) {
    return anySeen && !unseen.contains(tool);
  }

  /** Whether a request has told of a call that nobody saw where it happened. */
  public synchronized boolean anyUnseen() {
    return !unseen.isEmpty();
  }

  /**
   * Takes the calls that these results answer. Who sends the same message once more has called
   * nothing: without ids its results would answer the calls of an answer that was dropped.
   *
   * @param message with the last of the results; null if it is not known
   * @return one for each result; null where it answers none, or one whose step was seen
   */
  public synchronized List<@Nullable Asked> answered(List<String> ids, @Nullable Object message) {
    if (message != null && message == taken.get()) {
      return Collections.nCopies(ids.size(), null);
    }
    taken = new WeakReference<>(message);
    List<@Nullable Asked> calls = new ArrayList<>(ids.size());
    for (String id : ids) {
      Held held = byId.remove(id);
      Asked call = held == null ? null : held.asked();
      if (call != null && strangers > 0) {
        // A tool method may have any name: it is one of these calls all the same.
        strangers--;
        call = null;
      }
      if (call != null && unseen.size() < MOST) {
        unseen.add(call.tool());
      }
      calls.add(call);
    }
    return calls;
  }

  /** {@code writeFile} and {@code write_file} are one tool. */
  static String plain(String tool) {
    return AnswerTrace.plain(tool);
  }
}
