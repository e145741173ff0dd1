package io.loophalt.runtime.safety;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Warns a person, once for each subject. Thread-safe. */
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
}
