package io.loophalt.compatibility.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.service.tool.DefaultToolExecutor;
import dev.langchain4j.service.tool.ToolExecutor;
import io.loophalt.compatibility.report.Report;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.Script;

/**
 * A tool that a program executes for itself, with requests of its own making and no model, as unit
 * tests do.
 */
final class OwnCalls {

  private static final int MANY = 12;

  private OwnCalls() {}

  static void play() throws NoSuchMethodException {
    Scene scene = new Scene(Script.IDENTICAL_CALLS);
    ToolExecutor executor =
        new DefaultToolExecutor(
            new SceneTools(scene), SceneTools.class.getDeclaredMethod("search", String.class));
    ToolExecutionRequest request =
        ToolExecutionRequest.builder()
            .id("1")
            .name("search")
            .arguments("{\"input\": \"the same\"}")
            .build();
    int untouched = 0;
    for (int i = 0; i < MANY; i++) {
      untouched += executor.execute(request, "memory").equals("no match for the same") ? 1 : 0;
    }
    Report.fact("own.executor.untouched", untouched);
    Report.fact("own.tool.calls", scene.toolCalls());
  }
}
