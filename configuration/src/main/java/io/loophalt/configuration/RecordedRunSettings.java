package io.loophalt.configuration;

import io.loophalt.core.detect.Turn;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.presets.Preset;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.policy.AgentPolicy;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * By which settings recorded runs are judged: those of a configuration, or the detectors and
 * ceilings of a preset in their place. Immutable and thread-safe.
 */
public final class RecordedRunSettings {

  private final AgentPolicy configured;
  private final @Nullable Preset chosen;

  /**
   * Chooses them.
   *
   * @param preset its name; null for the configuration's own
   * @throws IllegalArgumentException if there is no such preset; its message is for the user
   */
  public RecordedRunSettings(AgentPolicy configured, @Nullable String preset) {
    this.configured = configured;
    this.chosen = preset == null ? null : Presets.named(preset);
  }

  /** The settings of a task. */
  public TaskPolicy forTask(String task) {
    TaskPolicy settings = configured.forTask(task);
    Preset preset = chosen;
    return preset == null
        ? settings
        : new TaskPolicy(
            settings.task(),
            Presets.versioned(preset.name()),
            preset.detectors(),
            settings.actionClassLadders(),
            preset.ceilings(),
            settings.tools(),
            settings.onHalt());
  }

  /**
   * What a turn's model call cost by the price table. Recordings do not tell which of the tokens
   * sent were cached, so that all of them cost the full price.
   */
  public BigDecimal costOf(Turn turn) {
    return configured.costOf(
        turn.model(), turn.inputTokens(), /* cachedInputTokens= */ 0, turn.outputTokens());
  }
}
