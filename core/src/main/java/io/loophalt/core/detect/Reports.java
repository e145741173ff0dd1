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

  /**
   * What users have said to answers that are under way, in requests of this process; null where
   * there was no request. Not saved: it is heard with the answer.
   */
  private long @Nullable [] said;

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

  /** Users have spoken in a request of this process, behind what they have said in others. */
  public void saidInRequest(long[] digests) {
    long[] before = said == null ? new long[0] : said;
    int kept = Math.min(before.length, UserWords.MOST); // Some requests are never answered.
    long[] all = Arrays.copyOf(before, kept + digests.length);
    System.arraycopy(digests, 0, all, kept, digests.length);
    said = all;
  }

  /** Takes what was said in requests; null where there was none. */
  public long @Nullable [] takeSaid() {
    long[] taken = said;
    said = null;
    return taken;
  }

  /**
   * The model has answered.
   *
   * @param answer with what its process knows of what was said before it
   * @param said the words of users that the request brought, as digests of {@link
   *     io.loophalt.core.text.UserText}; null where no request was seen
   * @param steps how many the run has by now
   * @return the answer with what the run knows of that
   */
  public Turn answered(Turn answer, long @Nullable [] said, long steps) {
    Prompt prompt = said == null ? answer.prompt() : heard(answer.prompt(), said, steps);
    boolean unheard = prompt == Prompt.UNSEEN || (prompt == Prompt.NONE && said == null);
    if (told == Prompt.NEW || (told == Prompt.REPEATED && unheard)) {
      prompt = told;
    }
    told = Prompt.UNSEEN;
    stepsAtAnswer = steps;
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

  /** After how many steps the model was nudged, oldest first. */
  public long[] nudges() {
    long[] all = new long[nudges.size()];
    for (int i = 0; i < all.length; i++) {
      all[i] = nudges.get(all.length - 1 - i);
    }
    return all;
  }

  private Prompt heard(Prompt known, long[] said, long steps) {
    boolean isNew = false;
    for (long digest : said) {
      isNew |= words.hear(digest);
    }
    if (known == Prompt.RESULTS || known == Prompt.UNSEEN) {
      return known;
    }
    boolean stepped = stepsAtAnswer != NO_ANSWER && stepsAtAnswer != steps;
    if (stepped) {
      return Prompt.RESULTS;
    }
    return said.length == 0 ? known : isNew ? Prompt.NEW : Prompt.REPEATED;
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
  }

  /** What {@link #save} wrote. */
  public static Reports restored(DataInput in) throws IOException {
    Reports restored = new Reports();
    restored.states.restore(in);
    restored.state = in.readLong();
    restored.words.restore(in);
    restored.told = Turn.restoredPrompt(in);
    restored.stepsAtAnswer = SmallNumbers.read(in);
    String waiting = in.readUTF();
    restored.message = waiting.isEmpty() ? null : waiting;
    restored.nudges.restore(in);
    return restored;
  }
}
