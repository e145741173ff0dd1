package io.loophalt.runtime.request;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An answer that was given, and what is kept of the request that it answers. Immutable.
 *
 * @param steps that were taken in the run before
 * @param timesAsked how often its end stands in the text that it answers; {@link #NOT_ONE_TEXT}
 * @param end of the text that it answers; null if that is not one text, or says nothing
 * @param timesHeld how often the request that it answers held such an answer
 * @param size of that request, in messages
 * @param atEnd how many answers stood at its end
 * @param words of users that came last in it, as a digest; 0 if they are not known
 */
record Given(
    AnswerTrace trace,
    long steps,
    int timesAsked,
    @Nullable TextTail end,
    int timesHeld,
    int size,
    int atEnd,
    long words) {

  /** Of an answer to a request with messages of others: what it held is not counted. */
  private static final int NOT_ONE_TEXT = -1;

  /**
   * An answer.
   *
   * @param asked the text that it answers; null if the request has messages of others
   * @param held the answers in the request
   */
  static Given to(
      @Nullable String asked,
      List<AnswerTrace> held,
      int size,
      int atEnd,
      long words,
      AnswerTrace answer,
      long steps) {
    TextTail tail = answer.tail();
    int times = timesIn(held, answer);
    if (asked == null || tail == null) {
      return new Given(answer, steps, NOT_ONE_TEXT, null, times, size, atEnd, words);
    }
    StringBuilder plain = PlainText.of(asked);
    TextTail end = plain.isEmpty() ? null : TextTail.ofAny(plain);
    return new Given(answer, steps, tail.timesIn(plain), end, times, size, atEnd, words);
  }

  /** The same answer once more, as it is told by another call that the request went through. */
  Given toldAgain(AnswerTrace answer, long stepsBefore) {
    return new Given(answer, stepsBefore, timesAsked, end, timesHeld, size, atEnd, words);
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

  /**
   * Whether a request holds the answer, and not only one that is the same, as prompts do that show
   * a model by examples what to answer. What stands behind it are results, or it follows on the
   * same words of users as the answer did, or the request has grown. Where that cannot be counted,
   * because programs keep the latest messages alone, the words of users tell.
   */
  boolean isHeldBy(ReadRequest request) {
    if (trace.id() != null && trace.id().equals(request.answerBefore())) {
      return true;
    }
    List<AnswerTrace> answers = request.answers();
    int place = 0;
    while (place < answers.size() && !answers.get(place).is(trace)) {
      place++;
    }
    if (place == answers.size()) {
      return false;
    }
    long before = request.userBefore(place);
    int latest = request.answersAtEnd() > 0 ? 1 : 0;
    boolean nobodySpoke = place < latest || (place == latest && request.userSince().isEmpty());
    if (nobodySpoke || before == 0 || words == 0 || before == words) {
      return true;
    }
    boolean isGrown = request.size() > size;
    if (trace.asksForNoCall() && !isGrown) {
      return false;
    }
    return (isGrown && request.isCut()) || timesIn(answers, trace) > timesHeld;
  }

  /** Whether it stands at the end of a request, with nothing behind it. */
  boolean isAtEndOf(ReadRequest request) {
    AnswerTrace ending = request.endingAnswer();
    return ending != null && ending.is(trace);
  }

  /** Those of the answers that are the same as one. */
  static List<AnswerTrace> alike(List<AnswerTrace> answers, AnswerTrace answer) {
    return answers.isEmpty() ? answers : answers.stream().filter(it -> it.is(answer)).toList();
  }

  private static int timesIn(List<AnswerTrace> answers, AnswerTrace answer) {
    int times = 0;
    for (AnswerTrace each : answers) {
      times += each.is(answer) ? 1 : 0;
    }
    return times;
  }
}
