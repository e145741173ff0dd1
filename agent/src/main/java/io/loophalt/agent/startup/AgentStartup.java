package io.loophalt.agent.startup;

import io.loophalt.agent.config.BuiltInPresets;
import io.loophalt.agent.config.ConfigException;
import io.loophalt.agent.config.ConfigLoader;
import io.loophalt.agent.config.ConfigSource;
import io.loophalt.agent.config.PresetCatalog;
import io.loophalt.agent.policy.AgentPolicy;
import java.io.File;
import java.lang.instrument.Instrumentation;
import org.jspecify.annotations.Nullable;

/**
 * Entered from the launcher, inside the isolated loader: reads the configuration, defines the gate,
 * then hands over to {@link Agent}, which links to it and so must not be loaded earlier.
 *
 * <p>In this order, because the gate stays: an attach that is refused for its configuration leaves
 * nothing behind and can be repeated.
 */
public final class AgentStartup {

  private AgentStartup() {}

  /**
   * Starts the agent.
   *
   * @param options what stands behind {@code -javaagent:...=}, or null
   * @return null, or one message that says why the agent refuses to start
   */
  public static @Nullable String start(Instrumentation instrumentation, @Nullable String options)
      throws Exception {
    if (GateDefinition.isDefined()) {
      System.err.println("[loophalt] is in this JVM already; the second agent does nothing");
      return null;
    }
    String badOption = Options.refusal(options);
    if (badOption != null) {
      return "[loophalt] " + badOption;
    }
    PresetCatalog presets = new BuiltInPresets();
    AgentPolicy policy;
    try {
      policy = new ConfigLoader(presets).load(locate(options));
    } catch (ConfigException refused) {
      return "[loophalt] " + refused.getMessage();
    }
    GateDefinition.define(instrumentation);
    return Agent.start(instrumentation, policy, presets);
  }

  private static ConfigSource locate(@Nullable String options) {
    return ConfigSource.locate(
        Options.value(options, "config"),
        System::getProperty,
        System::getenv,
        new File(System.getProperty("user.dir")));
  }
}
