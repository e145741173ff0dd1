package io.loophalt.recordings;

import io.loophalt.core.detect.RecordedCall;
import io.loophalt.core.detect.Step;
import io.loophalt.core.policy.ToolPolicy;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A tool call of a recording, which becomes a step when it meets the settings of its tool: the one
 * place where it does. Not thread-safe.
 */
public final class RecordedStep {

  private final String tool;
  private final Function<@Nullable ToolPolicy, Step> reading;

  // Several policies that say the same of the tool share one step, and what was read for it.
  private @Nullable ToolPolicy latestSettings;
  private @Nullable Step latest;

  /**
   * Makes one.
   *
   * @param reading makes the step by the settings of the tool, null if they say nothing of it
   */
  public RecordedStep(String tool, Function<@Nullable ToolPolicy, Step> reading) {
    this.tool = tool;
    this.reading = reading;
  }

  /** One whose texts are at hand. */
  public static RecordedStep of(RecordedCall call) {
    return new RecordedStep(
        call.tool(), settings -> settings == null ? call.step() : call.step(settings));
  }

  /** The tool's name. */
  public String tool() {
    return tool;
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
      known = reading.apply(settings);
      latest = known;
      latestSettings = settings;
    }
    return known;
  }
}
