package io.loophalt.core.text;

import io.loophalt.StopReason;
import io.loophalt.core.fingerprint.Characters;

/**
 * Reads from an outcome that the caller is asked to wait: a {@code Retry-After}, or a status that
 * says the work is not done yet.
 *
 * <p>Thread-safe; allocates nothing; reads at most the first {@value #LOOKED_AT} characters.
 */
public final class WaitText {

  private static final int LOOKED_AT = 400;

  /** A status is short; a long text that holds one of its words tells of something else. */
  private static final int LONGEST_STATUS = 200;

  private static final WordSet REQUESTS = new WordSet(Vocabulary.REQUESTS_TO_WAIT);
  private static final Beginnings OF_REQUESTS = new Beginnings(REQUESTS);
  private static final WordSet BEHIND_SECONDS =
      new WordSet(Vocabulary.BEHIND_THE_SECONDS_OF_A_WAIT);
  private static final WordSet NOT_YET = new WordSet(Vocabulary.STATES_OF_WAITING);

  private static final Beginnings OF_WAITING = new Beginnings(NOT_YET);

  private static final WordSet DENIED = new WordSet(Vocabulary.DENIED_STATES_OF_WAITING);

  private static final WordSet NOT_UP = new WordSet(Vocabulary.STATES_OF_WHAT_IS_NOT_UP);
  private static final Beginnings OF_NOT_UP = new Beginnings(NOT_UP);

  /** With which the message of a halt begins, see {@link StopReason#summary}. */
  private static final String HALT = "run stopped (";

  private WaitText() {}

  /** The seconds that the text asks to wait before the next attempt, -1 if it asks for nothing. */
  public static int retryAfterSeconds(CharSequence text) {
    int end = Math.min(text.length(), LOOKED_AT);
    for (int at = 0; at < end; at++) {
      int request =
          OF_REQUESTS.mayBeginAt(text, at) ? REQUESTS.endBeyond(text, at, at) : WordSet.NONE;
      if (request != WordSet.NONE) {
        return secondsFrom(text, request, end);
      }
      if (Words.isDigit(text.charAt(at)) && (at == 0 || !Words.isDigit(text.charAt(at - 1)))) {
        int after = Words.endOfNumber(text, at);
        int behind = after < end && text.charAt(after) == ' ' ? after + 1 : after;
        if (BEHIND_SECONDS.startsAt(text, behind)) {
          return secondsFrom(text, at, end);
        }
      }
    }
    return -1;
  }

  /**
   * Whether the text is a short status that says that the work still goes on: {@code Waiting for
   * rollout}, and no {@code error: timed out} at its end. What was halted goes on no more, and
   * {@code no progress} is none.
   */
  public static boolean saysNotYet(CharSequence text) {
    return text.length() <= LONGEST_STATUS
        && goesOn(text, text.length())
        && !FailureText.endsWithErrorMessage(text);
  }

  /**
   * Whether a short failure says that what was asked is not up, as while it boots: {@code
   * connection refused}, {@code 503 Service Unavailable}. What timed out may have been waited for
   * by the call itself, and is not meant.
   */
  public static boolean saysNotUp(CharSequence text) {
    if (text.length() > LOOKED_AT) {
      return false;
    }
    for (int at = 0; at < text.length(); at++) {
      char before = at == 0 ? ' ' : text.charAt(at - 1);
      if ((!Characters.isLetterOrDigit(before) || Characters.isUnspaced(before))
          && OF_NOT_UP.mayBeginAt(text, at)
          && NOT_UP.endOfWordAt(text, at) != WordSet.NONE) {
        return true;
      }
    }
    return false;
  }

  /** Whether a state of waiting may begin here; false is certain. See {@link Glance#mayWait}. */
  static boolean mayBeginAt(String text, int at, char next) {
    return OF_WAITING.mayBegin(text.charAt(at), next) && NOT_YET.startsAt(text, at);
  }

  /** Whether the first line is a short status that says so, whatever follows it. */
  public static boolean beginsNotYet(String text) {
    int end = text.indexOf('\n');
    end = end < 0 ? text.length() : end;
    return end <= LONGEST_STATUS && goesOn(text, end);
  }

  private static boolean goesOn(CharSequence text, int end) {
    return NOT_YET.isAnywhereIn(text, 0, end) && isNotDenied(text, end) && !isHalt(text, end);
  }

  /** Whether a state is left when those are taken away that something in front of them denies. */
  private static boolean isNotDenied(CharSequence text, int end) {
    int from = 0;
    for (int at = 0; at < end; at++) {
      boolean begins = at == 0 || !Characters.isLetterOrDigit(text.charAt(at - 1));
      int denied = begins ? DENIED.endOfWordAt(text, at) : WordSet.NONE;
      if (denied != WordSet.NONE && denied <= end) {
        if (NOT_YET.isAnywhereIn(text, from, at)) {
          return true;
        }
        from = denied;
        at = denied - 1;
      }
    }
    return from == 0 || NOT_YET.isAnywhereIn(text, from, end);
  }

  private static boolean isHalt(CharSequence text, int end) {
    for (int at = 0; at + HALT.length() < end; at++) {
      if (text.charAt(at) == HALT.charAt(0) && Words.regionMatches(text, at, HALT)) {
        return true;
      }
    }
    return false;
  }

  private static int secondsFrom(CharSequence text, int from, int end) {
    int at = from;
    while (at < end && " :=\"'".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    long seconds = -1;
    while (at < end && Words.isDigit(text.charAt(at)) && seconds < 1_000_000) {
      seconds = Math.max(seconds, 0) * 10 + (text.charAt(at) - '0');
      at++;
    }
    while (at < end && text.charAt(at) == ' ') {
      at++;
    }
    boolean minutes = Words.regionMatches(text, at, "min");
    return (int) (minutes && seconds > 0 ? seconds * 60 : seconds);
  }
}
