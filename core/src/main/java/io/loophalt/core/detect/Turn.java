package io.loophalt.core.detect;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * One model call and its answer as a detector sees it.
 *
 * @param index 0-based number, rising, not always by one; -1 where no model call is seen and every
 *     tool call is taken for a turn of its own
 * @param toolCalls how many tool calls the answer asks for; 0 makes it an idle turn unless a person
 *     has just said something new, {@link #CALLS_UNKNOWN} does not
 * @param text the answer's text, empty if none; there only when the turn {@linkplain
 *     Detector#turnStarted starts}, because it is not kept while the tool calls run
 * @param model the model's name, empty if unknown
 * @param inputTokens tokens sent, 0 if unknown
 * @param outputTokens tokens received, 0 if unknown
 * @param prompt what was said to the model since its answer before
 * @param compactedBefore whether the history was condensed before this answer
 */
public record Turn(
    int index,
    int toolCalls,
    String text,
    String model,
    long inputTokens,
    long outputTokens,
    Prompt prompt,
    boolean compactedBefore) {

  /** What was said to a model since its answer before. */
  public enum Prompt {
    /** Nothing by a person: the agent goes on by itself. */
    NONE(0),
    /** A person said what the run has not heard before. */
    NEW(1),
    /** The same words as before in the run, as a program says them that drives an agent on. */
    REPEATED(2),
    /** What came of tools, which nobody else tells: the turn before was not idle. */
    RESULTS(3),
    /** Nobody knows: the request is not seen. */
    UNSEEN(4);

    /** Its number in saved runs. */
    private final int saved;

    Prompt(int saved) {
      this.saved = saved;
    }
  }

  /**
   * A turn of which is known whether the user spoke before it.
   *
   * <p>The other parameters are those of the record.
   *
   * @param userMessageBefore whether the user said something new before this answer
   */
  public Turn(
      int index,
      int toolCalls,
      String text,
      String model,
      long inputTokens,
      long outputTokens,
      boolean userMessageBefore,
      boolean compactedBefore) {
    this(
        index,
        toolCalls,
        text,
        model,
        inputTokens,
        outputTokens,
        userMessageBefore ? Prompt.NEW : Prompt.NONE,
        compactedBefore);
  }

  /**
   * Where nobody says how many tool calls an answer asks for: the turn is not idle, and each of the
   * calls is taken for a turn of its own.
   */
  public static final int CALLS_UNKNOWN = -1;

  /** Whether the user said something new before this answer. */
  public boolean userMessageBefore() {
    return prompt == Prompt.NEW;
  }

  /** Whether the answer asks for no tool, and answers neither new words of a person nor a tool. */
  public boolean isIdle() {
    return toolCalls == 0 && prompt != Prompt.NEW && prompt != Prompt.RESULTS;
  }

  /** The same turn with another number. */
  public Turn at(int otherIndex) {
    return new Turn(
        otherIndex, toolCalls, text, model, inputTokens, outputTokens, prompt, compactedBefore);
  }

  /** The same turn after other words. */
  public Turn after(Prompt otherPrompt) {
    return new Turn(
        index, toolCalls, text, model, inputTokens, outputTokens, otherPrompt, compactedBefore);
  }

  /** The same turn as it is kept while its tool calls run. */
  public Turn withoutText() {
    return text.isEmpty()
        ? this
        : new Turn(index, toolCalls, "", model, inputTokens, outputTokens, prompt, compactedBefore);
  }

  /** Writes the turn but for its text; {@link #restored} reads it back. */
  public void save(DataOutput out) throws IOException {
    out.writeInt(index);
    out.writeInt(toolCalls);
    out.writeUTF(model);
    out.writeLong(inputTokens);
    out.writeLong(outputTokens);
    save(out, prompt);
    out.writeBoolean(compactedBefore);
  }

  /** Writes what was said; {@link #restoredPrompt} reads it back. */
  public static void save(DataOutput out, Prompt prompt) throws IOException {
    out.writeByte(prompt.saved);
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
        restoredPrompt(in),
        in.readBoolean());
  }

  /** What {@link #save(DataOutput, Prompt)} wrote. */
  public static Prompt restoredPrompt(DataInput in) throws IOException {
    byte saved = in.readByte();
    for (Prompt each : Prompt.values()) {
      if (each.saved == saved) {
        return each;
      }
    }
    throw new IOException("no prompt has the number " + saved);
  }
}
