package io.loophalt.compatibility.mcp;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.Artifacts;
import io.loophalt.compatibility.harness.EventLog;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.contract.Capability;
import io.loophalt.compatibility.harness.contract.Excuse;
import io.loophalt.compatibility.harness.contract.FrameworkContract;
import io.loophalt.compatibility.scenario.Script;
import io.loophalt.compatibility.scenario.Stage;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** A loop over MCP tools does what every framework must do under the agent. */
class McpIT extends FrameworkContract {

  private static final String MODELS =
      """
        models:
          - method: io.loophalt.compatibility.mcp.Llm.complete
            input-tokens: result.inputTokens
            output-tokens: result.outputTokens
            tool-calls: result.calls
            text: result.text
            messages: argument0.messages
      """;

  @Override
  protected Class<?> application() {
    return McpAgent.class;
  }

  @Override
  protected String framework() {
    return "MCP Java SDK";
  }

  @Override
  protected List<String> ways() {
    return List.of("blocking", "reactive", "over http");
  }

  @Override
  protected List<Excuse> excuses() {
    String reason =
        "requests are objects of the application's own, of which nobody else can make a changed"
            + " copy";
    return List.of(
        Excuse.from(Capability.FINISH, reason), Excuse.from(Capability.ANOTHER_MODEL, reason));
  }

  @Override
  protected String moreConfiguration() {
    return """
        - io.loophalt.compatibility.mcp.Loop.answer
    """
        + MODELS;
  }

  @Override
  protected String withoutRuns() {
    return "weave:\n" + MODELS;
  }

  @OnEveryJdk
  void stepsHaveTheEffectThatTheServerSaysItsToolsHave(
      ForkedContainer container, @TempDir Path folder) {
    Application agent =
        Application.onClassPath(McpAgent.class.getName(), Artifacts.applicationClassPath())
            .withOptions(Stage.only(Script.MANY_FILES, Script.MANY_PAGES));

    assertThatRun(
            container.run(
                agent,
                new Guard.AtStart(
                    """
                    events: {file: events.jsonl, steps: true}
                    weave: {runs: [io.loophalt.compatibility.mcp.Loop.answer]}
                    """),
                folder))
        .endedWell();

    List<String> steps = EventLog.lines(folder);
    assertThat(steps)
        .anyMatch(step -> step.contains("\"tool\":\"write_file\""))
        .allMatch(step -> !step.contains("\"tool\":\"write_file\"") || isOf("write", step))
        .anyMatch(step -> step.contains("\"tool\":\"get_page\""))
        .allMatch(step -> !step.contains("\"tool\":\"get_page\"") || isOf("read", step));
  }

  @OnEveryJdk
  void aNudgeAddsOneTextToAResultAndChangesNothingElse(
      ForkedContainer container, @TempDir Path folder) {
    Application asking =
        Application.onClassPath(RichResults.class.getName(), Artifacts.applicationClassPath());

    assertThatRun(
            container.run(
                asking,
                new Guard.AtStart(
                    """
                    ladder: {nudge: 2, halt: 9}
                    weave: {runs: [io.loophalt.compatibility.mcp.RichResults.compareResults]}
                    """),
                folder))
        .endedWell()
        .reports("is.error", "null")
        .reports("structured", "{next=null, found=[]}")
        .reports("meta", "{trace=t-1}")
        .reports("nudged.is.error", "null")
        .reports("nudged.structured", "{next=null, found=[]}")
        .reports("nudged.meta", "{trace=t-1}")
        .reports("contents.kept", true)
        .reports("contents.added", 1);
  }

  @OnEveryJdk
  void structuredContentThatTheTextLeavesUnsaidTellsResultsApart(
      ForkedContainer container, @TempDir Path folder) {
    Application asking =
        Application.onClassPath(
            StructuredResults.class.getName(), Artifacts.applicationClassPath());

    assertThatRun(
            container.run(
                asking,
                new Guard.AtStart(
                    "weave: {runs: [io.loophalt.compatibility.mcp.StructuredResults.askAgain]}\n"),
                folder))
        .endedWell()
        .reports("growing.outcome", "asked")
        .reports("growing.calls", 12)
        .reports("standing.outcome", "LoopHaltException")
        .reports("standing.calls", 5);
  }

  private static boolean isOf(String effect, String step) {
    return step.contains("\"effect\":\"" + effect + '"');
  }
}
