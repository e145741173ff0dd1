package io.loophalt.recordings.format;

import io.loophalt.Effect;
import io.loophalt.core.detect.RecordedCall;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.detect.Turn.Prompt;
import io.loophalt.core.detect.UserWords;
import io.loophalt.core.fingerprint.TextDigest;
import io.loophalt.core.text.UserText;
import io.loophalt.recordings.RecordedRun.RecordedTurn;
import io.loophalt.recordings.RecordedStep;
import io.loophalt.recordings.RunSink;
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
final class RunAssembler {

  /** How much of a result is kept for those few rules that compare words. */
  static final int KEPT_RESULT_CHARS = 64 * 1024;

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
  record Reply(
      @Nullable String key,
      String text,
      String model,
      long inputTokens,
      long outputTokens,
      @Nullable Long epochMillis) {

    static Reply of(String text) {
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

  private Prompt prompt = Prompt.NONE;
  private final UserWords heard = new UserWords();
  private boolean compacted;
  private int turns;
  private int position;
  private @Nullable Long began;
  private long clock;

  RunAssembler(RunSink.OpenRun run) {
    this.run = run;
  }

  /** The run's name turned up. */
  void named(String id) {
    run.named(id);
  }

  /**
   * The user said something. The prompt that begins the run is not counted. What the run has heard
   * before is no person's: a program says it, which drives the agent on.
   *
   * @param text what was said, empty if that is not recorded
   */
  void userSpoke(String text) {
    long said = UserText.digest(text);
    boolean isNew = said == 0 || heard.hear(said);
    if (open || turns > 0) {
      prompt = isNew || prompt == Prompt.NEW ? Prompt.NEW : Prompt.REPEATED;
    }
  }

  /** The history was condensed. */
  void compacted() {
    compacted = open || turns > 0;
  }

  /**
   * An answer of this key is next. If it is another than the one at hand, nothing came of the calls
   * that one asks for, and nobody spoke in between, that one was given up half-way and asked for
   * anew: the calls were never made, and the model will not see them. Its tokens stay, if they are
   * more than the next one's.
   */
  void replacesUnanswered(@Nullable String nextKey) {
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
  void reply(Reply reply) {
    at(reply.epochMillis());
    if (open && reply.key() != null && reply.key().equals(key)) {
      // Usage is repeated with every piece, and grows while an answer is streamed.
      inputTokens = Math.max(inputTokens, reply.inputTokens());
      outputTokens = Math.max(outputTokens, reply.outputTokens());
    } else {
      endTurn();
      open = true;
      key = reply.key();
      inputTokens = reply.inputTokens();
      outputTokens = reply.outputTokens();
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

  /** The answer asks for a call; without an answer the call is a turn of its own. */
  void call(@Nullable String id, String tool, String arguments, Effect effect) {
    if (!open) {
      reply(Reply.of(""));
    }
    calls.add(new Call(id, tool, arguments, effect, clock));
  }

  /** Whether a call of the open turn has this id and waits for its result. */
  boolean awaits(String id) {
    return find(id) != null;
  }

  /** The id of the oldest call of a tool that waits for its result; null if there is none. */
  @Nullable String awaited(String tool) {
    for (Call call : calls) {
      if (call.result == null && call.tool.equals(tool)) {
        return call.id;
      }
    }
    return null;
  }

  /**
   * A call has its result. One that no call of the open turn waits for is left out.
   *
   * @param id the call's; null for the oldest that waits
   * @param error null if the call did not fail
   */
  void result(
      @Nullable String id, String result, @Nullable String error, @Nullable Long epochMillis) {
    at(epochMillis);
    Call call = find(id);
    if (call == null) {
      return;
    }
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

  /** The turn is over whatever comes next. */
  void endTurn() {
    if (!open) {
      return;
    }
    List<RecordedStep> steps = new ArrayList<>(calls.size());
    for (Call call : calls) {
      steps.add(step(call, position + steps.size()));
    }
    Turn turn =
        new Turn(
            turns,
            steps.size(),
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

  /** The run is over. */
  void end(@Nullable Boolean outcome) {
    endTurn();
    run.end(outcome);
  }

  private RecordedStep step(Call call, int position) {
    String result = call.result;
    return RecordedStep.of(
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
