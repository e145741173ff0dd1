package io.loophalt.core.detect;

import io.loophalt.Effect;
import io.loophalt.core.detect.standard.StandardPreset;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.Ladder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tells one detector of the default preset of turns, at the moments that it wants to hear of, and
 * notes what it counts.
 */
public final class Told implements FindingSink {

  /** A call of a turn, with its outcome. */
  public record Called(
      String tool,
      @Nullable String actionClass,
      String argument,
      String result,
      @Nullable String error,
      List<String> files,
      @Nullable String state) {

    public static Called worked(String tool, String argument, String result) {
      return new Called(tool, null, argument, result, null, List.of(), null);
    }

    public static Called failed(String tool, String argument, String error) {
      return new Called(tool, null, argument, "", error, List.of(), null);
    }

    public Called of(String newClass) {
      return new Called(tool, newClass, argument, result, error, files, state);
    }

    public Called touching(String file) {
      return new Called(tool, actionClass, argument, result, error, List.of(file), state);
    }

    public Called inState(String newState) {
      return new Called(tool, actionClass, argument, result, error, files, newState);
    }

    public Called printing(String output) {
      return new Called(tool, actionClass, argument, output, error, files, state);
    }
  }

  private final Detector detector;
  private final Map<String, Integer> counts = new HashMap<>();
  private int turns;
  private int steps;
  private long millis;

  public Told(String name) {
    this(ofStandard(name));
  }

  public Told(Detector detector) {
    this.detector = detector;
  }

  /** A detector of the default preset, with its own numbers as they are by default. */
  public static Detector ofStandard(String name) {
    return ofStandard(name, Map.of());
  }

  /** A detector of the default preset with numbers of its own. */
  public static Detector ofStandard(String name, Map<String, Integer> parameters) {
    return StandardPreset.detector(
        new DetectorPolicy(name, DetectorPolicy.Mode.ACT, Ladder.NONE, parameters));
  }

  /** Lets time pass, beside the 10 milliseconds of each turn. */
  public Told after(long pauseMillis) {
    millis += pauseMillis;
    return this;
  }

  /** One more turn, of these calls in parallel. */
  public Told turn(Called... calls) {
    return turn(false, false, calls);
  }

  /** The same after a message of the user. */
  public Told askedTurn(Called... calls) {
    return turn(true, false, calls);
  }

  /** The same after the history was condensed. */
  public Told condensedTurn(Called... calls) {
    return turn(false, true, calls);
  }

  /** An answer in words alone, to what was said before it. */
  public Told talk(Turn.Prompt prompt) {
    return talk(prompt, "");
  }

  /** The same, in these words. */
  public Told talk(Turn.Prompt prompt, String text) {
    return turn(new Turn(turns, 0, text, "model", 0, 0, prompt, false), prompt == Turn.Prompt.NEW);
  }

  /** One more turn, after what happened to the history. */
  public Told turn(boolean asked, boolean condensed, Called... calls) {
    Turn turn = new Turn(turns, calls.length, "", "model", 0, 0, asked, condensed);
    return turn(turn, asked || condensed, calls);
  }

  private Told turn(Turn turn, boolean historyChanged, Called... calls) {
    if (hears(
        Detector.TURN_STARTED
            | Detector.ANSWERED
            | (historyChanged ? Detector.HISTORY_CHANGED : 0))) {
      detector.turnStarted(turn, this);
    }
    for (Called call : calls) {
      if (hears(Detector.AFTER_STEP)) {
        detector.afterStep(step(call), this);
      }
    }
    if (hears(Detector.TURN_ENDED)) {
      detector.turnEnded(turn, this);
    }
    turns++;
    millis += 10;
    return this;
  }

  private boolean hears(int anyOfMoments) {
    return (detector.moments() & anyOfMoments) != 0;
  }

  private Step step(Called call) {
    Step step =
        new RecordedCall(
                call.tool(),
                call.actionClass(),
                Effect.UNKNOWN,
                arguments(call.argument()),
                call.result(),
                null,
                call.error(),
                call.files(),
                call.state(),
                "",
                millis,
                millis)
            .step();
    step.placedAt(steps++, turns);
    return step;
  }

  /** An object stays as it is. */
  private static String arguments(String argument) {
    return argument.startsWith("{\"") ? argument : "{\"x\":\"" + argument + "\"}";
  }

  /** What was reported last, by tool, action class or, if empty, for the run as a whole. */
  public Map<String, Integer> counts() {
    return counts;
  }

  /** What was reported last for the run as a whole. */
  public int count() {
    return count("");
  }

  /** What was reported last for a tool or an action class. */
  public int count(String of) {
    return counts.getOrDefault(of, 0);
  }

  @Override
  public Intervention report(String rule, int count) {
    return report(rule, "", count);
  }

  @Override
  public Intervention report(String rule, String of, int count) {
    counts.put(of, count);
    return Intervention.NONE;
  }

  @Override
  public void startsAnew() {
    counts.clear();
  }
}
