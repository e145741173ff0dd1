package io.loophalt.runtime.tool;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.Effect;
import io.loophalt.core.event.StepTaken;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.Ladder;
import io.loophalt.core.run.RunEvents;
import io.loophalt.instrumentation.GuardedClasses;
import io.loophalt.runtime.application.SuspendingTools;
import io.loophalt.runtime.policy.FrameworkSwitches;
import io.loophalt.runtime.policy.WeavingPolicy;
import io.loophalt.runtime.policy.WeavingPolicy.MethodPattern;
import io.loophalt.runtime.policy.WeavingPolicy.ToolPattern;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** A suspending function that is a tool is one step a call, with the result that comes of it. */
class SuspendingToolsTest {

  private final List<StepTaken> steps = Collections.synchronizedList(new ArrayList<>());

  @Test
  void aLoopOfCallsThatSuspendIsHaltedLikeAnyOther() throws Exception {
    assertThat(outcomeOf(SuspendingTools.Stuck.class))
        .isEqualTo("5 calls, begun 5, entered 15, 1 nudged, LoopHaltException");
    assertThat(steps).hasSize(5).allMatch(step -> step.tool().equals("lookUp"));
  }

  @Test
  void aToolWithoutParametersToo() throws Exception {
    assertThat(outcomeOf(SuspendingTools.StuckWithoutArguments.class))
        .isEqualTo("5 calls, begun 5, entered 15, 1 nudged, LoopHaltException");
    assertThat(steps).hasSize(5);
  }

  @Test
  void aToolByConfigurationToo() throws Exception {
    assertThat(outcomeOf(SuspendingTools.StuckByConfiguration.class))
        .isEqualTo("5 calls, begun 5, entered 15, 1 nudged, LoopHaltException");
    assertThat(steps).hasSize(5).allMatch(step -> step.tool().equals("fetch"));
  }

  @Test
  void whatComesOfTheCallsIsTheirResult() throws Exception {
    assertThat(outcomeOf(SuspendingTools.Healthy.class))
        .isEqualTo("12 calls, begun 12, entered 36, 0 nudged, done");
    assertThat(steps).hasSize(12).noneMatch(StepTaken::failed);
  }

  private String outcomeOf(Class<? extends Callable<?>> agent) throws Exception {
    WeavingPolicy weaving =
        new WeavingPolicy(
            Set.of(),
            List.of(
                new ToolPattern(
                    new MethodPattern(
                        SuspendingTools.class.getName() + "$Tools", "fetch", null, "a test"),
                    null,
                    null,
                    Effect.UNKNOWN)),
            List.of(),
            List.of(),
            FrameworkSwitches.NONE,
            false,
            false,
            false);
    List<DetectorPolicy> detectors =
        List.of(new DetectorPolicy("novelty", Mode.ACT, Ladder.nudgeThenHalt(2, 4), Map.of()));
    RunEvents events =
        new RunEvents(
            event -> {
              if (event instanceof StepTaken step) {
                steps.add(step);
              }
            },
            Clock.systemUTC(),
            true);
    try (GuardedClasses guarded =
        GuardedClasses.beside(SuspendingTools.class, weaving, detectors, events)) {
      String outcome = String.valueOf(guarded.call(agent));
      assertThat(guarded.failures()).as(guarded.log()).isZero();
      return outcome;
    }
  }
}
