package io.loophalt.runtime.request;

import org.jspecify.annotations.Nullable;

/**
 * An answer that was given, and what is kept of the request that it answers. Immutable.
 *
 * @param steps that were taken in the run before
 * @param timesAsked how often its end stands in the text that it answers; {@link #NOT_ONE_TEXT}
 * @param end of the text that it answers; null if that is not one text, or says nothing
 */
record Given(AnswerTrace trace, long steps, int timesAsked, @Nullable TextTail end) {

  /** Of an answer to a request with messages of others: what it held is not counted. */
  private static final int NOT_ONE_TEXT = -1;

  static Given to(@Nullable String asked, AnswerTrace answer, long steps) {
    TextTail tail = answer.tail();
    if (asked == null || tail == null) {
      return new Given(answer, steps, NOT_ONE_TEXT, null);
    }
    StringBuilder plain = PlainText.of(asked);
    TextTail end = plain.isEmpty() ? null : TextTail.ofAny(plain);
    return new Given(answer, steps, tail.timesIn(plain), end);
  }

  /** The same answer, told by another call that the request went through. */
  Given toldAgain(AnswerTrace answer, long stepsBefore) {
    return new Given(answer, stepsBefore, timesAsked, end);
  }

  /** Whether it is the same answer, told by another call that the request went through. */
  boolean isToldAgain(AnswerTrace answer) {
    return answer.tail() != null && answer.tail().equals(trace.tail());
  }

  /**
   * Whether a text has grown out of the one that was answered: the answer stands in it more often,
   * or behind the end of that text where earlier turns are left out. A prompt that names the
   * answers it allows, or shows them in examples, has held them before.
   */
  boolean isGrownInto(String plain, TextTail tail, int tailEnd) {
    if (timesAsked == NOT_ONE_TEXT) {
      return false;
    }
    return tail.timesIn(plain) > timesAsked
        || (end != null
            && end.isTelling()
            && end.endIn(plain.substring(0, tailEnd - tail.length())) >= 0);
  }

  /** Where the answer begins in a text in which it ends; of one that is cut, where its end does. */
  int startIn(String plain, int answerEnd) {
    int start = answerEnd - trace.length();
    boolean isWhole =
        start >= 0 && PlainText.digest(plain.substring(start, answerEnd)) == trace.text();
    TextTail tail = trace.tail();
    return isWhole || tail == null ? Math.max(0, start) : answerEnd - tail.length();
  }

  /** Whether what stands before the answer goes on with the text that was answered. */
  boolean isGoneOnWithBy(String before) {
    TextTail asked = end;
    if (asked == null) {
      return false;
    }
    return asked.isTelling()
        ? asked.endIn(before) >= 0
        : asked.endIn(before.substring(0, Math.min(asked.length(), before.length()))) >= 0;
  }
}
