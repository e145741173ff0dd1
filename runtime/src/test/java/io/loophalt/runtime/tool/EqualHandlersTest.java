package io.loophalt.runtime.tool;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.run.RunEvents;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.boundary.RunMethodHandler;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.model.ModelMethodHandler;
import io.loophalt.runtime.policy.ValuePath;
import io.loophalt.runtime.policy.ValuePath.Member;
import io.loophalt.runtime.policy.ValuePath.Root;
import io.loophalt.runtime.policy.WeavingPolicy.MethodPattern;
import io.loophalt.runtime.policy.WeavingPolicy.ModelPattern;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.value.SmallPolicies;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Woven methods share a number only where everything that is known of them is the same. */
class EqualHandlersTest {

  private static final MethodPattern METHOD = new MethodPattern("Llm", "ask", null, "a.yaml:1:1");

  private final RunCorrelator runs =
      new RunCorrelator(
          new RunRegistry(SmallPolicies.of(20), Presets::create, RunEvents.NONE),
          new Log(System.err));

  @Test
  void runMethodsAreOneByTaskAndIdentity() {
    RunMethodHandler handler = RunMethodHandler.ofConversation("chat", path("id"), runs);

    assertThat(RunMethodHandler.ofConversation("chat", path("id"), runs))
        .isEqualTo(handler)
        .hasSameHashCodeAs(handler);
    assertThat(RunMethodHandler.ofConversation("search", path("id"), runs)).isNotEqualTo(handler);
    assertThat(RunMethodHandler.ofConversation("chat", path("key"), runs)).isNotEqualTo(handler);
    assertThat(RunMethodHandler.joining("chat", path("id"), runs)).isNotEqualTo(handler);
    assertThat(new RunMethodHandler("chat", runs)).isNotEqualTo(handler);
  }

  @Test
  void modelMethodsAreOneByTheirLinesOfTheConfiguration() {
    ModelMethodHandler handler = new ModelMethodHandler(model("text"), false, runs);

    assertThat(new ModelMethodHandler(model("text"), false, runs))
        .isEqualTo(handler)
        .hasSameHashCodeAs(handler);
    assertThat(new ModelMethodHandler(model("content"), false, runs)).isNotEqualTo(handler);
    assertThat(new ModelMethodHandler(model("text"), true, runs)).isNotEqualTo(handler);
  }

  private static ModelPattern model(String text) {
    return new ModelPattern(METHOD, null, null, null, null, null, path(text), null);
  }

  private static ValuePath path(String member) {
    return new ValuePath(Root.ARGUMENT, 0, List.of(new Member(member)), "a.yaml:2:1");
  }
}
