package io.loophalt.compatibility.handwritten;

import io.loophalt.compatibility.harness.FrameworkContract;
import io.loophalt.compatibility.scenario.Script;
import java.util.List;

/** A loop that is described in YAML does what every framework must do under the agent. */
class HandWrittenLoopsIT extends FrameworkContract {

  @Override
  protected Class<?> application() {
    return HandWrittenAgent.class;
  }

  @Override
  protected List<String> ways() {
    return List.of("whole", "by-object", "by-id");
  }

  @Override
  protected boolean nudgeReachesModel(Script script) {
    return script != Script.REPHRASED_ERRORS;
  }

  @Override
  protected String moreConfiguration() {
    return """
        - io.loophalt.compatibility.handwritten.HandWrittenAgent.solve
        - {method: io.loophalt.compatibility.handwritten.HandWrittenAgent.onTurn, conversation: argument0}
        - {method: io.loophalt.compatibility.handwritten.HandWrittenAgent.step, conversation: argument0.id}
      tools: [io.loophalt.compatibility.handwritten.Toolbox.*]
      models:
        - method: io.loophalt.compatibility.handwritten.Llm.complete
          model: argument0.model
          input-tokens: result.usage.promptTokens
          output-tokens: result.usage.completionTokens
          tool-calls: result.choices[0].message.toolCalls
          text: result.choices[0].message.content
    """;
  }
}
