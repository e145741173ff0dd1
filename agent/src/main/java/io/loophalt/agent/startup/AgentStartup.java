package io.loophalt.agent.startup;

import java.lang.instrument.Instrumentation;
import org.jspecify.annotations.Nullable;

/**
 * Entered from the launcher, inside the isolated loader: defines the gate, then hands over to
 * {@link Agent}, which links to it and so must not be loaded earlier.
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
    GateDefinition.define(instrumentation);
    return Agent.start(instrumentation, options);
  }
}
