package io.loophalt.core.run;

import io.loophalt.core.failure.CoreFailure;
import io.loophalt.core.fingerprint.DigestKey;
import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.state.Frozen;
import io.loophalt.core.state.SmallNumbers;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A run as bytes, from which another one goes on exactly as it would have, in any process that has
 * the same version of the format, the same digest key, the same policy and the same mode.
 *
 * <p>The form: format version (1 byte), and {@linkplain DigestKey#seal sealed} under the digest
 * key, whose id is at its beginning: digest of the policy (8), milliseconds since the run began and
 * what its caller noted (small numbers), the state as {@link Frozen} has it. Numbers are
 * big-endian. What a detector saves is part of the format: whoever changes it raises the version.
 * Where a person has granted the run more than its policy does, the version is another, and what is
 * granted stands before the state.
 *
 * <p>Thread-safe. Saving and restoring cost some ten microseconds each.
 */
public final class SavedRun {

  /**
   * What stands beside the state.
   *
   * @param elapsedMillis how long the run had been going on
   * @param noted whatever its caller wants to find again
   */
  public record Header(long elapsedMillis, int noted) {}

  private static final int FORMAT = 11;

  /** The first of those that can be read. */
  private static final int FIRST_FORMAT = 6;

  /** From this one on there is what was reported. */
  static final int WITH_REPORTS = 7;

  /** From this one on there is what the latest answer ends with. */
  static final int WITH_ENDING = 8;

  /** More, for one with what a person has granted. */
  private static final int GRANTED = 100;

  private static final String NAME = "the saved run";

  private SavedRun() {}

  /** Saves a run between two of its calls. */
  public static byte[] save(Run run, Header header) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
    Ceilings granted = run.orders().plan().granted();
    try {
      DataOutputStream out = new DataOutputStream(bytes);
      out.writeLong(run.orders().plan().digest());
      SmallNumbers.write(out, header.elapsedMillis());
      SmallNumbers.write(out, header.noted());
      if (granted != null) {
        GrantedLimits.write(granted, out);
      }
      Frozen.Output state = new Frozen.Output();
      synchronized (run.judge()) {
        run.save(state);
        LoneCalls alone = run.calls().alone();
        if (alone != null) {
          alone.save(run.judge().position().restored());
        }
      }
      state.freeze().writeTo(out);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    byte[] sealed = DigestKey.current().seal(bytes.toByteArray());
    int format = granted == null ? FORMAT : FORMAT + GRANTED;
    return ByteBuffer.allocate(1 + sealed.length).put((byte) format).put(sealed).array();
  }

  /**
   * What stands beside a saved state.
   *
   * @throws IOException as for {@link #restore}, but for the policy
   */
  public static Header header(byte[] saved) throws IOException {
    DataInputStream in = opened(saved);
    in.readLong();
    return header(in);
  }

  private static Header header(DataInput in) throws IOException {
    return new Header(SmallNumbers.read(in), SmallNumbers.readInt(in));
  }

  /**
   * Goes on where the saved run was.
   *
   * @param run one in which nothing has happened yet
   * @throws IOException if another version of the format, or a run under another policy or mode,
   *     was saved, or if the bytes are damaged; the message says which
   */
  public static void restore(Run run, byte[] saved) throws IOException {
    goOn(run, saved, /* isNew= */ true);
  }

  /**
   * Goes on where the saved run was, in one that may have gone another way since: what has happened
   * in it, and is not part of the saved one, is forgotten.
   *
   * @throws IOException as for {@link #restore}; but for a damaged state, the run is as it was
   */
  public static void goOn(Run run, byte[] saved) throws IOException {
    goOn(run, saved, /* isNew= */ false);
  }

  /**
   * As {@link #goOn(Run, byte[])}, unless something has been judged in the run meanwhile.
   *
   * @param happened how many steps and turns the run had when this was decided
   * @param halted whether it was halted then
   * @return false if that is so no more; then the run is as it was
   */
  public static boolean goOn(Run run, byte[] saved, long happened, boolean halted)
      throws IOException {
    return goOnAt(run, saved, new RunOrders.Reached(happened, halted), /* again= */ false);
  }

  /**
   * The same, with what was {@linkplain #judgedAlone judged alone} judged once more behind it, as
   * if it had come then; what the model is to be told of that waits for it in the run. Whoever
   * hears of the run is told with its next call, or by {@link Run#deliver}.
   *
   * <p>The parameters are those of {@link #goOn(Run, byte[], long, boolean)}.
   */
  public static boolean goOnWithAlone(Run run, byte[] saved, long happened, boolean halted)
      throws IOException {
    return goOnAt(run, saved, new RunOrders.Reached(happened, halted), /* again= */ true);
  }

  private static boolean goOnAt(Run run, byte[] saved, RunOrders.Reached onlyAt, boolean again)
      throws IOException {
    synchronized (run.judge()) {
      if (!goOn(run, saved, /* isNew= */ false, onlyAt)) {
        return false;
      }
      LoneCalls alone = run.calls().alone();
      if (alone != null && !again) {
        alone.drop();
      }
      if (again) {
        judgeAgain(run);
      }
      return true;
    }
  }

  private static void judgeAgain(Run run) throws IOException {
    try {
      run.calls().judgeAgain();
    } catch (CoreFailure broken) {
      throw new IOException("what was judged alone cannot be judged behind the saved run", broken);
    }
  }

  /**
   * How often something was judged without the other processes that judge the run, since all of it
   * was saved for them: a step is judged before its body and after it. At most 64 calls are kept,
   * as digests.
   *
   * @return negative where there were more, or some of which nothing is kept
   */
  public static int judgedAlone(Run run) {
    synchronized (run.judge()) {
      LoneCalls alone = run.calls().alone();
      return alone == null ? -1 : alone.judgements();
    }
  }

  /** Something was judged alone of which nothing is kept. */
  public static void judgedUnkept(Run run) {
    synchronized (run.judge()) {
      LoneCalls alone = run.calls().alone();
      if (alone != null) {
        alone.lose();
      }
    }
  }

  /** What was {@linkplain #save saved} last has reached the other processes. */
  public static void arrived(Run run) {
    synchronized (run.judge()) {
      LoneCalls alone = run.calls().alone();
      if (alone != null) {
        alone.areKnown();
      }
    }
  }

  private static void goOn(Run run, byte[] saved, boolean isNew) throws IOException {
    goOn(run, saved, isNew, null);
  }

  private static boolean goOn(
      Run run, byte[] saved, boolean isNew, RunOrders.@Nullable Reached onlyAt) throws IOException {
    DataInputStream in = openedFor(run, saved);
    header(in);
    try {
      Ceilings granted = saved[0] > GRANTED ? GrantedLimits.read(in) : null;
      int format = saved[0] % GRANTED;
      DataInput state = Frozen.readFrom(in).read();
      if (isNew) {
        run.orders().grant(granted);
        run.orders().restore(state, format);
        return true;
      }
      return run.orders().goOn(state, format, granted, onlyAt);
    } catch (RuntimeException impossible) {
      throw new IOException("the saved run is damaged: it holds what no run saves", impossible);
    }
  }

  /**
   * Whether a run could go on there, for who is about to put another state in its place. Costs some
   * microseconds.
   *
   * @throws IOException as for {@link #restore}; the run is as it was
   */
  public static void check(Run run, byte[] saved) throws IOException {
    openedFor(run, saved);
  }

  /** The same of a run under the settings of this one. */
  private static DataInputStream openedFor(Run run, byte[] saved) throws IOException {
    DataInputStream in = opened(saved);
    if (in.readLong() != run.orders().plan().digest()) {
      throw new IOException(
          "the run was saved under other settings of the task '"
              + run.task()
              + "': go on under the same settings, or begin anew");
    }
    return in;
  }

  /** What was sealed, of bytes that are whole, of this version and under this key. */
  private static DataInputStream opened(byte[] saved) throws IOException {
    if (saved.length == 0) {
      throw new IOException("no bytes are no saved run");
    }
    int format = saved[0] % GRANTED;
    if (format < FIRST_FORMAT || format > FORMAT) {
      throw new IOException(
          "the run was saved in format "
              + saved[0]
              + ", and this version of Loophalt reads formats "
              + FIRST_FORMAT
              + " to "
              + FORMAT
              + ": begin anew, or use the version that saved it");
    }
    byte[] sealed = Arrays.copyOfRange(saved, 1, saved.length);
    return new DataInputStream(new ByteArrayInputStream(DigestKey.current().open(NAME, sealed)));
  }

  /** What a person has granted to a run, as a part of its saved state. */
  private static final class GrantedLimits {

    private static final String NOTHING = "";

    private GrantedLimits() {}

    static void write(Ceilings granted, DataOutput out) throws IOException {
      BigDecimal cost = granted.cost();
      Duration time = granted.wallClock();
      SmallNumbers.write(out, granted.steps());
      SmallNumbers.write(out, granted.turns());
      SmallNumbers.write(out, granted.inputTokens());
      SmallNumbers.write(out, granted.outputTokens());
      SmallNumbers.write(out, granted.totalTokens());
      out.writeUTF(cost == null ? NOTHING : cost.toString());
      SmallNumbers.write(out, time == null ? 0 : time.toMillis());
      SmallNumbers.write(out, granted.warnAtPercent());
    }

    /**
     * What was granted.
     *
     * @throws RuntimeException if nobody can have granted that
     */
    static Ceilings read(DataInput in) throws IOException {
      long steps = SmallNumbers.read(in);
      long turns = SmallNumbers.read(in);
      long inputTokens = SmallNumbers.read(in);
      long outputTokens = SmallNumbers.read(in);
      long totalTokens = SmallNumbers.read(in);
      String cost = in.readUTF();
      long millis = SmallNumbers.read(in);
      return new Ceilings(
          steps,
          Map.of(),
          turns,
          inputTokens,
          outputTokens,
          totalTokens,
          cost.equals(NOTHING) ? null : new BigDecimal(cost),
          millis == 0 ? null : Duration.ofMillis(millis),
          0,
          SmallNumbers.readInt(in));
    }
  }
}
