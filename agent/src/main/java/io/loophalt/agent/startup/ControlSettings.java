package io.loophalt.agent.startup;

import io.loophalt.configuration.ConfigSource;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.runtime.AgentGate;
import org.jspecify.annotations.Nullable;

/**
 * What is known at start of how a person is to steer the agent, for when the first run begins.
 *
 * @param folder of the socket; null for the user's
 * @param source where the configuration was read from, and is read anew
 * @param mode what has overridden the file's; null if nothing has
 * @param modeBy by what; null if nothing has
 * @param text the configuration as it was read; empty for no file
 * @param gate what lets calls pass; null until it is there
 */
record ControlSettings(
    @Nullable String folder,
    ConfigSource source,
    @Nullable Mode mode,
    @Nullable String modeBy,
    String text,
    @Nullable AgentGate gate) {

  /** The same for a gate. */
  ControlSettings of(AgentGate known) {
    return new ControlSettings(folder, source, mode, modeBy, text, known);
  }
}
