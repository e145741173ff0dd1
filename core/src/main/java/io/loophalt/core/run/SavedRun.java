package io.loophalt.core.run;

import io.loophalt.core.detect.SmallNumbers;
import io.loophalt.core.fingerprint.TextDigest;
import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.core.policy.ToolPolicy;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.CRC32;

/**
 * A run as bytes, from which another one goes on exactly as it would have, in any process that has
 * the same version of the format, the same policy and the same mode.
 *
 * <p>The form: format version (1 byte), digest of the policy (8), milliseconds since the run began
 * and what its caller noted (small numbers), the state as {@link Frozen} has it, CRC-32 of all
 * before (4). Numbers are big-endian. What a detector saves is part of the format: whoever changes
 * it raises the version.
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

  private static final int FORMAT = 2;

  /** Format and digest of the policy. */
  private static final int FIXED = 1 + Long.BYTES;

  private SavedRun() {}

  /** Saves a run between two of its calls. */
  public static byte[] save(Run run, Header header) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
    try {
      DataOutputStream out = new DataOutputStream(bytes);
      out.writeByte(FORMAT);
      out.writeLong(digest(run));
      SmallNumbers.write(out, header.elapsedMillis());
      SmallNumbers.write(out, header.noted());
      Frozen.Output state = new Frozen.Output();
      run.save(state);
      state.freeze().writeTo(out);
      out.writeInt(checksum(bytes.toByteArray(), bytes.size()));
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  /**
   * What stands beside a saved state.
   *
   * @throws IOException as for {@link #restore}, but for the policy
   */
  public static Header header(byte[] saved) throws IOException {
    return header(checked(saved));
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
    DataInputStream in = checked(saved);
    long writtenUnder = new DataInputStream(new ByteArrayInputStream(saved, 1, FIXED)).readLong();
    long own = digest(run);
    if (writtenUnder != own) {
      throw new IOException(
          "the run was saved under other settings of the task '"
              + run.task()
              + "' (digest "
              + HexFormat.of().toHexDigits(writtenUnder)
              + ", now "
              + HexFormat.of().toHexDigits(own)
              + "): go on under the same settings, or begin anew");
    }
    header(in);
    try {
      run.restore(Frozen.readFrom(in).read());
    } catch (RuntimeException impossible) {
      throw new IOException("the saved run is damaged: it holds what no run saves", impossible);
    }
  }

  /** What follows the header, of bytes that are whole and of this version. */
  private static DataInputStream checked(byte[] saved) throws IOException {
    int end = saved.length - Integer.BYTES;
    if (end <= FIXED) {
      throw new IOException("these " + saved.length + " bytes are no saved run");
    }
    if (saved[0] != FORMAT) {
      throw new IOException(
          "the run was saved in format "
              + saved[0]
              + ", and this version of Loophalt reads format "
              + FORMAT
              + ": begin anew, or use the version that saved it");
    }
    DataInputStream tail = new DataInputStream(new ByteArrayInputStream(saved, end, Integer.BYTES));
    if (tail.readInt() != checksum(saved, end)) {
      throw new IOException("the saved run is damaged: its checksum does not fit");
    }
    return new DataInputStream(new ByteArrayInputStream(saved, FIXED, end - FIXED));
  }

  private static int checksum(byte[] bytes, int size) {
    CRC32 sum = new CRC32();
    sum.update(bytes, 0, size);
    return (int) sum.getValue();
  }

  /**
   * Of all that decides what the state means; maps in the order of their keys. The mode is a part
   * of it: rungs that were only observed are not climbed again.
   */
  private static long digest(Run run) {
    TaskPolicy policy = run.policy();
    StringBuilder text = new StringBuilder(run.acts() ? "" : "observe\n");
    for (DetectorPolicy each : policy.detectors()) {
      text.append(each.detector()).append(each.mode()).append(each.ladder());
      text.append(new TreeMap<>(each.parameters())).append('\n');
    }
    new TreeMap<>(policy.actionClassLadders())
        .forEach((name, ladders) -> text.append(name).append(new TreeMap<>(ladders)).append('\n'));
    for (ToolPolicy tool : policy.tools()) {
      text.append(tool.pattern()).append(tool.actionClass()).append(tool.effect());
      text.append(new TreeSet<>(tool.ignoredArguments()));
      text.append(new TreeSet<>(tool.fileArguments()));
      text.append(new TreeMap<>(tool.ladders())).append(tool.ignored()).append('\n');
    }
    Ceilings limits = policy.ceilings();
    text.append(new TreeMap<>(limits.toolCalls()));
    text.append(
        Arrays.asList(
            limits.steps(),
            limits.turns(),
            limits.inputTokens(),
            limits.outputTokens(),
            limits.totalTokens(),
            limits.cost(),
            limits.wallClock(),
            limits.idleTurns(),
            limits.warnAtPercent()));
    return TextDigest.of(text.append(policy.onHalt()));
  }
}
