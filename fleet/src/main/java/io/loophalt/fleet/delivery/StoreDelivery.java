package io.loophalt.fleet.delivery;

import io.loophalt.PrintableText;
import io.loophalt.core.event.EventSinks;
import io.loophalt.core.memory.LoopHistory;
import io.loophalt.core.memory.LoopMemory;
import io.loophalt.core.run.Run;
import io.loophalt.core.run.RunEvents;
import io.loophalt.core.run.RunKeeper;
import io.loophalt.core.run.TaskPlan;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.policy.AgentPolicy;
import io.loophalt.runtime.policy.StorePolicy;
import io.loophalt.runtime.safety.Log;
import io.loophalt.store.StoredHalts;
import io.loophalt.store.StoredHalts.Found;
import io.loophalt.store.StoredHalts.Outcome;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Halts joined runs in the store that the configuration names. */
public final class StoreDelivery implements Delivery {

  private static final Logger LOG = LoggerFactory.getLogger(StoreDelivery.class);

  /** How long one try may take: no call waits for it. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final String place;
  private final StoredHalts halts;
  private final Map<Outcome, Counter> outcomes = new EnumMap<>(Outcome.class);

  /**
   * Looks for the server.
   *
   * @param policy of the agents that judge the runs
   * @param remembers whether they know of past loops
   */
  public StoreDelivery(
      StorePolicy store, AgentPolicy policy, boolean remembers, MetricGroup metrics) {
    this.place = store.place();
    this.halts =
        new StoredHalts(
            store.at(store.url(), PATIENCE),
            policy.joins(),
            policy.haltedFor(),
            (run, task) -> begun(policy, remembers, run, task),
            new Log(System.err));
    for (Outcome each : Outcome.values()) {
      outcomes.put(each, metrics.counter("halts_" + each.name().toLowerCase(Locale.ROOT)));
    }
  }

  /** As the agents that judge it have it. */
  private static Run begun(AgentPolicy policy, boolean remembers, String run, String task) {
    @Nullable LoopMemory memory = remembers ? new LoopHistory() : null;
    TaskPlan plan = new TaskPlan(policy.forTask(task), policy.mode(), Presets::create, memory);
    return new Run(
        run,
        task,
        plan,
        null,
        0,
        RunKeeper.NOBODY,
        new RunEvents(new EventSinks(), Clock.systemUTC(), false));
  }

  @Override
  public @Nullable String deliver(String line) throws IOException, InterruptedException {
    HaltOrder order = HaltOrder.of(line);
    Outcome outcome =
        halts.awaitServer(PATIENCE)
            ? halts.halt(
                order.task(), new Found(order.run(), line, order.epochMillis(), order.detail()))
            : null;
    if (outcome == null) {
      return "the store at " + place + " does not answer: " + halts.problem();
    }
    LOG.info("halt of {}: {}", PrintableText.name(order.run()), outcome);
    Counter counted = outcomes.get(outcome);
    if (counted != null) {
      counted.inc();
    }
    return null;
  }

  @Override
  public void close() {
    halts.close();
  }
}
