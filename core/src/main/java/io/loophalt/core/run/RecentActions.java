package io.loophalt.core.run;

import io.loophalt.PrintableText;
import io.loophalt.core.detect.Step;
import io.loophalt.core.fingerprint.DigestKey;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * The last few actions of a run in short form, for the stop reason. Adding one allocates nothing.
 */
final class RecentActions {

  /** Enough for five attempts of three calls each, which is where a run is halted by default. */
  private static final int KEPT = 16;

  /** Digest, {@code result} or {@code error}, digest. */
  private static final int WORDS_BEHIND_THE_TOOL = 3;

  private final String[] tools = new String[KEPT];
  private final long[] actions = new long[KEPT];
  private final long[] outcomes = new long[KEPT];
  private final boolean[] failed = new boolean[KEPT];
  private int added;

  void add(Step step) {
    int at = added++ % KEPT;
    if (!step.tool().equals(tools[at])) { // mostly it is: no barrier, see Step.begin
      tools[at] = step.tool();
    }
    actions[at] = step.action();
    failed[at] = step.failed();
    outcomes[at] = step.gist();
  }

  /** Whether the same call with the same outcome is among them. O(actions). */
  boolean holds(Step step) {
    long action = step.action();
    long outcome = step.gist();
    for (int i = Math.max(0, added - KEPT); i < added; i++) {
      int at = i % KEPT;
      if (actions[at] == action && outcomes[at] == outcome) {
        return true;
      }
    }
    return false;
  }

  /** The tool called last, as a person may read it; empty if there is none. */
  String latestTool() {
    return added == 0 ? "" : PrintableText.name(tools[(added - 1) % KEPT]);
  }

  /** Whether the latest call failed. */
  boolean latestFailed() {
    return added > 0 && failed[(added - 1) % KEPT];
  }

  List<String> oldestFirst() {
    int size = Math.min(added, KEPT);
    List<String> list = new ArrayList<>(size);
    for (int i = added - size; i < added; i++) {
      int at = i % KEPT;
      list.add(
          PrintableText.name(tools[at])
              + ' '
              + shortForm(actions[at])
              + (failed[at] ? " error " : " result ")
              + shortForm(outcomes[at]));
    }
    return list;
  }

  /** The tool of the latest of these, empty if there is none. */
  static String latestTool(List<String> oldestFirst) {
    if (oldestFirst.isEmpty()) {
      return "";
    }
    String latest = oldestFirst.get(oldestFirst.size() - 1);
    int end = latest.length();
    for (int behind = 0; behind < WORDS_BEHIND_THE_TOOL && end > 0; behind++) {
      end = latest.lastIndexOf(' ', end - 1);
    }
    return latest.substring(0, Math.max(0, end));
  }

  void clear() {
    added = 0;
  }

  void save(DataOutput out) throws IOException {
    int size = Math.min(added, KEPT);
    out.writeInt(size);
    for (int i = added - size; i < added; i++) {
      int at = i % KEPT;
      out.writeUTF(tools[at]);
      out.writeLong(actions[at]);
      out.writeLong(outcomes[at]);
      out.writeBoolean(failed[at]);
    }
  }

  void restore(DataInput in) throws IOException {
    added = in.readInt();
    for (int i = 0; i < added; i++) {
      tools[i] = in.readUTF();
      actions[i] = in.readLong();
      outcomes[i] = in.readLong();
      failed[i] = in.readBoolean();
    }
  }

  /**
   * The first six hexadecimal digits, of the digest as it leaves the process: enough to tell
   * neighbours apart, short enough to read.
   */
  static String shortForm(long digest) {
    long keyed = digest == Step.ABSENT ? digest : DigestKey.current().keyed(digest);
    return HexFormat.of().toHexDigits(keyed >>> (Long.SIZE - 24), 6);
  }
}
