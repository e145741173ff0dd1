package io.loophalt.recordings.assembly;

import io.loophalt.Effect;
import io.loophalt.core.detect.RecordedCall;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.detect.Turn.Prompt;
import io.loophalt.core.detect.UserWords;
import io.loophalt.core.fingerprint.TextDigest;
import io.loophalt.core.state.SmallNumbers;
import io.loophalt.core.text.UserText;
import io.loophalt.recordings.LazyStep;
import io.loophalt.recordings.RecordedRun.RecordedTurn;
import io.loophalt.recordings.RunSink;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes turns of replies, calls and results as a transcript tells them: results find their calls by
 * id, and a turn is over when the next reply begins.
 *
 * <p>What a transcript leaves out is never taken for equal: a call without a result gets an outcome
 * that is like no other. Holds one turn; of a long result it holds the beginning and a digest of
 * the whole.
 */
public final class RunAssembler {

  /** The form that {@link #save} writes. */
  public static final byte FORM = 2;

  /** That before, which knew of no model calls that fail, and of no transcripts in one text. */
  public static final byte FIRST_FORM = 1;

  /** How much of a result is kept for those few rules that compare words. */
  public static final int KEPT_RESULT_CHARS = 64 * 1024;

  /**
   * A model's answer, as far as it is known.
   *
   * @param key names the answer where it is told in several pieces; null if it comes in one
   * @param text its text, empty if none
   * @param model the model's name, empty if unknown
   * @param inputTokens tokens sent, cached ones included; 0 if unknown
   * @param outputTokens tokens received; 0 if unknown
   * @param epochMillis when it was there; null if unknown
   */
  public record Reply(
      @Nullable String key,
      String text,
      String model,
      long inputTokens,
      long outputTokens,
      @Nullable Long epochMillis) {

    /** An answer of which the text alone is known. */
    public static Reply of(String text) {
      return new Reply(null, text, "", 0, 0, null);
    }
  }

  /** A call that waits for its result. */
  private static final class Call {
    final @Nullable String id;
    final String tool;
    final String arguments;
    final Effect effect;
    final long startMillis;
    @Nullable String result;
    @Nullable Long wholeDigest;
    @Nullable String error;
    long endMillis;

    Call(@Nullable String id, String tool, String arguments, Effect effect, long startMillis) {
      this.id = id;
      this.tool = tool;
      this.arguments = arguments;
      this.effect = effect;
      this.startMillis = startMillis;
      this.endMillis = startMillis;
    }

    void save(DataOutput out) throws IOException {
      SavedText.writeOrNull(out, id);
      SavedText.write(out, tool);
      SavedText.write(out, arguments);
      SavedText.write(out, effect.name());
      SmallNumbers.write(out, startMillis);
      SavedText.writeOrNull(out, result);
      Long digest = wholeDigest;
      out.writeBoolean(digest != null);
      out.writeLong(digest == null ? 0 : digest);
      SavedText.writeOrNull(out, error);
      SmallNumbers.write(out, endMillis);
    }

    static Call restored(DataInput in) throws IOException {
      Call call =
          new Call(
              SavedText.readOrNull(in),
              SavedText.read(in),
              SavedText.read(in),
              SavedTurn.effect(SavedText.read(in)),
              SmallNumbers.read(in));
      call.result = SavedText.readOrNull(in);
      boolean isDigested = in.readBoolean();
      long digest = in.readLong();
      call.wholeDigest = isDigested ? digest : null;
      call.error = SavedText.readOrNull(in);
      call.endMillis = SmallNumbers.read(in);
      return call;
    }
  }

  private final RunSink.OpenRun run;

  private boolean open;
  private @Nullable String key;
  private final StringBuilder text = new StringBuilder();
  private String model = "";
  private long inputTokens;
  private long outputTokens;
  private long answeredMillis;
  private Prompt promptBefore = Prompt.NONE;
  private boolean compactedBefore;
  private final List<Call> calls = new ArrayList<>();

  /** What failed before the first answer, or behind a turn that is over. */
  private long failedInputTokens;

  private long failedOutputTokens;

  private Prompt prompt = Prompt.NONE;
  private final UserWords heard = new UserWords();
  private final Transcript transcript = new Transcript();
  private boolean compacted;
  private int turns;
  private int position;
  private @Nullable Long began;
  private long clock;

  /** One that tells a run its turns. */
  public RunAssembler(RunSink.OpenRun run) {
    this.run = run;
  }

  /** The run's name turned up. */
  public void named(String id) {
    run.named(id);
  }

  /**
   * The user said something. The prompt that begins the run is not counted. What the run has heard
   * before is no person's: a program says it, which drives the agent on.
   *
   * @param text what was said, empty if that is not recorded
   */
  public void userSpoke(String text) {
    long said = UserText.digest(text);
    boolean isNew = said == 0 || heard.hear(said);
    if (open || turns > 0) {
      prompt = isNew || prompt == Prompt.NEW ? Prompt.NEW : Prompt.REPEATED;
    }
  }

  /**
   * The same of a text that the model was sent, where it may be the whole conversation so far, the
   * answer at hand included. A program says that; what stands behind the answer came of it.
   *
   * @param sent what was said, empty if that is not recorded
   */
  void sent(String sent) {
    String behind = open ? transcript.behind(sent, text.toString()) : null;
    if (behind == null) {
      userSpoke(sent);
      return;
    }
    long said = UserText.digest(behind);
    boolean isNew = (said != 0 && heard.hear(said)) || !calls.isEmpty();
    if (prompt != Prompt.NEW && prompt != Prompt.RESULTS) { // It may be sent twice.
      prompt = isNew ? Prompt.RESULTS : said == 0 ? Prompt.NONE : Prompt.REPEATED;
    }
  }

  /**
   * What the model was sent before its next answer is not recorded. If nothing of the answer is,
   * either, only calls that are told show whether it is idle.
   */
  void unseen() {
    prompt = prompt == Prompt.NONE ? Prompt.UNSEEN : prompt;
  }

  /** The history was condensed. */
  public void compacted() {
    compacted = open || turns > 0;
  }

  /**
   * An answer of this key is next. If it is another than the one at hand, nothing came of the calls
   * that one asks for, and nobody spoke in between, that one was given up half-way and asked for
   * anew: the calls were never made, and the model will not see them. Its tokens stay, if they are
   * more than the next one's.
   */
  public void replacesUnanswered(@Nullable String nextKey) {
    boolean another = open && nextKey != null && !nextKey.equals(key);
    if (another
        && prompt == Prompt.NONE
        && !compacted
        && !calls.isEmpty()
        && calls.stream().allMatch(call -> call.result == null)) {
      calls.clear();
      text.setLength(0);
      key = nextKey;
    }
  }

  /** The model answered, or goes on with the answer of the same key. */
  public void reply(Reply reply) {
    at(reply.epochMillis());
    if (open && reply.key() != null && reply.key().equals(key)) {
      // Usage is repeated with every piece, and grows while an answer is streamed.
      inputTokens = Math.max(inputTokens, reply.inputTokens());
      outputTokens = Math.max(outputTokens, reply.outputTokens());
    } else {
      endTurn();
      open = true;
      key = reply.key();
      inputTokens = reply.inputTokens() + failedInputTokens;
      outputTokens = reply.outputTokens() + failedOutputTokens;
      failedInputTokens = 0;
      failedOutputTokens = 0;
      promptBefore = prompt;
      compactedBefore = compacted;
      prompt = Prompt.NONE;
      compacted = false;
    }
    answeredMillis = clock;
    if (!reply.text().isEmpty()) {
      text.append(text.length() == 0 ? "" : "\n").append(reply.text());
    }
    if (!reply.model().isEmpty()) {
      model = reply.model();
    }
  }

  /**
   * The same of an answer in one piece to what was sent.
   *
   * @param sent null if nobody said anything, or that is not recorded
   */
  void reply(Reply reply, @Nullable String sent) {
    reply(reply);
    transcript.answered(sent, reply.text());
  }

  /**
   * The model was called and did not answer. What that took is of the turn at hand, or else of the
   * next one.
   *
   * @param input tokens sent, 0 if unknown
   * @param output tokens received, 0 if unknown
   */
  void failedToAnswer(long input, long output, @Nullable Long epochMillis) {
    at(epochMillis);
    if (open) {
      inputTokens += input;
      outputTokens += output;
    } else {
      failedInputTokens += input;
      failedOutputTokens += output;
    }
  }

  /** The answer asks for a call; without an answer the call is a turn of its own. */
  public void call(@Nullable String id, String tool, String arguments, Effect effect) {
    if (!open) {
      reply(Reply.of(""));
    }
    calls.add(new Call(id, tool, arguments, effect, clock));
  }

  /** Whether a turn has begun that is not over. */
  boolean isOpen() {
    return open;
  }

  /** Whether the model has answered yet. */
  public boolean hasAnswered() {
    return open || turns > 0;
  }

  /** Whether a call of the open turn has this id and waits for its result. */
  public boolean awaits(String id) {
    return find(id) != null;
  }

  /** Whether a call of this tool waits for its result. */
  public boolean awaitsTool(String tool) {
    return findOf(tool) != null;
  }

  /** Whether the call that has waited longest has no id by which its result could name it. */
  public boolean awaitsUnnamed() {
    Call oldest = find(null);
    return oldest != null && oldest.id == null;
  }

  /**
   * The id of a call of a tool that waits for its result: of several that with these arguments, or
   * else the oldest; null if there is none.
   *
   * @param arguments null if they are not recorded
   */
  @Nullable String awaited(String tool, @Nullable String arguments) {
    List<Call> waiting = new ArrayList<>(2);
    for (Call call : calls) {
      if (call.result == null && call.tool.equals(tool)) {
        waiting.add(call);
      }
    }
    if (waiting.size() > 1 && arguments != null) {
      for (Call call : waiting) {
        if (WrittenArguments.areSame(call.arguments, arguments)) {
          return call.id;
        }
      }
    }
    return waiting.isEmpty() ? null : waiting.get(0).id;
  }

  /**
   * A call has its result. One that no call of the open turn waits for is left out.
   *
   * @param id the call's; null for the oldest that waits
   * @param error null if the call did not fail
   */
  public void result(
      @Nullable String id, String result, @Nullable String error, @Nullable Long epochMillis) {
    at(epochMillis);
    Call call = find(id);
    if (call != null) {
      answered(call, result, error);
    }
  }

  /** The same of the call of a tool that has waited longest; left out if there is none. */
  public void resultOf(String tool, String result, @Nullable String error) {
    Call call = findOf(tool);
    if (call != null) {
      answered(call, result, error);
    }
  }

  private void answered(Call call, String result, @Nullable String error) {
    if (result.length() > KEPT_RESULT_CHARS) {
      call.wholeDigest = TextDigest.of(result);
      call.result = result.substring(0, KEPT_RESULT_CHARS);
    } else {
      call.result = result;
    }
    call.error = error;
    call.endMillis = clock;
  }

  private @Nullable Call find(@Nullable String id) {
    for (Call call : calls) {
      if (call.result == null && (id == null || Objects.equals(id, call.id))) {
        return call;
      }
    }
    return null;
  }

  private @Nullable Call findOf(String tool) {
    for (Call call : calls) {
      if (call.result == null && call.tool.equals(tool)) {
        return call;
      }
    }
    return null;
  }

  /** The turn is over whatever comes next. */
  public void endTurn() {
    if (!open) {
      return;
    }
    List<LazyStep> steps = new ArrayList<>(calls.size());
    for (Call call : calls) {
      steps.add(step(call, position + steps.size()));
    }
    Turn turn =
        new Turn(
            turns,
            isHidden() ? Turn.CALLS_UNKNOWN : steps.size(),
            text.toString(),
            model,
            inputTokens,
            outputTokens,
            promptBefore,
            compactedBefore);
    run.turn(new RecordedTurn(turn, steps, answeredMillis, position));
    turns++;
    position += Math.max(1, steps.size());
    open = false;
    text.setLength(0);
    calls.clear();
  }

  private boolean isHidden() {
    return promptBefore == Prompt.UNSEEN && text.length() == 0 && calls.isEmpty();
  }

  /** The run is over. */
  public void end(@Nullable Boolean outcome) {
    endTurn();
    run.end(outcome);
  }

  /** When the run began, milliseconds since the epoch; null if nobody has told a time. */
  public @Nullable Long beganEpochMillis() {
    return began;
  }

  /** Writes what was told and is not in an ended turn; {@link #restore} reads it back. */
  public void save(DataOutput out) throws IOException {
    out.writeBoolean(open);
    SavedText.writeOrNull(out, key);
    SavedText.write(out, text.toString());
    SavedText.write(out, model);
    SmallNumbers.write(out, inputTokens);
    SmallNumbers.write(out, outputTokens);
    SmallNumbers.write(out, answeredMillis);
    Turn.save(out, promptBefore);
    out.writeBoolean(compactedBefore);
    SmallNumbers.writeUnsigned(out, calls.size());
    for (Call call : calls) {
      call.save(out);
    }
    Turn.save(out, prompt);
    heard.save(out);
    out.writeBoolean(compacted);
    SmallNumbers.write(out, turns);
    SmallNumbers.write(out, position);
    Long first = began;
    out.writeBoolean(first != null);
    SmallNumbers.write(out, first == null ? 0 : first);
    SmallNumbers.write(out, clock);
    SmallNumbers.write(out, failedInputTokens);
    SmallNumbers.write(out, failedOutputTokens);
    transcript.save(out);
  }

  /**
   * Goes on with what {@link #save} wrote; nothing may have been told before.
   *
   * @param form in which that was: {@link #FORM} or one before
   */
  public void restore(DataInput in, byte form) throws IOException {
    open = in.readBoolean();
    key = SavedText.readOrNull(in);
    text.append(SavedText.read(in));
    model = SavedText.read(in);
    inputTokens = SmallNumbers.read(in);
    outputTokens = SmallNumbers.read(in);
    answeredMillis = SmallNumbers.read(in);
    promptBefore = Turn.restoredPrompt(in);
    compactedBefore = in.readBoolean();
    for (int left = SavedText.count(in); left > 0; left--) {
      calls.add(Call.restored(in));
    }
    prompt = Turn.restoredPrompt(in);
    heard.restore(in);
    compacted = in.readBoolean();
    turns = SmallNumbers.readInt(in);
    position = SmallNumbers.readInt(in);
    boolean hasBegun = in.readBoolean();
    long first = SmallNumbers.read(in);
    began = hasBegun ? first : null;
    clock = SmallNumbers.read(in);
    if (form >= FORM) {
      failedInputTokens = SmallNumbers.read(in);
      failedOutputTokens = SmallNumbers.read(in);
      transcript.restore(in);
    }
  }

  private LazyStep step(Call call, int position) {
    String result = call.result;
    return LazyStep.of(
        new RecordedCall(
            call.tool,
            null,
            call.effect,
            call.arguments,
            result == null ? Unrecorded.text(position) : result,
            call.wholeDigest,
            call.error,
            List.of(),
            null,
            text.toString(),
            call.startMillis,
            call.endMillis));
  }

  private void at(@Nullable Long epochMillis) {
    if (epochMillis == null) {
      return;
    }
    if (began == null) {
      began = epochMillis;
    }
    clock = Math.max(clock, epochMillis - began);
  }
}
