package io.loophalt.configuration.settings;

import io.loophalt.configuration.schema.Located;
import io.loophalt.core.fingerprint.DigestKey;
import io.loophalt.core.policy.BudgetPolicy;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.ModelPrice;
import io.loophalt.runtime.policy.CapturePolicy;
import io.loophalt.runtime.policy.ControlPolicy;
import io.loophalt.runtime.policy.EventLogPolicy;
import io.loophalt.runtime.policy.JoinPolicy.TrustedIds;
import io.loophalt.runtime.policy.MemoryPolicy;
import io.loophalt.runtime.policy.MetricsPolicy;
import io.loophalt.runtime.policy.NotifyPolicy;
import io.loophalt.runtime.policy.StorePolicy;
import io.loophalt.runtime.policy.WeavingPolicy;
import java.io.File;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Everything a file says, before presets and scopes are put together.
 *
 * @param everyTask the top level's part of what a task can say, too
 * @param extensions jars of users' extensions
 * @param budgets what runs may use together, and where that is said
 * @param capture what is recorded of calls beside digests, and where that is said; null for nothing
 * @param digestKey the secret under which digests leave the process
 * @param memory the memory of past loops, empty for none
 * @param control how it is steered from outside
 * @param metrics where metrics go; empty for the default, which is then not even made
 * @param traces whether what is done about runs becomes events on the application's spans
 * @param notifications to whom it is posted what happens, empty for nobody
 * @param placedStore the server in which runs are shared, and where that is said; null for none
 * @param trustedIds ids from outside that name a run; null for none
 */
public record FileSettings(
    Mode mode,
    TaskSettings everyTask,
    Map<String, TaskSettings> tasks,
    WeavingPolicy weaving,
    List<File> extensions,
    List<ModelPrice> prices,
    List<Located<BudgetPolicy>> budgets,
    EventLogPolicy eventLog,
    @Nullable Located<Optional<CapturePolicy>> capture,
    Optional<DigestKey> digestKey,
    Optional<MemoryPolicy> memory,
    ControlPolicy control,
    Optional<MetricsPolicy> metrics,
    boolean traces,
    Optional<NotifyPolicy> notifications,
    @Nullable Located<Optional<StorePolicy>> placedStore,
    @Nullable TrustedIds trustedIds,
    Duration idleGap,
    Duration haltedFor,
    int maxRuns) {

  /** An empty file. */
  public static final FileSettings NONE =
      new FileSettings(
          Defaults.MODE,
          TaskSettings.NONE,
          Map.of(),
          Defaults.WEAVING,
          List.of(),
          List.of(),
          List.of(),
          Defaults.EVENT_LOG,
          null,
          Optional.empty(),
          Optional.empty(),
          ControlPolicy.DEFAULT,
          Optional.empty(),
          /* traces= */ true,
          Optional.empty(),
          null,
          null,
          Defaults.IDLE_GAP,
          Defaults.HALTED_FOR,
          Defaults.MAX_RUNS);

  /** The server in which runs are shared, empty for none. */
  public Optional<StorePolicy> store() {
    return placedStore == null ? Optional.empty() : placedStore.value();
  }
}
