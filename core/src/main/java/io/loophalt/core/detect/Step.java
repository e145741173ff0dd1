package io.loophalt.core.detect;

import io.loophalt.Effect;
import io.loophalt.core.text.ArgumentShape;
import io.loophalt.core.text.FailureText;
import io.loophalt.core.text.ToolVerbs;
import io.loophalt.core.text.WaitText;

/**
 * One tool call as a detector sees it: digests, so that comparing is cheap and nothing of the
 * content is kept.
 *
 * <p>An instance may be a view that is reused for the next call: a detector copies the numbers it
 * needs and keeps no reference. A digest is {@link #ABSENT} when its dimension is not there. Before
 * the body has run ({@link Detector#beforeStep}), everything that comes of the outcome is absent.
 *
 * <p>Digests are computed when first asked for; text forms allocate and are for the few detectors
 * that compare words.
 */
public interface Step {

  /** The digest of a dimension that is not there. */
  long ABSENT = 0;

  /** 0-based position in the run, turns without a tool call not counted. */
  int index();

  /** 0-based number of the turn that asked for the call; rising, not always by one. */
  int turn();

  /** The tool's name. */
  String tool();

  /** The coarse category of the action; the tool's name if none was given. */
  String actionClass();

  /** Whether the tool reads or changes something. */
  Effect effect();

  /**
   * Tool name and canonical arguments. Key order, number form and JSON white space make no
   * difference.
   */
  long action();

  /** The set of files touched, absent if none is known. */
  long files();

  /** What the caller last reported as the state of its environment, absent if nothing. */
  long state();

  /** Whether the call failed at tool level. */
  boolean failed();

  /**
   * The error: type, message template and cause chain, normalised; absent if the call did not fail.
   */
  long error();

  /** The error text, letter by letter; absent if the call did not fail. */
  long exactError();

  /** The whole result, letter by letter; the digest of the empty text if there was none. */
  long result();

  /**
   * The whole result after error normalisation: equal for outputs that differ in line numbers,
   * times and the like.
   */
  long normalizedResult();

  /** When the call began: milliseconds since the run began, monotonic. */
  long startMillis();

  /** When its outcome was there: milliseconds since the run began, monotonic. */
  long endMillis();

  /** The model's text beside the call, empty if none. */
  String text();

  /**
   * The arguments as compact JSON in the order the model gave them, or as they are if they are
   * plain text.
   */
  String argumentsText();

  /** The whole result. */
  String resultText();

  /** The error text, empty if the call did not fail. */
  String errorText();

  /**
   * The failure that the outcome tells of, absent if it tells of none: the error text, or the
   * output of a call that failed without saying more than an exit status, or an output that reads
   * like a failure (of an edit or a look only its beginning). Equal for the same failure at another
   * line, time or directory; different when the number of failures differs, or when it names
   * another thing that the call asked about.
   *
   * <p>O(text) at each call unless the step keeps it.
   */
  default long failure() {
    if (failed() && !FailureText.isBareExitStatus(errorText())) {
      return FailureText.ofMessage(errorText(), argumentsText());
    }
    if (failed()) {
      String output = resultText();
      return output.isEmpty()
          ? FailureText.ofMessage(errorText(), argumentsText())
          : FailureText.ofOutput(output, argumentsText());
    }
    String output = resultText();
    if (output.isEmpty()) {
      return ABSENT;
    }
    boolean failure =
        (edits() || looksOnly())
            ? FailureText.beginsWithFailure(output)
            : FailureText.tellsOfFailure(output);
    return failure ? FailureText.ofOutput(output, argumentsText()) : ABSENT;
  }

  /** What came of the call: its {@link #failure} if it failed, else its whole result. */
  default long outcome() {
    return failed() ? failure() : result();
  }

  /**
   * What came of the call, for a reader: the {@link #failure} that its outcome tells of, thrown or
   * returned, else its whole result.
   */
  default long gist() {
    long failure = failure();
    return failure != ABSENT ? failure : result();
  }

  /**
   * {@link #failure} by its last line where that names an exception: equal as well when the code
   * that the failure quotes has changed.
   *
   * <p>O(text) at each call, for failures only.
   */
  default long failureHeadline() {
    long failure = failure();
    if (failure == ABSENT) {
      return ABSENT;
    }
    boolean inError = failed() && !FailureText.isBareExitStatus(errorText());
    long headline = FailureText.ofHeadline(inError ? errorText() : resultText(), argumentsText());
    return headline == ABSENT ? failure : headline;
  }

  /**
   * Whether the call edits a text, as far as tool name and command tell.
   *
   * <p>O(arguments) at each call unless the step keeps it.
   */
  default boolean edits() {
    return ToolVerbs.edits(tool(), argumentsText());
  }

  /**
   * Whether the call changes nothing that another call could notice, as far as its effect, tool
   * name and command tell.
   *
   * <p>O(arguments) at each call unless the step keeps it.
   */
  default boolean looksOnly() {
    return ToolVerbs.looksOnly(tool(), argumentsText(), effect());
  }

  /**
   * Whether the tool only reads, as far as its effect or, if nobody declared it, its name tells.
   */
  default boolean reads() {
    return ToolVerbs.known(effect(), tool()) == Effect.READ;
  }

  /** Whether the call lets time pass before anything else, as far as tool name and command tell. */
  default boolean sleeps() {
    return ToolVerbs.sleeps(tool(), argumentsText());
  }

  /**
   * Whether the call only says something of its own, a note or an {@code echo}: what it returns is
   * never news.
   */
  default boolean onlyRemarks() {
    return ToolVerbs.onlyRemarks(tool(), argumentsText(), effect());
  }

  /**
   * Whether the failure that the outcome tells of is the answer to a question: a call that only
   * looks was told that what it asked about is not there, or a search in a shell found nothing.
   */
  default boolean answersWithAbsence() {
    boolean looks = looksOnly();
    if (failed() && FailureText.isBareExitStatus(errorText())) {
      return (looks && FailureText.saysAbsence(resultText()) && FailureText.couldRun(errorText()))
          || (FailureText.foundNothing(errorText(), resultText()) && endsAsASearch());
    }
    return looks && FailureText.saysAbsence(failed() ? errorText() : resultText());
  }

  /**
   * Whether the call is a shell command whose exit status is that of a search in it.
   *
   * <p>O(arguments) at each call.
   */
  default boolean endsAsASearch() {
    return ToolVerbs.endsAsASearch(argumentsText(), looksOnly());
  }

  /** The seconds that the outcome asks to wait before the next attempt, -1 if it asks for none. */
  default int retryAfterSeconds() {
    String outcome = failed() ? errorText() : resultText();
    return outcome.isEmpty() ? -1 : WaitText.retryAfterSeconds(outcome);
  }

  /** Whether the outcome is a short status that says that the work still goes on. */
  default boolean saysNotYet() {
    return !failed() && !resultText().isEmpty() && WaitText.saysNotYet(resultText());
  }

  /**
   * The words of the free text among the arguments, see {@link ArgumentShape#question}; 0 if none
   * of them is free text.
   *
   * <p>O(arguments) at each call.
   */
  default long question() {
    return ArgumentShape.question(argumentsText());
  }

  /**
   * Tool name and what the arguments ask for, see {@link ArgumentShape}: equal for calls that
   * differ at most in a request id, the time of asking or a page number.
   *
   * <p>O(arguments) at each call unless the step keeps it.
   */
  default long shape() {
    return ArgumentShape.of(tool(), argumentsText());
  }
}
