package io.loophalt.runtime.request;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An answer that was given, and what is kept of the request that it answers. Immutable.
 *
 * @param steps that were taken in the run before
 * @param timesAsked how often its end stands in the text that it answers; {@link #NOT_ONE_TEXT}
 * @param end of the text that it answers; null if that is not one text, or says nothing
 * @param head of that text; null if that is not one text, or says too little
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
    @Nullable TextHead head,
    int timesHeld,
    int size,
    int atEnd,
    long words) {

  /** Of an answer to a request with messages of others: what it held is not counted. */
  private static final int NOT_ONE_TEXT = -1;

  /** So many messages fewer than before are those that a memory with a bound has dropped. */
  private static final int MOST_DROPPED = 2;

  /** Fewer messages are not made into a summary. */
  private static final int FEWEST_MADE_SHORTER = 12;

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
      return new Given(answer, steps, NOT_ONE_TEXT, null, null, times, size, atEnd, words);
    }
    StringBuilder plain = PlainText.of(asked);
    TextTail end = plain.isEmpty() ? null : TextTail.ofAny(plain);
    TextHead head = TextHead.of(plain);
    return new Given(answer, steps, tail.timesIn(plain), end, head, times, size, atEnd, words);
  }

  /** The same answer once more, as it is told by another call that the request went through. */
  Given toldAgain(AnswerTrace answer, long stepsBefore) {
    return new Given(answer, stepsBefore, timesAsked, end, head, timesHeld, size, atEnd, words);
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
   * How many characters of the end of the text that was answered are missing in a transcript, see
   * {@link TextHead#missing}.
   */
  int missingIn(ReadRequest request) {
    TextHead begun = head;
    return begun == null ? TextHead.NOT_IN_IT : begun.missing(request.heads());
  }

  /**
   * Whether a request holds the answer, and not only one that is the same, as prompts do that show
   * a model by examples what to answer, and as other conversations do where the same is called.
   *
   * <p>What stands behind it are results, or it follows on the same words of users as the answer
   * did, or the request has grown. Where that cannot be counted, because programs keep the latest
   * messages alone, the words of users tell. Other words than those that were answered are another
   * conversation's, unless an id or a long text says that the answer is this one, or the program is
   * near, and may have written them anew.
   *
   * @param isNear whether the request is sent where the run works, and the run goes on
   */
  boolean isHeldBy(ReadRequest request, boolean isNear) {
    if (trace.id() != null && trace.id().equals(request.answerBefore())) {
      return true;
    }
    List<AnswerTrace> answers = request.answers();
    int place = placeIn(answers);
    if (place == answers.size()) {
      return false;
    }
    boolean isSure = trace.isSurely(answers.get(place)) || trace.isLong();
    long before = request.userBefore(place);
    if (before == 0 || words == 0 || before == words) {
      return isSure || isNear || request.size() >= size - MOST_DROPPED;
    }
    if (nobodySpokeSince(request, place)) {
      return isSure || (isNear && isWrittenAnew(request, place));
    }
    boolean isGrown = request.size() > size;
    if ((!isSure && !isNear) || (trace.asksForNoCall() && !isGrown)) {
      return false;
    }
    return (isGrown && request.isCut()) || timesIn(answers, trace) > timesHeld;
  }

  /**
   * Whether a request goes back to the answer, which is not the run's last one: what came since was
   * asked aside, or was dropped and is asked for again. It has the answer as its latest.
   *
   * @param isNear as in {@link #isHeldBy}
   */
  boolean isReturnedToBy(ReadRequest request, boolean isNear) {
    List<AnswerTrace> answers = request.answers();
    int place = placeIn(answers);
    if (place == answers.size() || place > latestIn(request)) {
      return false;
    }
    if (trace.isSurely(answers.get(place))) {
      return true;
    }
    boolean isTelling =
        !trace.asksForNoCall() || trace.isLong() || nobodySpokeSince(request, place);
    long before = request.userBefore(place);
    boolean isSaid = before == 0 ? words == 0 || request.isCut() : before == words;
    return isNear && isTelling && isSaid && request.size() > size;
  }

  private int placeIn(List<AnswerTrace> answers) {
    int place = 0;
    while (place < answers.size() && !answers.get(place).is(trace)) {
      place++;
    }
    return place;
  }

  /** The place of the latest answer: one at the end may be the beginning of the next. */
  private static int latestIn(ReadRequest request) {
    return request.answersAtEnd() > 0 ? 1 : 0;
  }

  private static boolean nobodySpokeSince(ReadRequest request, int place) {
    int latest = latestIn(request);
    return place < latest || (place == latest && request.userSince().isEmpty());
  }

  /** Whether it goes on with nothing but other words, or has a summary in place of the rest. */
  private boolean isWrittenAnew(ReadRequest request, int place) {
    return request.size() == size + request.fromAnswer(place)
        || (size >= FEWEST_MADE_SHORTER && request.size() < size);
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
