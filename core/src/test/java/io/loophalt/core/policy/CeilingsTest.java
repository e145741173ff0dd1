package io.loophalt.core.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loophalt.core.Guard;
import io.loophalt.core.GuardSettings;
import io.loophalt.core.GuardedRun;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What a program may say as a limit. */
class CeilingsTest {

  @Test
  void aLimitThatCannotBeMeantIsRefusedByItsName() {
    refused("steps", limits -> limits.steps(-1));
    refused("turns", limits -> limits.turns(-1));
    refused("toolCalls of 'web_*'", limits -> limits.toolCalls("web_*", -1));
    refused("inputTokens", limits -> limits.inputTokens(-1));
    refused("outputTokens", limits -> limits.outputTokens(-1));
    refused("totalTokens", limits -> limits.totalTokens(-1));
    refused("idleTurns", limits -> limits.idleTurns(-1));
    refused("cost", limits -> limits.cost(new BigDecimal("-0.01")));
    refused("wallClock", limits -> limits.wallClock(Duration.ZERO));
    refused("wallClock", limits -> limits.wallClock(Duration.ofSeconds(-1)));
    refused("warnAtPercent", limits -> limits.warnAtPercent(0));
    refused("warnAtPercent", limits -> limits.warnAtPercent(101));
  }

  private static void refused(String name, Consumer<Ceilings.Builder> limit) {
    Ceilings.Builder limits = Ceilings.builder();
    limit.accept(limits);

    assertThatThrownBy(limits::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(name);
  }

  @Test
  void noTimeIsTooLong() {
    Ceilings ceilings = Ceilings.builder().wallClock(Duration.ofSeconds(Long.MAX_VALUE)).build();
    Guard guard = Guard.create(GuardSettings.builder().ceilings(ceilings).build(), () -> 0);

    try (GuardedRun run = guard.open("task", "id")) {
      assertThat(run.beforeModelCall().orThrow().text()).isEmpty();
    }
  }

  @Test
  void aTimeBelowAMillisecondIsStillALimit() {
    Ceilings ceilings = Ceilings.builder().wallClock(Duration.ofNanos(1)).build();
    long[] nanos = {0};
    Guard guard = Guard.create(GuardSettings.builder().ceilings(ceilings).build(), () -> nanos[0]);

    try (GuardedRun run = guard.open("task", "id")) {
      nanos[0] = Duration.ofMillis(2).toNanos();
      run.beforeModelCall();

      assertThat(run.stopReason()).isNotNull();
    }
  }
}
