package io.loophalt.runtime.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.Ladder;
import io.loophalt.core.policy.TaskPolicy.OnHalt;
import io.loophalt.extension.ModelResponse;
import io.loophalt.instrumentation.GuardedClasses;
import io.loophalt.instrumentation.Interception;
import io.loophalt.runtime.application.sdk.ObjectTools;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A loop around an SDK, of which a tool is seen where it is called, and returns no text. */
class ObjectToolsTest {

  private static final String HAS_GIVEN = " has given ";

  private static final class Models extends SdkAnswers {
    @Override
    public ModelResponse answer(Object answer) {
      return new ModelResponse("model", "", 1, 10, 0, 1);
    }

    @Override
    public List<CallPart> callParts(Object answer) {
      return List.of(new CallPart(0, answer.toString(), "look", "{\"item\":\"tea\"}"));
    }

    @Override
    public List<ToolResult> toolResults(Object request) {
      String[] idAndResult = request.toString().split(HAS_GIVEN, -1);
      return idAndResult.length < 2
          ? List.of()
          : List.of(new ToolResult(idAndResult[0], idAndResult[1], false));
    }
  }

  @Test
  void theNextRequestCarriesTheNudgeThatTheResultCannot() throws Exception {
    try (GuardedClasses agent =
        GuardedClasses.around(
            ObjectTools.class,
            runs ->
                new Interception(
                        ObjectTools.class.getName(),
                        "create",
                        1,
                        null,
                        new SdkModelHandler(new Models(), null, runs))
                    .rewriting(),
            List.of(
                new DetectorPolicy(
                    "identical-call", Mode.ACT, Ladder.nudgeThenHalt(3, 5), Map.of())),
            OnHalt.THROW)) {
      List<?> sent = (List<?>) agent.call(ObjectTools.Stuck.class);

      assertThat(agent.failures()).as(agent.log()).isZero();
      assertThat(sent).hasSize(4);
      assertThat(sent.subList(0, 3).toString()).doesNotContain("[Loophalt]");
      assertThat(String.valueOf(sent.get(3))).startsWith("call-3 has given {tea=0}[Loophalt]");
      assertThat(agent.log()).doesNotContain("was to be told");
    }
  }
}
