package io.loophalt.core.detect;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * One model call and its answer as a detector sees it.
 *
 * @param index 0-based number, rising, not always by one; -1 where no model call is seen and every
 *     tool call is taken for a turn of its own
 * @param toolCalls how many tool calls the answer asks for; 0 makes it an idle turn, {@link
 *     #CALLS_UNKNOWN} does not
 * @param text the answer's text, empty if none; there only when the turn {@linkplain
 *     Detector#turnStarted starts}, because it is not kept while the tool calls run
 * @param model the model's name, empty if unknown
 * @param inputTokens tokens sent, 0 if unknown
 * @param outputTokens tokens received, 0 if unknown
 * @param userMessageBefore whether the user spoke before this answer
 * @param compactedBefore whether the history was condensed before this answer
 */
public record Turn(
    int index,
    int toolCalls,
    String text,
    String model,
    long inputTokens,
    long outputTokens,
    boolean userMessageBefore,
    boolean compactedBefore) {

  /**
   * Where nobody says how many tool calls an answer asks for: the turn is not idle, and each of the
   * calls is taken for a turn of its own.
   */
  public static final int CALLS_UNKNOWN = -1;

  /** The same turn with another number. */
  public Turn at(int otherIndex) {
    return new Turn(
        otherIndex,
        toolCalls,
        text,
        model,
        inputTokens,
        outputTokens,
        userMessageBefore,
        compactedBefore);
  }

  /** The same turn as it is kept while its tool calls run. */
  public Turn withoutText() {
    return text.isEmpty()
        ? this
        : new Turn(
            index,
            toolCalls,
            "",
            model,
            inputTokens,
            outputTokens,
            userMessageBefore,
            compactedBefore);
  }

  /** Writes the turn but for its text; {@link #restored} reads it back. */
  public void save(DataOutput out) throws IOException {
    out.writeInt(index);
    out.writeInt(toolCalls);
    out.writeUTF(model);
    out.writeLong(inputTokens);
    out.writeLong(outputTokens);
    out.writeBoolean(userMessageBefore);
    out.writeBoolean(compactedBefore);
  }

  /** The turn that {@link #save} wrote. */
  public static Turn restored(DataInput in) throws IOException {
    return new Turn(
        in.readInt(),
        in.readInt(),
        "",
        in.readUTF(),
        in.readLong(),
        in.readLong(),
        in.readBoolean(),
        in.readBoolean());
  }
}
