package io.loophalt.store;

import io.loophalt.core.fingerprint.DigestKey;
import io.loophalt.runtime.policy.StorePolicy;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.runs.RunSharing;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.steering.FromOutside;
import io.loophalt.store.RunPlace.Above;
import io.loophalt.store.StoredNames.RunName;
import io.loophalt.store.link.RedisLink;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
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
  private final Log log;

  private SharedRuns(
      RedisLink link, StoredNames names, RunRegistry registry, SharedFreezes freezes, Log log) {
    this.log = log;
    this.link = link;
    this.names = names;
    this.late = new LateEntries(link, names);
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
    RedisLink link =
        new RedisLink(
            policy, names.trial(), log, opened -> Rehearsal.of(opened, names, registry).play());
    SharedFreezes freezes = SharedFreezes.begin(link, names, outside);
    SharedRuns shared = new SharedRuns(link, names, registry, freezes, log);
    registry.shareBy(shared);
    shared.channel.open();
    SharedBudgets.begin(link, names, registry);
  }

  @Override
  public @Nullable Place find(
      String task, String name, @Nullable LiveRun parent, @Nullable LiveRun before) {
    RunName sought = new RunName(task, name);
    RunPlace place = ask(sought, shared(parent));
    SharedRun last = shared(before);
    if (place == null && last != null) {
      place = last.elsewhere(); // Where no thread may wait, that was found out meanwhile.
    }
    return place == null ? null : new Found(sought, place, null);
  }

  private @Nullable RunPlace ask(RunName name, @Nullable SharedRun outer) {
    boolean mayAsk =
        link.isThere(names.keyOf(name.id())) && SharedRun.mayWait(Thread.currentThread());
    List<Above> around = mayAsk ? SharedRun.aroundInside(outer) : null;
    if (around == null) {
      return null;
    }
    late.tellEndOf(name.id()); // Else it would be found again.
    Generation ifNone = new Generation(1, names.another());
    RunPlace.Sought sought =
        new RunPlace.Sought(name, around, ifNone, registry.policy().joins().gap(name.task()));
    try {
      return RunPlace.find(link, names, sought, late.holds(), link.patience());
    } catch (IOException useless) {
      return null; // It is judged here alone, and a person was told why.
    }
  }

  @Override
  public Shared share(LiveRun live) {
    return share(live, null, null);
  }

  private Shared share(LiveRun live, @Nullable RunPlace place, @Nullable Generation expected) {
    JoinedRun member = new JoinedRun(live, registry, freezes.time(), heard, log);
    SharedRun shared =
        new SharedRun(link, names, late, member, shared(live.parent()), place, expected);
    live.run().shareBy(shared);
    StoredRun halted = heard.of(live.run().id());
    if (halted != null) {
      shared.beginHalted(halted);
    }
    return shared;
  }

  /** Where a run is kept. */
  private final class Found implements Place {

    private final RunName name;
    private final RunPlace place;
    private final @Nullable Generation expected;

    Found(RunName name, RunPlace place, @Nullable Generation expected) {
      this.name = name;
      this.place = place;
      this.expected = expected;
    }

    @Override
    public String task() {
      return name.task();
    }

    @Override
    public String name() {
      return name.id();
    }

    @Override
    public List<Place> around() {
      List<Place> all = new ArrayList<>();
      for (int i = 0; i < place.around().size(); i++) {
        Above each = place.around().get(i);
        all.add(new Found(each.name(), place.ofOneAround(names, i), each.generation()));
      }
      return all;
    }

    @Override
    public Shared share(LiveRun live) {
      return SharedRuns.this.share(live, place, expected);
    }

    @Override
    public boolean isOf(LiveRun live) {
      SharedRun known = shared(live);
      return known != null && known.isOf(expected);
    }
  }

  @Override
  public long judgedAlone() {
    return late.alone();
  }

  private static @Nullable SharedRun shared(@Nullable LiveRun live) {
    return live != null && live.shared() instanceof SharedRun known ? known : null;
  }
}
