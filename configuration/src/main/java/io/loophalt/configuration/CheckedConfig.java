package io.loophalt.configuration;

import io.loophalt.core.fingerprint.DigestKey;
import io.loophalt.runtime.policy.AgentPolicy;
import io.loophalt.runtime.policy.ControlPolicy;
import io.loophalt.runtime.policy.MemoryPolicy;
import io.loophalt.runtime.policy.MetricsPolicy;
import io.loophalt.runtime.policy.NotifyPolicy;
import io.loophalt.runtime.policy.StorePolicy;
import java.io.File;
import java.util.List;
import java.util.Optional;

/**
 * A valid configuration and what is odd about it.
 *
 * @param policy what it says
 * @param extensions jars of users' extensions, which are there
 * @param digestKey the secret under which digests leave the process
 * @param memory the memory of past loops, empty for none
 * @param control how it is steered from outside
 * @param metrics where metrics go; empty for the default, which is then not even made
 * @param traces whether what is done about runs becomes events on the application's spans
 * @param notifications to whom it is posted what happens, empty for nobody
 * @param store the server in which joined runs are shared, empty for none
 * @param findings what has no effect, or another than one may think: rungs and limits that can
 *     never be reached in the order of the file, behind what else says nothing
 * @param text what was read; empty for no file
 */
public record CheckedConfig(
    AgentPolicy policy,
    List<File> extensions,
    Optional<DigestKey> digestKey,
    Optional<MemoryPolicy> memory,
    ControlPolicy control,
    Optional<MetricsPolicy> metrics,
    boolean traces,
    Optional<NotifyPolicy> notifications,
    Optional<StorePolicy> store,
    List<ConfigFinding> findings,
    String text) {

  /** Copies the lists. */
  public CheckedConfig {
    extensions = List.copyOf(extensions);
    findings = List.copyOf(findings);
  }
}
