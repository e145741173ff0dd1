package io.loophalt.core.detect.news;

import java.io.DataInput;
import java.io.IOException;

/** What a step is worth to the account of news, and why. */
enum Worth {
  /** A result with lines that the run had not seen; less where few of them are. */
  NEWS(-150, "brought something new"),
  NEW_FAILURE(-50, "failed in a way that the run had not seen"),
  /** A change that was rejected before, or a call that failed. */
  ACCEPTED(-100, "went well after it had failed"),
  /** A check after a change. */
  WELL(-30, "says that all is well after a change"),
  /** News is what is observed afterwards. */
  ATTEMPT(-10, "changed something for the first time, an attempt of which the effect is not seen"),
  TRY(-10, "tried one thing more of many, as the tool is there for"),
  /** By a number in what came of it. */
  NEARER(-50, "came nearer to its goal than ever before"),
  NEUTRAL(0, "says nothing about progress"),
  ITEM(5, "asked about one thing more, with the answer that others had"),
  RETRY(10, "was told to come back later"),
  DONE(-10, "did one thing more"),
  LIKE_FAILURE(30, "failed much as before"),
  /** One more guess among others. */
  FAILED_OTHERWISE(30, "failed in another way, and nothing was changed"),
  /** As many before it, and none went well. */
  GUESSED(50, "is one more of many that all failed alike"),
  POLL(25, "waits for something"),
  ASKED_OTHERWISE(50, "asked in another way for what it waits for"),
  VARIES(48, "was made before, and the answer differs in a time or an id only"),
  FAILED_LATER(40, "was tried again after a pause, and failed as before"),
  FAILURE_IN_OTHER_NUMBERS(65, "failed as before but for a number"),
  /** One line of many, as where a file was edited. */
  LITTLE_NEW(48, "showed little that the run had not seen"),
  SILENT(50, "had nothing to say"),
  SAME_AFTER_CHANGE(55, "showed the same as before the change"),
  /** As when it was undone for a look at how it was without it. */
  REDONE(40, "was made once more, after other changes"),
  REMARK(75, "only says something of its own"),
  /** A list of names may be gone through, some of which are there. */
  WORD_NOT_FOUND(50, "searched for another word and found nothing"),
  EMPTY(75, "found nothing"),
  REJECTED(60, "was a change that was rejected"),
  WELL_AGAIN(80, "says again that all is well, and nothing was changed"),
  NOTED(70, "rewrote a note and nothing was done in between"),
  IDLE(70, "was a turn without a call"),
  /** More, each time that it is said. */
  DONE_AGAIN(50, "says that all is done, as it was said before"),
  STALE(90, "showed what the run had seen before"),
  AGAIN(100, "was made before and the same came of it"),
  KNOWN_FAILURE(100, "failed as before"),
  NO_OP(100, "does nothing"),
  REPETITION(135, "was made again and again and the same came of it");

  /** In hundredths: what the step adds to the debt. */
  final int debt;

  private final String reason;

  Worth(int debt, String reason) {
    this.debt = debt;
    this.reason = reason;
  }

  /** The one of a name that was written. */
  static Worth restored(DataInput in) throws IOException {
    String name = in.readUTF();
    for (Worth each : values()) {
      if (each.name().equals(name)) {
        return each;
      }
    }
    throw new IOException("the saved run is damaged: no step is worth " + name);
  }

  /** Whether the run had not seen it. */
  boolean isNews() {
    return this == NEWS
        || this == NEW_FAILURE
        || this == NEARER
        || this == ACCEPTED
        || this == WELL;
  }

  /** Whether there is something to think over in words before the next call. */
  boolean isWorthAThought() {
    return this == NEWS
        || this == NEW_FAILURE
        || this == NEARER
        || this == ACCEPTED
        || this == ATTEMPT;
  }

  /** Whether a call may have gone well. */
  boolean mayGoWell() {
    return this == NEWS
        || this == WELL
        || this == ATTEMPT
        || this == DONE
        || this == ITEM
        || this == NEUTRAL
        || this == SILENT;
  }

  /** Whether what a call has done is not known, where it said nothing. */
  boolean maySilentlyChange() {
    return this == SILENT || this == ITEM || this == NEUTRAL;
  }

  /** Whether a call failed as one did before, whatever was changed in between. */
  boolean isFailureAsBefore() {
    return this == KNOWN_FAILURE || this == FAILURE_IN_OTHER_NUMBERS;
  }

  /** Whether a call failed as others did, which may be an answer about what it is about. */
  boolean isFailureOfAThing() {
    return this == KNOWN_FAILURE || this == LIKE_FAILURE || this == FAILED_OTHERWISE;
  }

  /** Whether a change was looked for, and there was none. */
  boolean isFruitless() {
    return this == VARIES || this == SAME_AFTER_CHANGE;
  }

  /** Whether what came of a change looks as before, unless a number in it has come nearer. */
  boolean mayBeMeasured() {
    return isFailureAsBefore()
        || isFruitless()
        || this == LIKE_FAILURE
        || this == LITTLE_NEW
        || this == STALE;
  }

  /**
   * Whether what came of a step was there before, so that it counts whole in a run that was nudged.
   * Silence may be an answer to each of many questions, and who waits has to wait.
   */
  boolean isSeenBefore() {
    return this == STALE
        || this == SAME_AFTER_CHANGE
        || this == REJECTED
        || this == NOTED
        || this == WELL_AGAIN;
  }

  /** What can be said of the step, after its name. */
  String reason() {
    return reason;
  }
}
