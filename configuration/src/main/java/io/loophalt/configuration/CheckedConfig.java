package io.loophalt.configuration;

import io.loophalt.core.policy.AgentPolicy;
import java.util.List;

/**
 * A valid configuration and what is odd about it.
 *
 * @param policy what it says
 * @param findings rungs and limits that can never be reached, in the order of the file
 */
public record CheckedConfig(AgentPolicy policy, List<ConfigFinding> findings) {

  /** Copies the findings. */
  public CheckedConfig {
    findings = List.copyOf(findings);
  }
}
