package io.loophalt.runtime.correlation;

import io.loophalt.runtime.request.AnswerTrace;
import io.loophalt.runtime.request.ReadRequest;
import io.loophalt.runtime.runs.LiveRun;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Streamed answers of which all has come and whose end nobody has told yet. Their user may never
 * tell it: who reads as far as the reason to finish has the answer, and goes on with it.
 *
 * <p>Bounded: of more than {@value #MOST} the oldest is forgotten, and a run keeps its latest one
 * alone. Thread-safe; asked where there are none, it reads one field.
 */
public final class UnendedAnswers {

  private static final int MOST = 256;

  /** One of them. */
  public interface Unended {

    /** The run it belongs to. */
    LiveRun run();

    /** The thread that has drawn its last piece; null if pieces come by themselves. */
    @Nullable Thread reader();

    /** What a request would be known by that holds it. */
    AnswerTrace trace();

    /** All of it has come; what its end is, is told yet. */
    void isThere();

    /** All of it has come, and nobody reads any further. */
    void isLeft();
  }

  private final List<WeakReference<Unended>> all = new ArrayList<>(4);
  private volatile int size;

  /** An answer has come as a whole. */
  synchronized void add(Unended answer) {
    all.removeIf(each -> each.refersTo(null) || each.refersTo(answer));
    if (all.size() == MOST) {
      all.remove(0);
    }
    all.add(new WeakReference<>(answer));
    answer.run().keep(answer);
    size = all.size();
  }

  /** More of it comes, or its end was told. */
  synchronized void remove(Unended answer) {
    all.removeIf(each -> each.refersTo(answer));
    answer.run().letGo(answer);
    size = all.size();
  }

  /**
   * A model is about to be called: the calling thread has left what it was reading, and an answer
   * that the request holds has been read elsewhere.
   *
   * @param request null if it is not seen
   */
  void beforeRequest(@Nullable ReadRequest request) {
    if (size == 0) {
      return;
    }
    for (Unended each : those(answer -> answer.reader() == Thread.currentThread())) {
      each.isLeft();
    }
    if (request == null || size == 0) {
      return;
    }
    for (Unended each : those(answer -> isIn(request, answer.trace()))) {
      each.isThere();
    }
  }

  /** A tool of a run is being called, which an answer has asked for. */
  void beforeStep(LiveRun live) {
    if (size != 0) {
      those(answer -> answer.run() == live).forEach(Unended::isThere);
    }
  }

  private synchronized List<Unended> those(Predicate<Unended> wanted) {
    List<Unended> found = new ArrayList<>(1);
    for (WeakReference<Unended> each : all) {
      Unended answer = each.get();
      if (answer != null && wanted.test(answer)) {
        found.add(answer);
      }
    }
    return found;
  }

  /** An id of a call tells enough; without one, all that it asks for, or says. */
  private static boolean isIn(ReadRequest request, AnswerTrace answer) {
    for (AnswerTrace each : request.answers()) {
      boolean named = !each.ids().isEmpty() && !answer.ids().isEmpty();
      boolean is =
          named
              ? each.ids().stream().anyMatch(answer.ids()::contains)
              : each.calls() == answer.calls() && each.text() == answer.text();
      if (is) {
        return true;
      }
    }
    return false;
  }
}
