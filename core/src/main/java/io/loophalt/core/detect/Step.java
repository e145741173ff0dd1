package io.loophalt.core.detect;

import io.loophalt.Effect;
import io.loophalt.core.fingerprint.DigestList;
import io.loophalt.core.fingerprint.TextDigest;
import io.loophalt.core.policy.ToolPolicy;
import io.loophalt.core.policy.VolatileParts;
import io.loophalt.core.policy.WellKnownTools;
import io.loophalt.core.text.ArgumentShape;
import io.loophalt.core.text.ErrorNormalizer;
import io.loophalt.core.text.Glance;
import io.loophalt.core.text.ToolVerbs;
import org.jspecify.annotations.Nullable;

/**
 * One tool call as a detector sees it: digests, so that comparing is cheap and nothing of the
 * content is kept.
 *
 * <p>Whoever watches the call {@linkplain #begin begins} the step and {@linkplain #end ends} it.
 * The digests that it knows, it gives; all others are read from the {@link StepContents} when first
 * asked for, and kept. Text forms allocate and are for the few detectors that compare words.
 *
 * <p>An instance may be used again for the next call: a detector copies the numbers it needs and
 * keeps no reference. A digest is {@link #ABSENT} when its dimension is not there. Before the body
 * has run ({@link Detector#beforeStep}), everything that comes of the outcome is absent.
 *
 * <p>Not thread-safe: written by one thread at a time, and asked by detectors under the run's lock.
 */
public final class Step {

  /** The digest of a dimension that is not there. */
  public static final long ABSENT = 0;

  /** Stands for a digest that is still to be read. */
  public static final long UNREAD = Long.MIN_VALUE + 1;

  /** Stands for what nobody has asked of the call's words. */
  private static final int UNREAD_NUMBER = Integer.MIN_VALUE;

  /** No step begins alone at this. */
  public static final int TOGETHER = -1;

  private final StepContents contents;

  private int index;
  private int turn;

  private String tool = "";
  private @Nullable String actionClass;
  private Effect effect = Effect.UNKNOWN;
  private long action;
  private boolean actionIsCut;
  private long files;
  private long shape;
  private long question;
  private int nature;
  private long startMillis;

  private final StepWords words = new StepWords();

  private boolean failed;

  /** Null for the empty text: who writes no reference pays no barrier, see {@link #begin}. */
  private @Nullable String resultText;

  private String errorText = "";
  private long state;
  private long error;
  private long exactError;
  private long result;
  private long normalizedResult;
  private long failure;
  private long failureHeadline;

  /** Action and outcome, as others ask for it. */
  private long observation;

  // Numbers for what may be unread as well: to put a Boolean into an old object costs a fence.
  private int answersWithAbsence;
  private int saysNotYet;
  private int retryAfterSeconds;

  /** What is seen of the result at a glance. */
  private int glance;

  private long endMillis;

  /** How long the run had been going on in other processes before the one whose times these are. */
  private long elsewhereMillis;

  /** Of a step that was judged without other processes of its run; else {@link #TOGETHER}. */
  private int begunAloneAt;

  private @Nullable VolatileParts volatileParts;
  private boolean exhaustive;

  /** Something volatile was left out of the outcome. */
  private boolean partsAreLeftOut;

  /** Makes a step that is read from these contents, whatever call they are of. */
  public Step(StepContents contents) {
    this.contents = contents;
  }

  /**
   * Takes a call that has no outcome yet, in place of the one before it.
   *
   * @param actionClass null for the tool's name
   * @param action tool name and canonical arguments; {@link #UNREAD} if it is to be read from the
   *     contents when it is first asked for
   * @param cut whether the arguments were too long to be read whole: what is not known whole must
   *     not be taken for a repetition
   * @param startMillis since the run began, monotonic
   */
  public void begin(
      String tool,
      @Nullable String actionClass,
      Effect effect,
      long action,
      boolean cut,
      long startMillis) {
    // Mostly all is as in the call before: a reference that is not written needs no barrier of the
    // garbage collector's, of which a call had some thirty.
    if (!tool.equals(this.tool)) {
      this.tool = tool;
    }
    if (actionClass != null || this.actionClass != null) {
      this.actionClass = actionClass;
    }
    if (this.effect != effect) {
      this.effect = effect;
    }
    this.action = action;
    this.actionIsCut = cut;
    this.startMillis = startMillis;
    elsewhereMillis = 0;
    begunAloneAt = TOGETHER;
    files = UNREAD;
    shape = UNREAD;
    question = UNREAD;
    nature = UNREAD_NUMBER;
    words.callBegins();
    if (volatileParts != null) {
      volatileParts = null;
    }
    exhaustive = false;
    failed = false;
    forgetTexts();
    state = ABSENT;
    outcomeIs(ABSENT);
    answersWithAbsence = 0;
    saysNotYet = 0;
    retryAfterSeconds = OutcomeText.NO_WAIT;
    endMillis = startMillis;
  }

  /**
   * The step was judged before its body by what this process knew of a run that it shares.
   *
   * @param number of the state that was judged by
   */
  public void beginsAloneAt(int number) {
    begunAloneAt = number;
  }

  /** By which state it was judged before its body; {@link #TOGETHER} if other processes know it. */
  public int begunAloneAt() {
    return begunAloneAt;
  }

  /**
   * The times that it was given are of this process, and the run began so long before it was known
   * here. Said each time that the step is judged, because that may turn out meanwhile.
   */
  public void beganElsewhere(long millis) {
    elsewhereMillis = millis;
  }

  /** Takes the action of another step once more, as in a retry. */
  public void beginAgain(Step earlier, long newStartMillis) {
    begin(
        earlier.tool,
        earlier.actionClass,
        earlier.effect,
        earlier.action(),
        earlier.actionIsCut,
        newStartMillis);
    shape = earlier.shape();
    nature = earlier.nature();
    volatileParts = earlier.volatileParts;
    exhaustive = earlier.exhaustive;
  }

  /** Takes what a configuration, or else what is shipped for it, says of the call's tool. */
  public void heed(@Nullable ToolPolicy configured) {
    triesMany(configured != null && Boolean.TRUE.equals(configured.exhaustive()));
    leaveOut(WellKnownTools.volatileParts(tool, configured));
  }

  /**
   * Says that the tool is there to try many: the outcome of one call says nothing of another with
   * other arguments, so that no digest of an outcome is equal to that of another call.
   */
  public void triesMany(boolean many) {
    exhaustive = many;
  }

  /** Whether the tool is there to try many, so that another try is no repetition. */
  public boolean triesMany() {
    return exhaustive;
  }

  /**
   * Says what of the outcome that is to come is left out before anything is read from it; null for
   * nothing.
   */
  public void leaveOut(@Nullable VolatileParts parts) {
    volatileParts = parts;
  }

  /** What is left out of the outcome, null for nothing. */
  public @Nullable VolatileParts volatileParts() {
    return volatileParts;
  }

  /** Adds what a layer further inside knows of the tool, where none outside has said it. */
  public void enrich(@Nullable String knownClass, Effect knownEffect) {
    if (actionClass == null) {
      actionClass = knownClass;
    }
    if (effect == Effect.UNKNOWN) {
      effect = knownEffect;
    }
    files = UNREAD;
  }

  /**
   * Gives what nearly every call is asked for, so that it need not be read.
   *
   * @param ofFiles digest of the files touched
   * @param ofCall what the call does, see {@link ToolVerbs#natureOf}
   * @param command as {@link StepContents#command}: only of one with names can it be said what it
   *     does, whatever is said on it
   */
  public void giveCall(long ofFiles, int ofCall, CharSequence command) {
    files = ofFiles;
    nature = ofCall;
    if (command.isEmpty() || command.charAt(0) != '{') {
      words.hasNothingSaidOnIt();
    }
  }

  /** Whether the digest of the call is known, or has to be asked for. */
  public boolean isActionKnown() {
    return action != UNREAD;
  }

  /** Gives the digest of the call, see {@link #action}. */
  public void giveAction(long digest) {
    action = digest;
  }

  /** Gives the digest of what the arguments ask for, where it is not to be read from them. */
  public void giveShape(long digest) {
    shape = digest;
  }

  /**
   * Reads now what else would be read from the arguments in another form: they lose the one that
   * they have.
   */
  public void readArguments() {
    action();
    shape();
    nature();
  }

  /** Says where in the run the call is. Called once by the run, before any detector sees it. */
  public void placedAt(int newIndex, int newTurn) {
    index = newIndex;
    turn = newTurn;
    observation = UNREAD; // an action that is not known whole is told by its place
  }

  /**
   * Takes the outcome. Its digests are those of its texts, unless others are given after this.
   *
   * @param resultText the whole result, or as much of it as was kept; empty if there was none, or
   *     if it is no text
   * @param errorText empty if the call did not fail
   * @param state what the caller last reported of its environment, absent if nothing
   * @param endMillis since the run began, monotonic
   */
  public void end(boolean failed, String resultText, String errorText, long state, long endMillis) {
    this.failed = failed;
    this.state = state;
    this.endMillis = endMillis;
    VolatileParts parts = volatileParts;
    String result = parts == null ? resultText : parts.leaveOut(resultText);
    this.resultText = result.isEmpty() ? null : result;
    String error = parts == null ? errorText : parts.leaveOut(errorText);
    if (!error.isEmpty() || !this.errorText.isEmpty()) {
      this.errorText = error;
    }
    partsAreLeftOut = parts != null && !(result.equals(resultText) && error.equals(errorText));
    outcomeIs(UNREAD);
    if (!failed) {
      this.error = ABSENT;
      exactError = ABSENT;
    }
    answersWithAbsence = UNREAD_NUMBER;
    saysNotYet = UNREAD_NUMBER;
    retryAfterSeconds = UNREAD_NUMBER;
    glance = UNREAD_NUMBER;
    words.outcomeComes();
  }

  private void outcomeIs(long digest) {
    error = digest;
    exactError = digest;
    result = digest;
    normalizedResult = digest;
    failure = digest;
    failureHeadline = digest;
    observation = UNREAD;
  }

  /** Gives the digest of an error that is more than its text, unless parts of that are left out. */
  public void giveError(long digest) {
    if (!partsAreLeftOut) {
      error = digest;
    }
  }

  /** Gives the digest of a whole result of which the text is only a part. */
  public void giveWholeResult(long digest) {
    result = digest;
  }

  /** Gives the digest of a result that is no text. */
  public void giveResult(long digest) {
    result = digest;
    normalizedResult = digest;
  }

  /** Gives the only digest that is known of the outcome: it says the same or not, no more. */
  public void giveOutcome(long digest) {
    giveResult(digest);
    long ofFailure = failed ? digest : ABSENT;
    error = ofFailure;
    exactError = ofFailure;
    failure = ofFailure;
    failureHeadline = ofFailure;
  }

  /** Lets go of the texts of the outcome, of which only the digests are asked from now on. */
  public void forgetTexts() {
    resultText = null;
    if (!errorText.isEmpty()) {
      errorText = "";
    }
  }

  /** Takes down all that a step whose outcome is known is judged by. Allocates. */
  public StepRecord record() {
    StepTraits traits =
        new StepTraits(
            failed(),
            edits(),
            looksOnly(),
            sleeps(),
            onlyRemarks(),
            answersWithAbsence(),
            saysNotYet(),
            retryAfterSeconds());
    Fingerprint fingerprint =
        new Fingerprint(
            action(),
            files(),
            state(),
            error(),
            exactError(),
            result(),
            normalizedResult(),
            failure(),
            failureHeadline(),
            shape(),
            question());
    return new StepRecord(traits, fingerprint, words.taken(this));
  }

  /** Gives all that is to be known of the step but its place: nothing remains to be read. */
  public void give(StepRecord record) {
    Fingerprint known = record.fingerprint();
    StepTraits traits = record.traits();
    StepNews news = record.news();
    action = known.action();
    files = known.files();
    shape = known.shape();
    question = known.question();
    boolean reads = ToolVerbs.known(effect, tool) == Effect.READ;
    nature =
        traits.natureOfCall()
            | ToolVerbs.natureOfTool(tool)
            | (reads ? ToolVerbs.READING_TOOL : 0)
            | (ToolVerbs.waits(tool) ? ToolVerbs.WAITING_TOOL : 0)
            | (news.doesNothing() ? ToolVerbs.NO_OP : 0)
            | (news.changes() ? ToolVerbs.CHANGING_CALL : 0)
            | (news.checks() ? ToolVerbs.CHECK : 0)
            | (news.takesANote() ? ToolVerbs.NOTE : 0)
            | (news.saysDone() ? ToolVerbs.SAYS_DONE : 0);
    failed = traits.failed();
    state = known.state();
    error = known.error();
    exactError = known.exactError();
    result = known.result();
    normalizedResult = known.normalizedResult();
    failure = known.failure();
    failureHeadline = known.failureHeadline();
    observation = UNREAD;
    answersWithAbsence = traits.answersWithAbsence() ? 1 : 0;
    saysNotYet = traits.saysNotYet() ? 1 : 0;
    retryAfterSeconds = traits.retryAfterSeconds();
    words.give(news, this);
  }

  /** 0-based position in the run, turns without a tool call not counted. */
  public int index() {
    return index;
  }

  /** 0-based number of the turn that asked for the call; rising, not always by one. */
  public int turn() {
    return turn;
  }

  /** The tool's name. */
  public String tool() {
    return tool;
  }

  /** The coarse category of the action; the tool's name if none was given. */
  public String actionClass() {
    String given = actionClass;
    return given == null ? tool : given;
  }

  /** Whether the tool reads or changes something. */
  public Effect effect() {
    return effect;
  }

  /**
   * Tool name and canonical arguments. Key order, number form and JSON white space make no
   * difference.
   */
  public long action() {
    if (action == UNREAD) {
      action = contents.action();
    }
    return actionIsCut ? TextDigest.combine(action, index + 1L) : action;
  }

  /**
   * The action, whatever is said on it: of a command that stands beside a sentence, as under the
   * name {@code description}, all but the sentence; else the {@link #action}. O(arguments) when
   * first asked for.
   */
  public long deed() {
    int lessWords = words.deed(this);
    return lessWords == 0 ? action() : TextDigest.combine(tool.hashCode(), lessWords);
  }

  /** What may be a shell's command, see {@link StepContents#command}. */
  CharSequence command() {
    return contents.command();
  }

  /** The set of files touched, absent if none is known. */
  public long files() {
    if (files == UNREAD) {
      files = contents.files();
    }
    return files;
  }

  /** What the caller last reported as the state of its environment, absent if nothing. */
  public long state() {
    return state;
  }

  /** Whether the call failed at tool level. */
  public boolean failed() {
    return failed;
  }

  /**
   * The error: type, message template and cause chain, normalised; absent if the call did not fail.
   */
  public long error() {
    if (error == UNREAD) {
      error = ErrorNormalizer.digestOfMessage(errorText);
    }
    return ofTry(error);
  }

  /** The error text, letter by letter; absent if the call did not fail. */
  public long exactError() {
    if (exactError == UNREAD) {
      exactError = TextDigest.of(errorText);
    }
    return ofTry(exactError);
  }

  /** The whole result, letter by letter; the digest of the empty text if there was none. */
  public long result() {
    return ofTry(resultOfAnyTry());
  }

  /** The whole result, also where it is of one try among many. */
  long resultOfAnyTry() {
    if (result == UNREAD) {
      result = TextDigest.of(resultText());
    }
    return result;
  }

  /** What came of one try among many is not what came of another. */
  private long ofTry(long outcome) {
    return exhaustive && outcome != ABSENT ? TextDigest.combine(action(), outcome) : outcome;
  }

  /**
   * The whole result after error normalisation: equal for outputs that differ in line numbers,
   * times and the like.
   */
  public long normalizedResult() {
    if (normalizedResult == UNREAD) {
      normalizedResult = ErrorNormalizer.digest(resultText());
    }
    return ofTry(normalizedResult);
  }

  /**
   * The lines of the result, each as a digest without what varies by chance, see {@link
   * io.loophalt.core.text.LineDigests}; one line of a result that is no text. Of a call that
   * {@linkplain #saysDone says that the task is done} those are left out that its report holds. The
   * list is the step's own, and good until the next outcome.
   */
  public DigestList lines() {
    return words.lines(this);
  }

  /**
   * The words of the failure that the outcome tells of, those marked that the call itself brought,
   * see {@link io.loophalt.core.text.FailureWords}; empty if it tells of none. The list is the
   * step's own, and good until the next outcome.
   */
  public DigestList failureWords() {
    return words.failureWords(this);
  }

  /**
   * What the outcome measures, see {@link io.loophalt.core.text.Measures}. The list is the step's
   * own, and good until the next outcome.
   */
  public DigestList measures() {
    return words.measures(this);
  }

  /**
   * Whether the result has {@code nan} in most lines where it measures something. O(result) each
   * time.
   */
  public boolean measuresNothing() {
    return words.measuresNothing(this);
  }

  /**
   * What is the same in the answers to one call, see {@link
   * io.loophalt.core.text.LineDigests#ofTheSame}; 0 if that is not told, or if the call is there
   * for what differs. O(result) when first asked for.
   */
  public int steady() {
    return words.steady(this);
  }

  /**
   * The words of the outcome as one digest, and its numbers, see {@link
   * io.loophalt.core.text.Measures#numbers}; empty if the call is there for what differs, and of a
   * step that was taken down. The list is the step's own. O(result) each time.
   */
  public DigestList numbers() {
    return words.numbers(this);
  }

  /**
   * What the call asks about, value by value and word by word, see {@link
   * io.loophalt.core.text.AskedValues}. The list is the step's own, and good until the next call.
   * O(arguments) when first asked for.
   */
  public DigestList values() {
    return words.values(this);
  }

  /**
   * The single values that the call is given, as one number that does not depend on the order of
   * its arguments, see {@link io.loophalt.core.text.AskedValues#read}; 0 if there are none.
   */
  public int things() {
    return words.things(this);
  }

  /**
   * What the call asks for where it says itself that it is made once more, see {@link
   * io.loophalt.core.text.Retried}; 0 if it does not. O(arguments) when first asked for.
   */
  public int retried() {
    return words.retried(this);
  }

  /** Whether the result says that there is nothing, or nothing to say. */
  public boolean saysNothing() {
    return words.saysNothing(this);
  }

  /** Whether the result is short and says that all is well. */
  public boolean saysWell() {
    return words.saysWell(this);
  }

  /**
   * Whether the result says that all is well and nothing else, such as a number of what was done.
   */
  public boolean saysNoMoreThanWell() {
    return words.saysNoMoreThanWell(this);
  }

  /** Whether the result begins with a short status that says that the work still goes on. */
  public boolean beginsNotYet() {
    return words.beginsNotYet(this);
  }

  /**
   * Whether a short {@link #failure} says that what was asked is not up, as while it boots: {@code
   * connection refused}.
   */
  public boolean saysNotUp() {
    return words.saysNotUp(this);
  }

  /** Whether the result says that what was to be done is not. */
  public boolean deniesWhatIsDone() {
    return words.deniesWhatIsDone(this);
  }

  /**
   * Whether the result says that what was asked for is refused, where it does not read like a
   * {@link #failure}.
   */
  public boolean refuses() {
    return words.refuses(this);
  }

  /** Whether the result says that nothing was changed. */
  public boolean saysUnchanged() {
    return words.saysUnchanged(this);
  }

  /**
   * A short answer, but for durations, times and ids; 0 if it is none. Allocates a few small
   * objects.
   */
  public int answerButForChance() {
    return words.answerButForChance(this);
  }

  /** Whether the result is so short that the results of a batch may well be alike. */
  public boolean isShort() {
    return words.isShort(this);
  }

  /**
   * Whether the result may be a state that has a name; of a step that was taken down, if it {@link
   * #isShort}. O(result) each time.
   */
  public boolean namesAState() {
    return words.namesAState(this);
  }

  /**
   * How many items of a plan are done, see {@link io.loophalt.core.text.Measures#itemsDoneIn}; of a
   * step that was taken down, if it {@link #takesANote}. O(arguments) each time.
   */
  public int itemsDone() {
    return words.itemsDone(this);
  }

  /**
   * How much is done by a status that counts failures and tells of none otherwise, see {@link
   * io.loophalt.core.text.Measures#shareIn}; -1 if the result is none. Asked where it tells of a
   * {@link #failure}. O(1) each time.
   */
  public int share() {
    return words.share(this);
  }

  /**
   * The rows of the board that the result shows, as a digest that is odd; or how many of the things
   * in it are in which state, as one that is even; 0 if it shows neither. Asked where it tells of
   * no {@link #failure}. O(result) each time.
   */
  public int board() {
    return words.board(this);
  }

  /**
   * What is left of the arguments without their words and numbers; never 0. Asked where the outcome
   * {@link #answersWithAbsence}. O(arguments) each time.
   */
  public int form() {
    return words.form(this);
  }

  /**
   * The lines of results in which stood what the call names, had it been given. Asked where the
   * outcome {@link #answersWithAbsence}. O(arguments) each time, allocates.
   */
  public DigestList namedLines() {
    return words.namedLines(this);
  }

  /** When the call began: milliseconds since the run began, monotonic. */
  public long startMillis() {
    return startMillis + elsewhereMillis;
  }

  /** When its outcome was there: milliseconds since the run began, monotonic. */
  public long endMillis() {
    return endMillis + elsewhereMillis;
  }

  /** The model's text beside the call, empty if none. */
  public String text() {
    return contents.text();
  }

  /** The arguments, see {@link StepContents#argumentsText}. */
  public String argumentsText() {
    return contents.argumentsText();
  }

  /**
   * The whole result, or as much of it as was kept; empty if there was none, or if it is no text.
   */
  public String resultText() {
    String text = resultText;
    return text == null ? "" : text;
  }

  /** What is seen of the result's text at a glance: several questions are answered by it. */
  int glance() {
    if (glance == UNREAD_NUMBER) {
      glance = Glance.over(resultText());
    }
    return glance;
  }

  /** The error text, empty if the call did not fail. */
  public String errorText() {
    return errorText;
  }

  /**
   * The failure that the outcome tells of, absent if it tells of none: the error text, or the
   * output of a call that failed without saying more than an exit status, or an output that reads
   * like a failure (of an edit or a look only its beginning). Equal for the same failure at another
   * line, time or directory; different when the number of failures differs, or when it names
   * another thing that the call asked about.
   *
   * <p>O(text) when first asked for.
   */
  public long failure() {
    if (failure == UNREAD) {
      failure = OutcomeText.failure(this);
    }
    return ofTry(failure);
  }

  /** What came of the call: its {@link #failure} if it failed, else its whole result. */
  public long outcome() {
    return failed ? failure() : result();
  }

  /** {@link #action} and {@link #outcome}: what is the same when a call is made again in vain. */
  public long observation() {
    if (observation == UNREAD) {
      observation = TextDigest.combine(action(), outcome());
    }
    return observation;
  }

  /**
   * What came of the call, for a reader: the {@link #failure} that its outcome tells of, thrown or
   * returned, else its whole result.
   */
  public long gist() {
    long told = failure();
    return told != ABSENT ? told : result();
  }

  /**
   * {@link #failure} by its last line where that names an exception: equal as well when the code
   * that the failure quotes has changed.
   *
   * <p>O(text) when first asked for, for failures only.
   */
  public long failureHeadline() {
    if (failureHeadline == UNREAD) {
      failureHeadline = OutcomeText.failureHeadline(this);
    }
    return ofTry(failureHeadline);
  }

  /** Whether the call edits a text, as far as tool name and command tell. */
  public boolean edits() {
    return (nature() & ToolVerbs.EDITING_CALL) != 0;
  }

  /**
   * Whether the call changes nothing that another call could notice, as far as its effect, tool
   * name and command tell.
   */
  public boolean looksOnly() {
    return (nature() & ToolVerbs.LOOKING_CALL) != 0;
  }

  /**
   * Whether the tool only reads, as far as its effect or, if nobody declared it, its name tells.
   */
  public boolean reads() {
    return (nature() & ToolVerbs.READING_TOOL) != 0;
  }

  /** Whether the call lets time pass before anything else, as far as tool name and command tell. */
  public boolean sleeps() {
    return (nature() & ToolVerbs.SLEEPING_CALL) != 0;
  }

  /** Whether the tool itself does nothing but let time pass, as far as its name tells. */
  public boolean isOfAWaitingTool() {
    return (nature() & ToolVerbs.WAITING_TOOL) != 0;
  }

  /**
   * Whether the call only says something of its own, a note or an {@code echo}: what it returns is
   * never news.
   */
  public boolean onlyRemarks() {
    return (nature() & ToolVerbs.REMARK) != 0;
  }

  /** Whether the call does nothing at all, as a comment or an empty command does. */
  public boolean doesNothing() {
    return (nature() & ToolVerbs.NO_OP) != 0;
  }

  /** Whether the call changes something, as far as its effect, tool name and command tell. */
  public boolean changes() {
    return (nature() & ToolVerbs.CHANGING_CALL) != 0;
  }

  /** Whether the call checks something, and has nothing to say when all is well. */
  public boolean checks() {
    return (nature() & ToolVerbs.CHECK) != 0;
  }

  /** Whether the call asks what time it is. */
  public boolean tellsTheTime() {
    return (nature() & ToolVerbs.TELLS_THE_TIME) != 0;
  }

  /** Whether the call says that the task is done, as far as tool name and arguments tell. */
  public boolean saysDone() {
    return (nature() & ToolVerbs.SAYS_DONE) != 0;
  }

  /** Whether the tool hands out the next thing of many, as far as its name tells. */
  public boolean handsOut() {
    return (nature() & ToolVerbs.HANDING_OUT_TOOL) != 0;
  }

  /** Whether the tool hands something over to another agent, as far as its name tells. */
  public boolean handsOver() {
    return (nature() & ToolVerbs.HANDING_OVER_TOOL) != 0;
  }

  /**
   * Whether the tool leads to another view of what is there, as a click in a browser does, as far
   * as its name tells.
   */
  public boolean moves() {
    return (nature() & ToolVerbs.MOVING_TOOL) != 0;
  }

  /** Whether the call only takes a note or rewrites a plan. */
  public boolean takesANote() {
    return (nature() & ToolVerbs.NOTE) != 0;
  }

  /** O(arguments) when first asked for. */
  private int nature() {
    if (nature == UNREAD_NUMBER) {
      nature = ToolVerbs.natureOf(tool, contents.command(), effect);
    }
    return nature;
  }

  /**
   * Whether the failure that the outcome tells of is the answer to a question: a call that only
   * looks was told that what it asked about is not there, or a search in a shell found nothing.
   */
  public boolean answersWithAbsence() {
    if (answersWithAbsence == UNREAD_NUMBER) {
      answersWithAbsence = OutcomeText.answersWithAbsence(this) ? 1 : 0;
    }
    return answersWithAbsence != 0;
  }

  /** Whether the call is a shell command whose exit status is that of a search in it. */
  boolean endsAsASearch() {
    return ToolVerbs.endsAsASearch(tool, contents.command(), looksOnly());
  }

  /** The seconds that the outcome asks to wait before the next attempt, -1 if it asks for none. */
  public int retryAfterSeconds() {
    if (retryAfterSeconds == UNREAD_NUMBER) {
      retryAfterSeconds = OutcomeText.retryAfterSeconds(this);
    }
    return retryAfterSeconds;
  }

  /** Whether the outcome is a short status that says that the work still goes on. */
  public boolean saysNotYet() {
    if (saysNotYet == UNREAD_NUMBER) {
      saysNotYet = OutcomeText.saysNotYet(this) ? 1 : 0;
    }
    return saysNotYet != 0;
  }

  /**
   * The words of the free text among the arguments, see {@link ArgumentShape#question}; 0 if none
   * of them is free text. O(arguments) when first asked for.
   */
  public long question() {
    if (question == UNREAD) {
      question = contents.question();
    }
    return question;
  }

  /**
   * Tool name and what the arguments ask for, see {@link ArgumentShape}: equal for calls that
   * differ at most in a request id, the time of asking or a page number. O(arguments) when first
   * asked for.
   */
  public long shape() {
    if (shape == UNREAD) {
      shape = contents.shape(tool);
    }
    return shape;
  }
}
