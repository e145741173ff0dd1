package io.loophalt.compatibility.embabel;

import com.embabel.agent.api.tool.Tool;
import com.embabel.agent.api.tool.agentic.simple.SimpleAgenticTool;
import com.embabel.agent.spi.support.springai.SpringAiLlmService;
import com.embabel.common.ai.model.LlmOptions;
import com.embabel.common.ai.model.PreResolvedModelSelectionCriteria;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.Script;

/** A prompt runner one of whose tools is another one, which is stuck. */
public final class SubAgents {

  private SubAgents() {}

  /** Entry point. */
  public static void main(String[] args) {
    Lifeline.hold();
    Scene stuck = new Scene(Script.IDENTICAL_CALLS);
    Tool colleague =
        new SimpleAgenticTool("colleague", "asks a colleague")
            .withParameter(Tool.Parameter.string("input"))
            .withLlm(
                LlmOptions.fromCriteria(
                    new PreResolvedModelSelectionCriteria<>(SceneModel.of(stuck))))
            .withToolObject(new SceneTools(stuck));
    Report.fact(
        "answer",
        Platform.sequential()
            .ai()
            .withLlmService(new SpringAiLlmService("delegating", "nobody", new DelegatingModel()))
            .withTool(colleague)
            .generateText("Have it looked into."));
    Report.fact("stuck.model.calls", stuck.modelCalls());
    Report.fact("stuck.tool.calls", stuck.toolCalls());
    System.exit(0);
  }
}
