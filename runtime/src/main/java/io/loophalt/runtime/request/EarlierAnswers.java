package io.loophalt.runtime.request;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The answers of a run before its last one, to which requests go back where what came since was
 * asked aside, or was dropped. Not thread-safe.
 */
final class EarlierAnswers {

  private final Deque<Given> kept = new ArrayDeque<>(RunTalk.MOST_EARLIER);

  /** Another answer has come than this one. */
  void keep(Given before) {
    if (kept.size() == RunTalk.MOST_EARLIER) {
      kept.removeLast();
    }
    kept.addFirst(before);
  }

  /** Whether a request goes back to one of them, see {@link RunTalk#isReturnedToBy}. */
  boolean anyReturnedToBy(ReadRequest request, boolean isNear) {
    return kept.stream().anyMatch(each -> each.isReturnedToBy(request, isNear));
  }
}
