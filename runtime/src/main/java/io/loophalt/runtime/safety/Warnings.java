package io.loophalt.runtime.safety;

import io.loophalt.core.failure.ThreadStop;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Warns a person, or gives a hint, once for each subject. Thread-safe. */
public final class Warnings {

  private final Log log;
  private final Set<String> warned = ConcurrentHashMap.newKeySet();

  public Warnings(Log log) {
    this.log = log;
  }

  /** Says it unless something was said of the subject before. */
  public void once(String subject, String message) {
    if (warned.add(subject)) {
      log.warn(message);
    }
  }

  /** As {@link #once}, where nothing is wrong that a person would have to act on. */
  public void hintOnce(String subject, String message) {
    if (warned.add(subject)) {
      log.info(message);
    }
  }

  /**
   * A thread of the agent's own does one piece of its work, and goes on whatever is thrown: nobody
   * would begin it again. That is said once.
   */
  public void goingOn(Runnable work) {
    try {
      work.run();
    } catch (Throwable broken) {
      ThreadStop.passOn(broken);
      String thread = Thread.currentThread().getName();
      once("thread " + thread, "an internal error of " + thread + ", which goes on: " + broken);
    }
  }
}
