package io.loophalt.store;

import io.loophalt.core.fingerprint.DigestKey;
import io.loophalt.runtime.policy.StorePolicy;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.runs.RunSharing;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.steering.FromOutside;
import org.jspecify.annotations.Nullable;

/** The joined runs of this process, each of which others may take part in. Thread-safe. */
public final class SharedRuns implements RunSharing {

  private final RedisLink link;
  private final StoredNames names;
  private final LateEntries late;
  private final RunRegistry registry;
  private final HeardHalts heard;
  private final HaltChannel channel;
  private final SharedFreezes freezes;

  private SharedRuns(
      RedisLink link, StoredNames names, RunRegistry registry, SharedFreezes freezes) {
    this.link = link;
    this.names = names;
    this.late = new LateEntries(link);
    this.registry = registry;
    this.freezes = freezes;
    this.heard = new HeardHalts(names, registry);
    this.channel =
        new HaltChannel(link, names.haltChannel(), freezes.hearing(heard), names.warnings());
  }

  /**
   * From now on joined runs of a registry are shared. Returns at once: the server is looked for by
   * a thread of the agent's own.
   *
   * @param outside by which a person's orders to all JVMs are followed in this one
   */
  public static void begin(StorePolicy policy, RunRegistry registry, FromOutside outside, Log log) {
    StoredNames names = new StoredNames(policy, DigestKey.current(), log);
    RedisLink link = new RedisLink(policy, names.probe(), log);
    SharedFreezes freezes = SharedFreezes.begin(link, names, outside);
    registry.shareBy(new SharedRuns(link, names, registry, freezes));
    SharedBudgets.begin(link, names, registry);
  }

  @Override
  public Shared share(LiveRun live) {
    SharedRun shared =
        new SharedRun(
            link, names, late, new JoinedRun(live, registry, freezes.time()), around(live));
    live.run().shareBy(shared);
    channel.open();
    StoredRun halted = heard.of(live.run().id());
    if (halted != null) {
      shared.beginHalted(halted);
    }
    return shared;
  }

  @Override
  public long judgedAlone() {
    return late.alone();
  }

  private static @Nullable SharedRun around(LiveRun live) {
    LiveRun parent = live.parent();
    return parent != null && parent.shared() instanceof SharedRun outer ? outer : null;
  }
}
