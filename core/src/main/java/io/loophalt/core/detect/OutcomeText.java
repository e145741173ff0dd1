package io.loophalt.core.detect;

import io.loophalt.core.fingerprint.DigestList;
import io.loophalt.core.fingerprint.SaidWords;
import io.loophalt.core.fingerprint.TextDigest;
import io.loophalt.core.text.ArgumentShape;
import io.loophalt.core.text.EmptyText;
import io.loophalt.core.text.FailureText;
import io.loophalt.core.text.FailureWords;
import io.loophalt.core.text.Glance;
import io.loophalt.core.text.LineDigests;
import io.loophalt.core.text.Measures;
import io.loophalt.core.text.OwnLines;
import io.loophalt.core.text.ToolVerbs;
import io.loophalt.core.text.WaitText;

/**
 * Reads from the words of a step's outcome what came of it. {@link Step} asks each question once,
 * and says what it means.
 */
final class OutcomeText {

  private static final long EMPTY = TextDigest.of("");

  /** A header, and entries below it. */
  private static final int LINES_OF_A_TABLE = 3;

  /** The outcome asks for no wait. */
  static final int NO_WAIT = -1;

  private OutcomeText() {}

  static long failure(Step step) {
    String output = step.resultText();
    if (step.failed()) {
      return isInError(step) || output.isEmpty()
          ? FailureText.ofMessage(step.errorText(), step.argumentsText())
          : FailureText.ofOutput(output, step.argumentsText());
    }
    if (output.isEmpty() || !Glance.mayTellOfFailure(step.glance())) {
      return Step.ABSENT;
    }
    boolean failure =
        (step.edits() || step.looksOnly())
            ? FailureText.beginsWithFailure(output)
            : FailureText.tellsOfFailure(output);
    return failure ? FailureText.ofOutput(output, step.argumentsText()) : Step.ABSENT;
  }

  /** Whether the error text says what failed, and not only that something did. */
  private static boolean isInError(Step step) {
    return step.failed() && !FailureText.isBareExitStatus(step.errorText());
  }

  static long failureHeadline(Step step) {
    long failure = step.failure();
    if (failure == Step.ABSENT) {
      return Step.ABSENT;
    }
    String text = isInError(step) ? step.errorText() : step.resultText();
    long headline = FailureText.ofHeadline(text, step.argumentsText());
    return headline == Step.ABSENT ? failure : headline;
  }

  static boolean answersWithAbsence(Step step) {
    boolean looks = step.looksOnly();
    String error = step.errorText();
    String result = step.resultText();
    if (step.failed() && !isInError(step)) {
      return (looks && FailureText.saysAbsence(result) && FailureText.couldRun(error))
          || (FailureText.foundNothing(error, result) && step.endsAsASearch());
    }
    return (looks && FailureText.saysAbsence(step.failed() ? error : result))
        || (!step.failed()
            && step.failure() != Step.ABSENT
            && FailureText.foundNothing(result)
            && step.endsAsASearch());
  }

  static void readLines(Step step, DigestList into) {
    String text = step.failed() && !isInError(step) ? step.resultText() : toldIn(step);
    if (step.handsOver() && SaidWords.areIn(text)) {
      SaidWords.read(text, into);
      return;
    }
    boolean exactly = step.tellsTheTime();
    boolean leftOut = LineDigests.read(text, exactly, /* cursors= */ false, into);
    // The arguments are made a text for that, and few answers have a cursor.
    if (leftOut && ArgumentShape.asksFromAPlace(step.argumentsText())) {
      into.clear();
      LineDigests.read(text, exactly, /* cursors= */ true, into);
    }
    if (into.size() >= LINES_OF_A_TABLE
        && OwnLines.beginsWithOwnHeader(text, step.argumentsText())) {
      into.removeFirst();
    }
    if (step.saysDone() && into.size() > 0) {
      new OwnLines(step.argumentsText()).leaveOutOf(into);
    }
    if (step.handsOut()) {
      LineDigests.readIdOf(step.tool(), text, into);
    }
    if (into.size() == 0 && text.isEmpty() && step.resultOfAnyTry() != EMPTY && !step.failed()) {
      into.add((int) (step.result() ^ (step.result() >>> 32)));
    }
  }

  private static String toldIn(Step step) {
    return step.resultText().isEmpty() ? step.errorText() : step.resultText();
  }

  /** Whether a short answer has a member that is empty where something was asked for. */
  static boolean leavesOut(Step step) {
    return EmptyText.leavesOut(step.resultText());
  }

  static boolean saysNothing(Step step) {
    String text = step.resultText();
    return text.isEmpty()
        ? step.failed() || step.resultOfAnyTry() == EMPTY
        : EmptyText.saysNothing(text, step.glance());
  }

  static void readFailureWords(Step step, DigestList into) {
    if (step.failure() == Step.ABSENT) {
      return;
    }
    boolean said = isInError(step);
    String error = said ? step.errorText() : "";
    String output = said && step.resultText().equals(error) ? "" : step.resultText();
    FailureWords.read(step.tool(), error, output, step.argumentsText(), into);
  }

  static void readMeasures(Step step, DigestList into) {
    Measures.read(isInError(step) ? step.errorText() : step.resultText(), into);
    DigestList lines = step.lines();
    if (lines.size() > 1 && !lines.isCut() && !into.isFull()) {
      into.add(Measures.ofLines(lines.size()));
    }
  }

  /** 0 where what differs is what was asked for: a time, an id that is drawn, what was made. */
  static int steady(Step step, DigestList room) {
    boolean tells = step.handsOver() || ToolVerbs.sends(step.tool());
    boolean looks = step.reads() || step.looksOnly() || tells;
    if ((step.changes() && !looks) || draws(step) || step.failed()) {
      return 0;
    }
    int same = LineDigests.ofTheSame(step.resultText(), room);
    boolean mayMake = !looks && !ToolVerbs.isShell(step.tool());
    return mayMake && same != 0 && LineDigests.anIdVaries(room) ? 0 : same;
  }

  private static boolean draws(Step step) {
    boolean runs = !step.changes() && ToolVerbs.isShell(step.tool());
    return step.tellsTheTime()
        || ToolVerbs.draws(step.tool())
        || (runs && ToolVerbs.makesSomething(step.argumentsText()));
  }

  static void readNumbers(Step step, DigestList into) {
    if (!draws(step) && !step.handsOver()) {
      Measures.numbers(isInError(step) ? step.errorText() : step.resultText(), into);
    }
  }

  /** The result without what varies by chance, as of an output that tells of a failure. */
  static long butForChance(Step step) {
    return FailureText.ofOutput(step.resultText(), step.argumentsText());
  }

  static int retryAfterSeconds(Step step) {
    String outcome = step.failed() ? step.errorText() : step.resultText();
    return outcome.isEmpty() ? NO_WAIT : WaitText.retryAfterSeconds(outcome);
  }

  static boolean saysNotYet(Step step) {
    String output = step.resultText();
    return !step.failed()
        && !output.isEmpty()
        && Glance.mayWait(step.glance())
        && WaitText.saysNotYet(output);
  }
}
