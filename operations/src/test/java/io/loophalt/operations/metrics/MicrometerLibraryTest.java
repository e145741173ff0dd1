package io.loophalt.operations.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.runtime.runs.LiveRun;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MicrometerLibraryTest {

  private static final long A_MOMENT_NANOS = 5_000_000;
  private static final long MOST_NANOS = 30_000_000_000L;

  private final MeasuredRuns runs = new MeasuredRuns();
  private final List<String> complaints = new ArrayList<>();
  private final ApplicationMetrics metrics = new ApplicationMetrics(complaints::add);

  @AfterEach
  void noRegistryIsLeft() {
    List.copyOf(Metrics.globalRegistry.getRegistries()).forEach(Metrics::removeRegistry);
  }

  @Test
  void valuesAreReadWhenTheLibraryAsksAndThoseOfLaterNamesComeByThemselves() {
    LatestReading reading = new LatestReading(runs.reading);
    assertThat(metrics.isWorthTrying(MicrometerLibraryTest.class)).isTrue();
    assertThat(metrics.isWorthTrying(MicrometerLibraryTest.class)).as("at once again").isFalse();
    assertThat(metrics.register(MicrometerLibraryTest.class, reading, false))
        .as("nobody has set it up")
        .isNull();

    MeterRegistry registry = new SimpleMeterRegistry();
    Metrics.addRegistry(registry);
    LiveRun live = runs.open("run", "search", null);
    runs.asks(live, "large", 100, 10);

    assertThat(metrics.register(MicrometerLibraryTest.class, reading, true))
        .as("where the agent serves them otherwise, instead of in memory alone")
        .isNull();
    assertThat(metrics.register(MicrometerLibraryTest.class, reading, false))
        .isEqualTo("Micrometer");
    assertThat(value(registry, "loophalt.tokens", "gen_ai.token.type", "input")).isEqualTo(100);
    assertThat(value(registry, "loophalt.agent.time")).isEqualTo(0.5);
    assertThat(registry.get("loophalt.agent.time").meter().getId().getBaseUnit())
        .isEqualTo("seconds");
    assertThat(value(registry, "loophalt.agent.info", "loophalt.mode", "act")).isEqualTo(1);
    assertThat(value(registry, "loophalt.runs.live", "loophalt.run.state", "going")).isEqualTo(1);

    runs.asks(live, "another", 7, 1);
    await(registry, "gen_ai.response.model", "another");
    assertThat(value(registry, "loophalt.turns", "gen_ai.response.model", "another")).isEqualTo(1);
    assertThat(metrics.register(MicrometerLibraryTest.class, reading, false))
        .as("a second time")
        .isEqualTo("Micrometer");
    assertThat(metrics.isWorthTrying(MicrometerLibraryTest.class)).as("any more").isFalse();
    assertThat(complaints).isEmpty();
  }

  private static double value(MeterRegistry registry, String name, String... tags) {
    return registry.get(name).tags(tags).meter().measure().iterator().next().getValue();
  }

  /** As a monitoring system that asks again and again. */
  private static void await(MeterRegistry registry, String tag, String value) {
    long deadline = System.nanoTime() + MOST_NANOS;
    while (registry.find("loophalt.turns").tag(tag, value).meter() == null) {
      assertThat(System.nanoTime()).as("in time").isLessThan(deadline);
      registry.getMeters().forEach(Meter::measure);
      registry.getMeters().forEach(each -> each.measure().forEach(read -> read.getValue()));
      LockSupport.parkNanos(A_MOMENT_NANOS);
    }
  }
}
