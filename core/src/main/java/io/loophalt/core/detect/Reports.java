package io.loophalt.core.detect;

import io.loophalt.core.detect.Turn.Prompt;
import io.loophalt.core.state.SmallNumbers;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a run beside its calls, where all processes that judge the run have to know it:
 * the states that its application has reported and what users have said, as digests; what waits for
 * its model, and when that was nudged.
 *
 * <p>Not thread-safe, but for {@link #state} and {@link #hasMessage}. Some 800 bytes, and 8 for
 * each message of a user; O(what is remembered).
 */
public final class Reports {

  private static final int STATES = 32;
  private static final int NO_ANSWER = -1;
  private static final int MOST_NUDGES = 64;

  private final LongRing states = new LongRing(STATES);
  private final UserWords words = new UserWords();
  private volatile long state;

  /** What users have said since the latest answer by the word of the application. */
  private Prompt told = Prompt.UNSEEN;

  /** How many steps the run had at the latest answer. */
  private long stepsAtAnswer = NO_ANSWER;

  /** What is to go with the next result of a tool that can carry it; null for nothing. */
  private volatile @Nullable String message;

  /** After how many steps the model was nudged; of many the latest. */
  private final LongRing nudges = new LongRing(MOST_NUDGES);

  /** What this process has heard of the answers that are under way. Not saved. */
  private @Nullable Heard heard;

  /** What the latest answer ends with; null if that is not known. */
  private @Nullable Ending ending;

  /**
   * What an answer ends with, by which it is found in a transcript.
   *
   * @param length how many characters
   * @param hash of them
   */
  public record Ending(int length, long hash) {}

  /**
   * What one process has heard of answers that are under way, until they count.
   *
   * @param said what users have said in requests, as digests of {@link
   *     io.loophalt.core.text.UserText}; null where there was no request. Not to be changed.
   * @param isBehindAnAnswer whether that stands in a transcript, behind the latest answer, where no
   *     person speaks
   * @param ending what the answer that came ends with; null if it cannot be told from others
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Heard(long @Nullable [] said, boolean isBehindAnAnswer, @Nullable Ending ending) {}

  /** Digest of the state that was reported last, absent if none was. Thread-safe. */
  public long state() {
    return state;
  }

  /**
   * Notes a reported state.
   *
   * @return whether it is a change to a state in which the run has not been before, as far as it
   *     remembers {@value #STATES}
   */
  public boolean addState(long digest) {
    boolean first = states.size() == 0;
    boolean known = states.contains(digest);
    if (!known) {
      states.add(digest);
    }
    state = digest;
    return !first && !known;
  }

  /**
   * A user has spoken, by the word of the application.
   *
   * @param digest of {@link io.loophalt.core.text.UserText}; 0 for no words
   */
  public void userSaid(long digest) {
    boolean isNew = digest != 0 && words.hear(digest);
    told = isNew || told == Prompt.NEW ? Prompt.NEW : Prompt.REPEATED;
  }

  /**
   * Users have spoken in a request of this process, behind what they have said in others.
   *
   * @param isBehindAnAnswer as in {@link Heard}
   */
  public void saidInRequest(long[] digests, boolean isBehindAnAnswer) {
    Heard known = heard;
    long[] before = known == null || known.said() == null ? new long[0] : known.said();
    int kept = Math.min(before.length, UserWords.MOST); // Some requests are never answered.
    long[] all = Arrays.copyOf(before, kept + digests.length);
    System.arraycopy(digests, 0, all, kept, digests.length);
    heard = new Heard(all, isBehindAnAnswer, known == null ? null : known.ending());
  }

  /** An answer has come to this process, and is about to count. */
  public void answerEndsWith(@Nullable Ending ofAnswer) {
    Heard known = heard;
    heard =
        new Heard(
            known == null ? null : known.said(),
            known != null && known.isBehindAnAnswer(),
            ofAnswer);
  }

  /** What the latest answer that counts ends with; null if that is not known. */
  public @Nullable Ending ending() {
    return ending;
  }

  /** Takes what was heard; null for nothing. */
  public @Nullable Heard takeHeard() {
    Heard taken = heard;
    heard = null;
    return taken;
  }

  /** Gives back what was taken and has not counted. */
  public void hear(Heard taken) {
    heard = taken;
  }

  /**
   * The model has answered. What waits for it waits no more if a person has said something new.
   *
   * @param answer with what its process knows of what was said before it
   * @param of what that process has heard of it; null for nothing
   * @param steps how many the run has by now
   * @return the answer with what the run knows of that
   */
  public Turn answered(Turn answer, @Nullable Heard of, long steps) {
    long[] said = of == null ? null : of.said();
    boolean isBehind = of != null && of.isBehindAnAnswer();
    Prompt prompt = said == null ? answer.prompt() : heard(answer.prompt(), said, isBehind, steps);
    boolean unheard = prompt == Prompt.UNSEEN || (prompt == Prompt.NONE && said == null);
    if (told == Prompt.NEW || (told == Prompt.REPEATED && unheard)) {
      prompt = told;
    }
    if (prompt == Prompt.NEW) {
      message = null; // It is about what was before.
    }
    told = Prompt.UNSEEN;
    stepsAtAnswer = steps;
    ending = of == null ? null : of.ending();
    return prompt == answer.prompt() ? answer : answer.after(prompt);
  }

  /**
   * Notes what was left for the model, and when it was nudged.
   *
   * @param text to go with the next result of a tool that can carry it, in place of one that waits;
   *     null for none
   * @param steps after how many it was nudged, oldest first
   */
  public void addNudges(@Nullable String text, long[] steps) {
    message = text == null ? message : text;
    for (long each : steps) {
      nudges.add(each);
    }
  }

  /** Whether something waits for the model. Thread-safe. */
  public boolean hasMessage() {
    return message != null;
  }

  /** Takes what waits for the model; null for nothing. */
  public @Nullable String takeMessage() {
    String taken = message;
    message = null;
    return taken;
  }

  /** What waits for the model waits no more if it is this. */
  public void forgetMessage(String told) {
    message = told.equals(message) ? null : message;
  }

  /** After how many steps the model was nudged, oldest first. */
  public long[] nudges() {
    long[] all = new long[nudges.size()];
    for (int i = 0; i < all.length; i++) {
      all[i] = nudges.get(all.length - 1 - i);
    }
    return all;
  }

  private Prompt heard(Prompt known, long[] said, boolean isBehindAnAnswer, long steps) {
    boolean isNew = false;
    for (long digest : said) {
      isNew |= words.hear(digest);
    }
    if (!isBehindAnAnswer && (known == Prompt.RESULTS || known == Prompt.UNSEEN)) {
      return known;
    }
    boolean stepped = stepsAtAnswer != NO_ANSWER && stepsAtAnswer != steps;
    if (stepped || (isNew && isBehindAnAnswer)) {
      return Prompt.RESULTS;
    }
    if (said.length == 0) {
      return isBehindAnAnswer ? Prompt.NONE : known;
    }
    return isNew ? Prompt.NEW : Prompt.REPEATED;
  }

  /** Writes what is remembered; {@link #restored} reads it back. */
  public void save(DataOutput out) throws IOException {
    states.save(out);
    out.writeLong(state);
    words.save(out);
    Turn.save(out, told);
    SmallNumbers.write(out, stepsAtAnswer);
    String waiting = message;
    out.writeUTF(waiting == null ? "" : waiting);
    nudges.save(out);
    Ending last = ending;
    SmallNumbers.write(out, last == null ? 0 : last.length());
    out.writeLong(last == null ? 0 : last.hash());
  }

  /**
   * What {@link #save} wrote.
   *
   * @param hasEnding whether it wrote what the latest answer ends with
   */
  public static Reports restored(DataInput in, boolean hasEnding) throws IOException {
    Reports restored = new Reports();
    restored.states.restore(in);
    restored.state = in.readLong();
    restored.words.restore(in);
    restored.told = Turn.restoredPrompt(in);
    restored.stepsAtAnswer = SmallNumbers.read(in);
    String waiting = in.readUTF();
    restored.message = waiting.isEmpty() ? null : waiting;
    restored.nudges.restore(in);
    if (hasEnding) {
      Ending last = new Ending(SmallNumbers.readInt(in), in.readLong());
      restored.ending = last.length() == 0 ? null : last;
    }
    return restored;
  }
}
