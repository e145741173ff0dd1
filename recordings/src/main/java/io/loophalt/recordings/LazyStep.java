package io.loophalt.recordings;

import io.loophalt.core.detect.RecordedCall;
import io.loophalt.core.detect.Step;
import io.loophalt.core.policy.ToolPolicy;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The step of a recorded tool call before anybody has asked for it: the {@link Step} is made when
 * the call meets the settings of its tool, and here alone. It records nothing itself. Not
 * thread-safe.
 */
public final class LazyStep {

  /** What a recording has of a call. */
  public interface Source {

    /**
     * The step that it is.
     *
     * @param settings of its tool, null if they say nothing of it
     */
    Step step(@Nullable ToolPolicy settings);

    /** When its outcome was there, milliseconds since the run began; 0 if nobody knows. */
    long endMillis();

    /**
     * What it was made with, for a person.
     *
     * @param step that it is
     */
    default String shownArguments(Step step) {
      return step.argumentsText();
    }

    /**
     * What came of it, for a person.
     *
     * @param step that it is
     */
    default String shownOutcome(Step step) {
      return step.failed() ? step.errorText() : step.resultText();
    }
  }

  /**
   * A call of which all texts are at hand.
   *
   * @param call as it was recorded
   */
  public record Texts(RecordedCall call) implements Source {
    @Override
    public Step step(@Nullable ToolPolicy settings) {
      return settings == null ? call.step() : call.step(settings);
    }

    @Override
    public long endMillis() {
      return call.endMillis();
    }
  }

  private final String tool;
  private final Source source;

  // Several policies that say the same of the tool share one step, and what was read for it.
  private @Nullable ToolPolicy latestSettings;
  private @Nullable Step latest;

  /**
   * Makes one.
   *
   * @param source makes the step by the settings of the tool
   */
  public LazyStep(String tool, Source source) {
    this.tool = tool;
    this.source = source;
  }

  /** One whose texts are at hand. */
  public static LazyStep of(RecordedCall call) {
    return new LazyStep(call.tool(), new Texts(call));
  }

  /** The tool's name. */
  public String tool() {
    return tool;
  }

  /** What the recording has of it. */
  public Source source() {
    return source;
  }

  /** The step that it is where the settings say nothing of its tool. */
  public Step step() {
    return step(null);
  }

  /**
   * The step that it is by the settings of its tool; the same one as long as those are the same.
   */
  public Step step(@Nullable ToolPolicy settings) {
    Step known = latest;
    if (known == null || !Objects.equals(settings, latestSettings)) {
      known = source.step(settings);
      latest = known;
      latestSettings = settings;
    }
    return known;
  }
}
