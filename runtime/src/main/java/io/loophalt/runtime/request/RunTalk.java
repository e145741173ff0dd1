package io.loophalt.runtime.request;

import io.loophalt.core.detect.Turn.Prompt;
import io.loophalt.core.detect.UserWords;
import io.loophalt.core.text.UserText;
import io.loophalt.extension.ChatMessage;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was said in one run, as far as later requests are compared with it: the last answer, and the
 * words of its users. Digests, and the provider's ids; some 200 bytes, 100 for each of a few
 * answers before the last one, and 8 for each message of a user, up to 1 kB, and as much again
 * where instructions differ. The one text of a request is held until it is answered. Thread-safe.
 */
public final class RunTalk {

  /**
   * So many answers before the last one are known. Who goes back to one more often asks for many
   * samples, or goes on from there in many ways: these are runs of their own.
   */
  public static final int MOST_EARLIER = 4;

  private final UserWords heard = new UserWords();
  private final Instructions instructed = new Instructions();
  private final Asides asides = new Asides();
  private Prompt next = Prompt.UNSEEN;
  private boolean seen;
  private boolean told;
  private @Nullable Given last;
  private @Nullable String conversation;

  /** The only text of the request that is under way, until it is answered; null if it has more. */
  private @Nullable String asked;

  /** The answers in that request, if they were read; once it is answered, those like its answer. */
  private List<AnswerTrace> heldThen = List.of();

  /** What a user says last in it, as a digest; 0 if nobody looked. */
  private long wordsThen;

  /** What users say first in it, if that is all of them; 0 if it is not, or nobody looked. */
  private long firstWordsThen;

  /** How many runs in a row were begun by such a request with the same first words. */
  private int alikeInARow = 1;

  /** Whether requests of the run are compared with answers. */
  private boolean compared;

  /** The answer before the last one, until another request is sent. */
  private @Nullable Given beforeLast;

  private boolean hasBefore;

  /** Those before the last one; null until there are any. */
  private @Nullable EarlierAnswers earlier;

  /** The message with the last result in the latest request: once answered it is no news. */
  private WeakReference<@Nullable Object> result = new WeakReference<>(null);

  /**
   * A later answer than the last one, in whose place the halt was thrown; null if there is none.
   */
  private @Nullable Given lost;

  private boolean awaitsAnswer;
  private boolean answeredInside;
  private int sizeOfRequest;
  private int answersAtEnd;
  private long latestWords;

  /** Whether users say in the latest request what the run has not heard before. */
  private boolean saysNew;

  /** Whether it may be a person who says what was said last. */
  private boolean byPerson;

  /** Whether a step was refused since the latest answer: it does not count, but has a result. */
  private boolean stepRefused;

  /**
   * Whether the method is known in which a conversation is entered for each message of a person.
   */
  private boolean hasEntries;

  private boolean enteredHalted;

  /** How many steps the run had when a method was left that brings a message to it; else -1. */
  private long stepsWhenLeft = -1;

  /**
   * Whether such a method was entered since, and the one before was left with the results of tools
   * that its latest answer had asked for.
   */
  private boolean enteredAnew;

  /** The latest answer in the latest request; null if there is none, or nobody looked. */
  private @Nullable AnswerTrace held;

  /** What users say in the latest request, or what stands behind the latest answer in it. */
  private long[] said = {};

  /** Whether the latest request is a transcript that holds the latest answer. */
  private boolean isTranscript;

  /** What the latest answer ends with that another process has had; null if that is not known. */
  private @Nullable TextTail elsewhere;

  /**
   * A request of the run is about to be sent.
   *
   * @param steps that were taken in the run so far
   * @return what is said in it
   */
  public synchronized Prompt hear(ReadRequest request, long steps) {
    boolean mayBeAside = !stepRefused && asides.mayBe(request, last(), conversation);
    Prompt prompt = promptOf(request, steps, mayBeAside && asides.anyAnswered());
    boolean isAside = mayBeAside && !isTranscript;
    asides.asked(isAside ? prompt : null);
    if (isAside) {
      said = new long[0];
      prompt = Prompt.RESULTS;
    }
    saysNew &= seen; // what came before the first request that is seen is not known
    seen = true;
    hasBefore = false;
    result = new WeakReference<>(request.lastResult());
    asked = request.transcript();
    held = request.latestAnswer();
    heldThen = request.knownAnswers();
    compared = request.isCompared();
    wordsThen = compared ? request.latestOfUser() : 0;
    firstWordsThen = compared ? firstWordsOf(request) : 0;
    answeredInside = false;
    next = next == Prompt.NEW ? next : prompt;
    awaitsAnswer = true;
    sizeOfRequest = request.size();
    answersAtEnd = request.answersAtEnd();
    if (request.conversation() != null) {
      conversation = request.conversation();
    }
    return prompt;
  }

  /**
   * What is said in a request.
   *
   * @param followsAside whether it is after another one that it may follow on tools
   */
  private Prompt promptOf(ReadRequest request, long steps, boolean followsAside) {
    boolean stepped = stepRefused || (last != null && steps != last.steps());
    int answerEnd = transcriptOf(request);
    isTranscript = answerEnd >= 0;
    saysNew = false;
    byPerson = false;
    said = new long[0];
    if (isTranscript) {
      // It is no person's message, though a person's words may stand at its end.
      long digest = saidBeside(request, answerEnd);
      said = digest == 0 ? said : new long[] {digest};
      boolean isNew = digest != 0 && heard.hear(digest);
      return isNew || stepped ? Prompt.RESULTS : digest == 0 ? Prompt.NONE : Prompt.REPEATED;
    }
    if (endsWithLast(request)) {
      return stepped ? Prompt.RESULTS : Prompt.NONE;
    }
    long[] digests = new long[Math.min(UserWords.MOST, request.userSince().size())];
    int count = 0;
    boolean spoke = false;
    boolean anyNew = false;
    for (ChatMessage each : request.userSince()) {
      long digest = ReadRequest.words(each);
      if (digest != 0) {
        boolean isNew = heard.hear(digest);
        spoke = true;
        anyNew |= isNew;
        if (!WordsOfHalts.isIn(each.text())) {
          latestWords = byPerson ? latestWords : digest; // the latest come first
          byPerson = true;
          saysNew |= isNew;
        }
        if (count < digests.length) {
          digests[count++] = digest;
        }
      }
    }
    said = Arrays.copyOf(digests, count);
    if (request.toolsSince() || (stepped && !followsAside)) {
      if (anyNew && isBehindWhatWasReturned()) {
        return Prompt.NEW;
      }
      byPerson &= mayFollowOnResults(request);
      boolean isAnswered = hasBefore && !stepped && request.lastResult() == result.get();
      return isAnswered && !anyNew ? Prompt.REPEATED : Prompt.RESULTS;
    }
    // The same words about something else, which no person has said.
    boolean isAboutElse = instructed.hear(count == 0 ? 0 : digests[0], request.instructions());
    if (anyNew) {
      return Prompt.NEW;
    }
    return isAboutElse ? Prompt.RESULTS : spoke ? Prompt.REPEATED : Prompt.NONE;
  }

  /**
   * Whether a request ends with the last answer, and not with the beginning of one that the model
   * is to go on with. It may be written anew there: then nothing else is new, and there is an
   * answer more at the end than in the request that it answers.
   */
  private boolean endsWithLast(ReadRequest request) {
    Given here = last;
    return here != null
        && (here.isAtEndOf(request)
            || (request.answersAtEnd() > here.atEnd() && !anyNewIn(request)));
  }

  /**
   * Whether words come behind tools whose results went to the caller and not to the model: the
   * method that had the model called for them was left, and one was entered with other words.
   */
  private boolean isBehindWhatWasReturned() {
    return enteredAnew && last != null && !last.trace().asksForNoCall();
  }

  /**
   * Whether it may be a person who speaks where results are expected. In a text protocol a result
   * is what a user says: only words that the run has not heard may be a person's there, and only in
   * a later message to the halted conversation, where it is known when one begins.
   */
  private boolean mayFollowOnResults(ReadRequest request) {
    boolean isTextProtocol =
        !request.toolsSince() && (last == null || last.trace().asksForNoCall());
    return !isTextProtocol || (saysNew && (enteredHalted || !hasEntries));
  }

  /**
   * What is said in a transcript beside the last answer, as a digest: what stands behind it, or
   * where nothing does, the instruction before it, as in a chain of prompts each of which ends with
   * the answer to the one before; 0 if it only goes on with what was answered.
   */
  private long saidBeside(ReadRequest request, int answerEnd) {
    String plain = request.plain();
    Given here = last;
    if (answerEnd < plain.length()) {
      return UserText.digest(plain.substring(answerEnd));
    }
    if (here == null || (elsewhere != null && !elsewhere.equals(here.trace().tail()))) {
      return 0; // What was asked in another process is not known.
    }
    int start = here.startIn(plain, answerEnd);
    return here.isGoneOnWithBy(plain.substring(0, start))
        ? 0
        : UserText.digest(request.beginning(start));
  }

  /**
   * Where the last answer ends in the text of a transcript, white space left out; -1 if the request
   * is none. It is one if the text that was answered before has grown into it, or was one itself.
   * Of an answer that came to another process that is not known.
   */
  private int transcriptOf(ReadRequest request) {
    Given here = last;
    TextTail ending = here == null ? null : here.trace().tail();
    TextTail tail = elsewhere != null ? elsewhere : ending;
    if (tail == null || request.transcript() == null) {
      return -1;
    }
    String plain = request.plain();
    int end = tail.endIn(plain);
    boolean isGrown =
        isTranscript // a window that moves, or one draft after the other, grows no more
            || here == null
            || !tail.equals(ending)
            || (end >= 0 && here.isGrownInto(plain, tail, end));
    return isGrown ? end : -1;
  }

  /**
   * What the latest answer of the run ends with, where other processes judge it, too.
   *
   * @param ending of an answer that may have come to another one; null for none
   */
  public synchronized void latestAnswerEndsWith(@Nullable TextTail ending) {
    elsewhere = ending;
  }

  /** Whether the request that was sent last is a transcript that holds the latest answer. */
  public synchronized boolean isTranscript() {
    return isTranscript;
  }

  /**
   * A user has spoken, by the word of the application.
   *
   * @return whether it was new to the run
   */
  public synchronized boolean told(String words) {
    long digest = UserText.digest(words);
    latestWords = digest == 0 ? latestWords : digest;
    byPerson |= digest != 0;
    boolean isNew = digest != 0 && heard.hear(digest);
    saysNew = isNew && (seen || told);
    next = isNew || next == Prompt.NEW ? Prompt.NEW : Prompt.REPEATED;
    told = true;
    return isNew;
  }

  /**
   * The same of a run that other processes judge, too: what is new to it, and to which answer it is
   * said, is known there.
   *
   * @return the digest of the words; 0 for none
   */
  public synchronized long toldToAll(String words) {
    long digest = UserText.digest(words);
    if (digest != 0) {
      latestWords = digest;
      byPerson = true;
      saysNew = heard.hear(digest) && (seen || told);
    }
    told = true;
    return digest;
  }

  /**
   * What users say in the request that was sent last, as digests, or what stands behind the latest
   * answer in a {@linkplain #isTranscript transcript}; not to be changed.
   */
  public synchronized long[] said() {
    return said;
  }

  /** A digest of what a user said last, without what is different each time; 0 if nobody spoke. */
  public synchronized long latestWords() {
    return latestWords;
  }

  /**
   * Whether the latest request, or what the application reported since, has words of users that are
   * new to the run, whichever stand last in it: memories keep what was refused, and programs add
   * words of their own behind it. False for the first request of the run that is seen.
   */
  public synchronized boolean saysNew() {
    return saysNew;
  }

  /**
   * Whether it may be a person who has said the {@linkplain #latestWords latest words}: it is not
   * where a loop tells its model the results of tools, or of the halt, in a user's place.
   */
  public synchronized boolean isByPerson() {
    return byPerson;
  }

  /** A step was refused; what comes of it stands in the next request all the same. */
  public synchronized void stepRefused() {
    stepRefused = true;
  }

  /**
   * The method was entered that takes a person's message to the conversation.
   *
   * @param halted whether its run is halted
   * @param steps that were taken in the run so far
   */
  public synchronized void entered(boolean halted, long steps) {
    hasEntries = true;
    enteredHalted |= halted;
    enteredAnew(steps);
  }

  /**
   * A method was entered that brings a message to the run, a person's or the program's.
   *
   * @param steps that were taken in the run so far
   */
  public synchronized void enteredAnew(long steps) {
    enteredAnew |= last != null && steps == stepsWhenLeft && steps != last.steps();
  }

  /**
   * Such a method was left.
   *
   * @param steps that were taken in the run so far
   */
  public synchronized void left(long steps) {
    stepsWhenLeft = steps;
  }

  /** What was said before the answer that has come now; asked once for each answer. */
  public synchronized Prompt takePrompt() {
    Prompt taken = next;
    // More answers to one request come of a loop inside the call: of the tools between them.
    next = seen ? Prompt.RESULTS : told ? Prompt.NONE : Prompt.UNSEEN;
    return taken;
  }

  /**
   * The run's model has answered.
   *
   * @param steps that were taken in the run so far
   */
  public synchronized void answered(AnswerTrace answer, long steps) {
    if (asides.isAnsweredBy(answer)) {
      asked = null;
      awaitsAnswer = false;
      return; // The run goes on with the answer before.
    }
    Given before = last;
    Prompt taken = asides.end();
    boolean onTools = before != null && steps != before.steps() && !enteredAnew;
    if (taken != null && next != Prompt.NEW && !(onTools && taken == Prompt.NEW)) {
      next = taken; // new words that stand where tools were called are no person's
    }
    lost = null;
    if (hasBefore && before != null && before.isToldAgain(answer)) {
      last = before.toldAgain(answer, steps);
    } else {
      beforeLast = before;
      boolean toldAgain = hasBefore && before != null && before.trace().equals(answer);
      if (before != null && compared && !toldAgain) {
        EarlierAnswers kept = earlier == null ? new EarlierAnswers() : earlier;
        kept.keep(before);
        earlier = kept;
      }
      last = Given.to(asked, heldThen, sizeOfRequest, answersAtEnd, wordsThen, answer, steps);
      heldThen = Given.alike(heldThen, answer);
    }
    hasBefore = true;
    asked = null;
    elsewhere = null;
    stepRefused = false;
    enteredHalted = false;
    enteredAnew = false;
    awaitsAnswer = false;
  }

  /**
   * A halt is thrown in place of the last answer, which the application may never have: requests
   * that hold the one before go on with the run, too. So do those that hold this one, of which a
   * stream may have brought all.
   */
  public synchronized void lastIsLost() {
    if (hasBefore) {
      hasBefore = false;
      lost = last;
      last = beforeLast;
    }
  }

  /** A loop inside the model call that is under way has an answer, and goes on with it. */
  public synchronized void answeredInside() {
    answeredInside = true;
  }

  /** No answer will come to the request that was sent last. */
  public synchronized void broken() {
    awaitsAnswer = false;
  }

  /** The last answer; null if there was none. */
  public synchronized @Nullable AnswerTrace last() {
    Given known = last;
    return known == null ? null : known.trace();
  }

  /** Whether the last answer asks for a call of a tool. */
  public synchronized boolean asksForTool(String tool) {
    AnswerTrace answer = last();
    return answer != null && answer.asksForTool(tool);
  }

  /**
   * Whether a call is most likely one that the last answer asks for, or the one in whose place the
   * halt was thrown: it is the same by tool and arguments, which programs write in other ways, too.
   * So until as many were made as the answer asks for, or a request has followed on it, one of the
   * same tool is; one of any tool is where nobody could read what the answer asks for.
   *
   * @param action the digest of tool and arguments
   * @param made steps of the run, and those that were refused
   * @param byOtherNames whether the program calls tools by other names than the model
   */
  public synchronized boolean asksFor(String tool, long action, long made, boolean byOtherNames) {
    Given given = last;
    Given later = lost;
    if (later != null && later.trace().asksFor(action)) {
      return true;
    }
    if (given == null || given.trace().asksFor(action)) {
      return given != null;
    }
    int asked = given.trace().asked().size();
    boolean isAnyOpen = hasBefore && made - given.steps() < Math.max(1, asked);
    return isAnyOpen && (asked == 0 || byOtherNames || given.trace().asksForTool(tool));
  }

  /** The conversation that the provider keeps; null if it keeps none. */
  public synchronized @Nullable String conversation() {
    return conversation;
  }

  /**
   * Whether a request goes on with this run: it holds the run's last answer, or the one after it
   * that the application may not have.
   *
   * @param isNear whether it is sent where the run works, and the run goes on: programs write
   *     users' words anew from one request to the next, which elsewhere are another conversation's
   */
  public synchronized boolean isGoneOnWithBy(ReadRequest request, boolean isNear) {
    Given given = last;
    Given later = lost;
    if (later != null && later.isHeldBy(request, isNear)) {
      return true;
    }
    if (given == null) {
      // The same request once more, to which no answer has come.
      return !answeredInside
          && request.begins()
          && sizeOfRequest == request.size()
          && repeatsWords(request);
    }
    return given.isHeldBy(request, isNear)
        || (conversation != null && conversation.equals(request.conversation()))
        || transcriptOf(request) >= 0;
  }

  /**
   * Whether a request goes back to one of the {@value #MOST_EARLIER} answers before the last one,
   * because what came since was asked aside, or dropped. Weaker than {@link #isGoneOnWithBy}.
   *
   * @param isNear as there
   */
  public synchronized boolean isReturnedToBy(ReadRequest request, boolean isNear) {
    return earlier != null && earlier.anyReturnedToBy(request, isNear);
  }

  /**
   * What the text begins with that was answered last, where that was one text: hashes of all of it,
   * and of all but what may be a cue at its end; 0 is none.
   */
  public synchronized long[] headsAnswered() {
    TextHead head = last == null ? null : last.head();
    return head == null ? new long[0] : new long[] {head.hash(), head.butCue(), head.butLongCue()};
  }

  /**
   * Whether a request most likely goes on with this run, whose last answer could not be read and so
   * is known by nothing: it follows on the same words, and holds the answer that the run's latest
   * request held, or is the second one. So does, where the answer asks for tools, one that has no
   * answers at all, but more messages than the request before, the last of them results. Weaker
   * than {@link #isGoneOnWithBy}.
   */
  public synchronized boolean mayBeGoneOnWithBy(ReadRequest request) {
    AnswerTrace answer = last();
    if (answer == null || awaitsAnswer || request.begins()) {
      return false;
    }
    if (!answer.asksForNoCall() && request.toolsSince() && request.lacksAnswers()) {
      return request.size() > sizeOfRequest && request.latestOfUser() == latestWords;
    }
    if (!answer.isUnread()) {
      return false;
    }
    AnswerTrace before = held;
    boolean follows = before == null ? request.answers().size() == 1 : request.holdsMessage(before);
    return follows && (request.userBefore() == 0 || request.userBefore() == latestWords);
  }

  /**
   * Whether a request that begins another run is most likely the next one of the same loop, whose
   * history lacks the model's answers: it begins with the same words, and has grown.
   */
  public synchronized boolean isWrittenAgainIn(ReadRequest request) {
    return firstWordsThen != 0
        && request.size() > sizeOfRequest
        && firstWordsOf(request) == firstWordsThen;
  }

  private static long firstWordsOf(ReadRequest request) {
    return request.isCut() || !request.lacksAnswers() ? 0 : request.firstOfUser();
  }

  /**
   * The run has begun with such a request behind another one.
   *
   * @return how many did so in a row
   */
  public int beginsBehind(RunTalk before) {
    int more = before.alikeInARow() + 1;
    synchronized (this) {
      alikeInARow = more;
    }
    return more;
  }

  private synchronized int alikeInARow() {
    return alikeInARow;
  }

  private boolean repeatsWords(ReadRequest request) {
    for (ChatMessage each : request.userSince()) {
      long digest = ReadRequest.words(each);
      if (digest != 0 && !WordsOfHalts.isIn(each.text())) {
        return digest == latestWords;
      }
    }
    return false;
  }

  /** Whether requests of the run are seen, so that one that is sent again is known as such. */
  public synchronized boolean isSeen() {
    return seen;
  }

  /** Whether a request of the run is under way, so that another one is most likely not its own. */
  public synchronized boolean awaitsAnswer() {
    return awaitsAnswer;
  }

  /**
   * How well a request that holds the last answer fits beside that: requests grow, the words before
   * the answer are the same, and so are the arguments of its calls.
   *
   * @return the less the better
   */
  public synchronized int distance(ReadRequest request) {
    int grown = request.size() - sizeOfRequest;
    boolean sameWords =
        request.userBefore() == 0
            || request.userBefore() == latestWords
            || (request.answersAtEnd() > 0 && request.userBefore(1) == latestWords);
    int missing = request.transcript() == null || last == null ? 0 : last.missingIn(request);
    return (awaitsAnswer ? 1 << 24 : 0)
        + (missing == TextHead.NOT_IN_IT ? 1 << 19 : missing << 12)
        + (sameWords ? 0 : 1 << 20)
        + (asksTheSame(request) ? 0 : 1 << 18)
        + (grown <= 0 ? 1 << 16 : Math.min(grown, 1 << 15));
  }

  /** Whether not only the ids of calls are the same, which some models count anew each time. */
  private boolean asksTheSame(ReadRequest request) {
    AnswerTrace answer = last();
    return answer != null
        && request.answers().stream().anyMatch(each -> each.calls() == answer.calls());
  }

  /** Whether a user says in it what is new to the run; nothing is remembered of it. */
  public synchronized boolean bringsNewWords(ReadRequest request) {
    if (transcriptOf(request) >= 0 || request.toolsSince()) {
      return false;
    }
    return anyNewIn(request);
  }

  private boolean anyNewIn(ReadRequest request) {
    for (ChatMessage each : request.userSince()) {
      long digest = ReadRequest.words(each);
      if (digest != 0 && !heard.knows(digest) && !WordsOfHalts.isIn(each.text())) {
        return true;
      }
    }
    return false;
  }
}
