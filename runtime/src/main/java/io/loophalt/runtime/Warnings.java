package io.loophalt.runtime;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Warns a person, once for each subject. Thread-safe. */
final class Warnings {

  private final Log log;
  private final Set<String> warned = ConcurrentHashMap.newKeySet();

  Warnings(Log log) {
    this.log = log;
  }

  /** Says it unless something was said of the subject before. */
  void once(String subject, String message) {
    if (warned.add(subject)) {
      log.warn(message);
    }
  }
}
