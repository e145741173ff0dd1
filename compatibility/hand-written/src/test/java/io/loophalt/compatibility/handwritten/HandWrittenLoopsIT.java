package io.loophalt.compatibility.handwritten;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.contract.Capability;
import io.loophalt.compatibility.harness.contract.Excuse;
import io.loophalt.compatibility.harness.contract.FrameworkContract;
import java.util.List;

/** A loop that is described in YAML does what every framework must do under the agent. */
class HandWrittenLoopsIT extends FrameworkContract {

  private static final String CALLS =
      """
        tools: [io.loophalt.compatibility.handwritten.Toolbox.*]
        models:
          - method: io.loophalt.compatibility.handwritten.Llm.complete
            model: argument0.model
            input-tokens: result.usage.promptTokens
            output-tokens: result.usage.completionTokens
            tool-calls: result.choices[0].message.toolCalls
            text: result.choices[0].message.content
            messages: argument0.messages
      """;

  @Override
  protected Class<?> application() {
    return HandWrittenAgent.class;
  }

  /** Of all contracts, one is played by JVMs as people start them. */
  @Override
  protected Application packed() {
    return super.packed().withOptions(Application.ORDINARY.toArray(String[]::new));
  }

  @Override
  protected String framework() {
    return "loops written by hand";
  }

  @Override
  protected boolean isOfAFramework() {
    return false;
  }

  @Override
  protected List<String> ways() {
    return List.of("whole", "by-object", "by-id");
  }

  @Override
  protected List<Excuse> excuses() {
    String reason =
        "requests are objects of the application's own, of which nobody else can make a changed"
            + " copy";
    return List.of(
        Excuse.from(Capability.FINISH, reason),
        Excuse.from(Capability.ANOTHER_MODEL, reason),
        Excuse.from(
                Capability.ROUNDS,
                "each round is a conversation of its own, and so a run of its own, by the object or"
                    + " the id that the configuration names")
            .in("by-object", "by-id"));
  }

  @Override
  protected String moreConfiguration() {
    return """
        - io.loophalt.compatibility.handwritten.HandWrittenAgent.solve
        - {method: io.loophalt.compatibility.handwritten.HandWrittenAgent.onTurn, conversation: argument0}
        - {method: io.loophalt.compatibility.handwritten.HandWrittenAgent.step, conversation: argument0.id}
    """
        + CALLS;
  }

  @Override
  protected String withoutRuns() {
    return "weave:\n" + CALLS;
  }

  @OnEveryJdk
  void toolsThatThrowAreStoppedThoughTheirModelCannotBeTold(ForkedContainer container) {
    assertThat(factsWithoutTheAgent(container)).containsEntry("throwing.model.calls", "21");
    assertThat(factsUnderTheAgent(container))
        .containsEntry("throwing.outcome", "LoopHaltException")
        .containsEntry("throwing.model.calls", "7");
  }
}
