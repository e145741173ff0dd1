package io.loophalt.recordings.assembly;

import io.loophalt.core.state.SmallNumbers;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a span says about an agent's work.
 *
 * @param traceId the trace
 * @param spanId the span
 * @param parentId its parent in the trace, empty if it is the first
 * @param startNanos when it began, since the epoch
 * @param endNanos when it ended, since the epoch
 * @param operation what kind of work it is
 * @param conversation the conversation it says it belongs to, empty if it does not say
 * @param agent the agent's name, empty if unknown
 * @param tool the tool's name, empty for other operations
 * @param callId the tool call's id, empty if unknown
 * @param arguments the tool call's, null if not recorded
 * @param result the tool call's, null if not recorded
 * @param error null if the work did not fail
 * @param model the model's name, empty if unknown
 * @param inputTokens tokens sent, 0 if unknown
 * @param outputTokens tokens received, 0 if unknown
 * @param userSaid what the user said since the model's last answer, empty if the text is not
 *     recorded; null if the user said nothing; {@link #NOT_RECORDED} where nothing of what the
 *     model was sent is recorded
 * @param responses results of tools that the model was sent since then, as far as recorded
 * @param text the model's answer, empty if not recorded
 * @param requested the calls that the answer asks for, as far as recorded
 */
public record GenAiSpan(
    String traceId,
    String spanId,
    String parentId,
    long startNanos,
    long endNanos,
    Operation operation,
    String conversation,
    String agent,
    String tool,
    String callId,
    @Nullable String arguments,
    @Nullable String result,
    @Nullable String error,
    String model,
    long inputTokens,
    long outputTokens,
    @Nullable String userSaid,
    List<Response> responses,
    String text,
    List<Requested> requested) {

  /** Stands for what the user may have said. No text of a person's is so. */
  public static final String NOT_RECORDED = "\0not recorded";

  /** A call that a model's answer asks for. */
  public record Requested(String id, String tool, String arguments) {

    /** No provider's ids have it. */
    private static final char MADE_UP = '#';

    /** One that has no id: the answer's span and its place there stand for it. */
    public static Requested withoutId(String spanId, int place, String tool, String arguments) {
      return new Requested(spanId + MADE_UP + place, tool, arguments);
    }

    /** Whether an id is of {@link #withoutId}, so that the call may have another one elsewhere. */
    static boolean isMadeUp(String id) {
      return id.indexOf(MADE_UP) >= 0;
    }
  }

  /** A tool's result as the model was told it. */
  public record Response(String id, String text) {}

  /** Copies the lists. */
  public GenAiSpan {
    responses = List.copyOf(responses);
    requested = List.copyOf(requested);
  }

  /** The kinds of work that matter here. */
  public enum Operation {
    /** A model is called. */
    MODEL(0),
    /** A tool is called. */
    TOOL(1),
    /** An agent is at work, whose calls are inside. */
    AGENT(2),
    /** Nothing of these. */
    OTHER(3);

    /** Its number where spans are saved. */
    private final int saved;

    Operation(int saved) {
      this.saved = saved;
    }

    /** Its number where spans are saved. */
    int saved() {
      return saved;
    }

    static Operation restored(byte saved) throws IOException {
      for (Operation each : values()) {
        if (each.saved == saved) {
          return each;
        }
      }
      throw new IOException("no operation has the number " + saved);
    }
  }

  /**
   * The same as a part of a run that the span names itself, which may have several traces; what is
   * in one trace may be of several such runs.
   *
   * @param run in which no control character is
   */
  public GenAiSpan ofOwnRun(String run) {
    return new GenAiSpan(
        traceId,
        spanId,
        parentId,
        startNanos,
        endNanos,
        operation,
        OwnRun.of(run),
        agent,
        tool,
        callId,
        arguments,
        result,
        error,
        model,
        inputTokens,
        outputTokens,
        userSaid,
        responses,
        text,
        requested);
  }

  /** Whether anything of what a model was sent, or of what it answered, is recorded. */
  boolean hasContents() {
    return !NOT_RECORDED.equals(userSaid)
        || !responses.isEmpty()
        || !text.isEmpty()
        || !requested.isEmpty();
  }

  /**
   * The same of a model's span around others without contents, which it stands for: with their
   * tokens and their model where it has none.
   */
  GenAiSpan around(List<GenAiSpan> inside) {
    boolean counts = inputTokens > 0 || outputTokens > 0;
    String named = model;
    long input = inputTokens;
    long output = outputTokens;
    for (GenAiSpan each : inside) {
      named = named.isEmpty() ? each.model : named;
      input += counts ? 0 : each.inputTokens;
      output += counts ? 0 : each.outputTokens;
    }
    return inside.isEmpty() ? this : used(named, input, output);
  }

  private GenAiSpan used(String named, long input, long output) {
    return new GenAiSpan(
        traceId,
        spanId,
        parentId,
        startNanos,
        endNanos,
        operation,
        conversation,
        agent,
        tool,
        callId,
        arguments,
        result,
        error,
        named,
        input,
        output,
        userSaid,
        responses,
        text,
        requested);
  }

  /** The same without contents, as far as they decide nothing about the spans around it. */
  public GenAiSpan outline() {
    return new GenAiSpan(
        traceId,
        spanId,
        parentId,
        startNanos,
        endNanos,
        operation,
        conversation,
        agent,
        "",
        "",
        null,
        null,
        null,
        "",
        0,
        0,
        null,
        List.of(),
        "",
        List.of());
  }

  /** Writes it; {@link #restored} reads it back. */
  public void save(DataOutput out) throws IOException {
    SavedText.write(out, traceId);
    SavedText.write(out, spanId);
    SavedText.write(out, parentId);
    out.writeLong(startNanos);
    out.writeLong(endNanos);
    out.writeByte(operation.saved);
    SavedText.write(out, conversation);
    SavedText.write(out, agent);
    SavedText.write(out, tool);
    SavedText.write(out, callId);
    SavedText.writeOrNull(out, arguments);
    SavedText.writeOrNull(out, result);
    SavedText.writeOrNull(out, error);
    SavedText.write(out, model);
    SmallNumbers.write(out, inputTokens);
    SmallNumbers.write(out, outputTokens);
    SavedText.writeOrNull(out, userSaid);
    SmallNumbers.writeUnsigned(out, responses.size());
    for (Response response : responses) {
      SavedText.write(out, response.id());
      SavedText.write(out, response.text());
    }
    SavedText.write(out, text);
    SmallNumbers.writeUnsigned(out, requested.size());
    for (Requested call : requested) {
      SavedText.write(out, call.id());
      SavedText.write(out, call.tool());
      SavedText.write(out, call.arguments());
    }
  }

  /** The span that {@link #save} wrote. */
  public static GenAiSpan restored(DataInput in) throws IOException {
    return new GenAiSpan(
        SavedText.read(in),
        SavedText.read(in),
        SavedText.read(in),
        in.readLong(),
        in.readLong(),
        Operation.restored(in.readByte()),
        SavedText.read(in),
        SavedText.read(in),
        SavedText.read(in),
        SavedText.read(in),
        SavedText.readOrNull(in),
        SavedText.readOrNull(in),
        SavedText.readOrNull(in),
        SavedText.read(in),
        SmallNumbers.read(in),
        SmallNumbers.read(in),
        SavedText.readOrNull(in),
        restoredResponses(in),
        SavedText.read(in),
        restoredRequests(in));
  }

  private static List<Response> restoredResponses(DataInput in) throws IOException {
    List<Response> responses = new ArrayList<>();
    for (int left = SavedText.count(in); left > 0; left--) {
      responses.add(new Response(SavedText.read(in), SavedText.read(in)));
    }
    return responses;
  }

  private static List<Requested> restoredRequests(DataInput in) throws IOException {
    List<Requested> requested = new ArrayList<>();
    for (int left = SavedText.count(in); left > 0; left--) {
      requested.add(new Requested(SavedText.read(in), SavedText.read(in), SavedText.read(in)));
    }
    return requested;
  }

  /** About how much memory it holds, in bytes. */
  public long weight() {
    long chars = length(arguments) + length(result) + length(error) + length(text);
    for (Requested call : requested) {
      chars += 50 + length(call.arguments());
    }
    for (Response response : responses) {
      chars += 50 + length(response.text());
    }
    return 500 + 2 * chars;
  }

  private static long length(@Nullable String text) {
    return text == null ? 0 : text.length();
  }
}
