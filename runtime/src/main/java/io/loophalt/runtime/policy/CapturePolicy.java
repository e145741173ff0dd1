package io.loophalt.runtime.policy;

import java.util.List;

/**
 * What of tool calls is recorded beside digests: the arguments.
 *
 * @param maxBytes size of the text in UTF-8 beyond which it is cut, above 0
 * @param redact regular expressions of what is left out beside what looks like a secret
 */
public record CapturePolicy(int maxBytes, List<String> redact) {

  /** Copies the list. */
  public CapturePolicy {
    redact = List.copyOf(redact);
  }
}
