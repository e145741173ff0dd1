package io.loophalt.runtime.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.list;

import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.Ladder;
import io.loophalt.core.policy.Rung;
import io.loophalt.core.policy.TaskPolicy.OnHalt;
import io.loophalt.extension.sdk.SdkModelCalls;
import io.loophalt.extension.sdk.SdkModelCalls.CallPart;
import io.loophalt.instrumentation.GuardedClasses;
import io.loophalt.instrumentation.Interception;
import io.loophalt.runtime.correlation.RunCorrelator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.assertj.core.api.ListAssert;

/** Reads the answers of an SDK of the tests, which are texts. No request has results of tools. */
abstract class SdkAnswers implements SdkModelCalls {

  @Override
  public List<CallPart> callParts(Object returned) {
    return List.of();
  }

  @Override
  public List<ToolResult> toolResults(Object request) {
    return List.of();
  }

  @Override
  public Object withText(Object request, ToolResult result, String text) {
    return request + text;
  }

  /** What an application lists, whose run is halted at its second idle turn. */
  static ListAssert<String> assertOutcomes(
      Class<?> sdk,
      Function<RunCorrelator, Interception> point,
      Class<? extends Callable<?>> application)
      throws Exception {
    try (GuardedClasses agent =
        GuardedClasses.around(
            sdk,
            point,
            List.of(
                new DetectorPolicy(
                    "runaway-stall",
                    Mode.ACT,
                    new Ladder(List.of(new Rung(2, Intervention.HALT, null))),
                    Map.of())),
            OnHalt.THROW)) {
      Object outcomes = agent.call(application);
      assertThat(agent.failures()).as(agent.log()).isZero();
      return assertThat(outcomes).asInstanceOf(list(String.class));
    }
  }
}
