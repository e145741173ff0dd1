package io.loophalt.compatibility.adk;

import com.google.adk.agents.BaseAgent;
import com.google.adk.agents.LlmAgent;
import com.google.adk.agents.LoopAgent;
import com.google.adk.agents.ParallelAgent;
import com.google.adk.agents.RunConfig;
import com.google.adk.models.LlmResponse;
import com.google.adk.runner.InMemoryRunner;
import com.google.adk.sessions.SessionKey;
import com.google.adk.tools.AgentTool;
import com.google.adk.tools.mcp.McpToolset;
import com.google.genai.types.Content;
import com.google.genai.types.Part;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.Script;
import io.modelcontextprotocol.client.transport.ServerParameters;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Agents that work in loops, side by side, for each other, and with the tools of an MCP server. */
public final class GoogleAdkTeam {

  /** Where the framework ends what has no end. */
  static final int CAP = 18;

  private GoogleAdkTeam() {}

  /** Entry point. */
  public static void main(String[] args) throws Exception {
    Lifeline.hold();
    loop();
    sideBySide();
    helper("helper", Script.IDENTICAL_CALLS, false);
    helper("helper.forgiven", Script.IDENTICAL_CALLS, true);
    helper("helper.healthy", Script.SAME_QUESTION, false);
    hidden();
    invented();
    served("served", Script.IDENTICAL_CALLS);
    served("served.healthy", Script.EDIT_TEST_CYCLE);
    served("served.failing", Script.REPHRASED_ERRORS);
    Writers.play();
    AnsweredTools.play();
    SharedInvocation.play();
    Report.fact("done", true);
    System.exit(0);
  }

  /** An agent that only talks, asked again and again by the framework. */
  private static void loop() {
    Scene scene = new Scene(Script.NARRATION);
    play("loop", LoopAgent.builder().name("loop").subAgents(agent("talker", scene)).build());
    report("loop", scene);
  }

  /** One agent that is stuck beside one that is not. */
  private static void sideBySide() {
    Scene stuck = new Scene(Script.IDENTICAL_CALLS);
    Scene healthy = new Scene(Script.SAME_QUESTION);
    play(
        "parallel",
        ParallelAgent.builder()
            .name("both")
            .subAgents(agent("stuck", stuck), agent("healthy", healthy))
            .build());
    report("parallel.stuck", stuck);
    report("parallel.healthy", healthy);
  }

  /** An agent that is another one's tool. */
  private static void helper(String name, Script script, boolean forgiven) {
    Scene scene = new Scene(script);
    AnsweringLlm asks =
        new AnsweringLlm(
            result ->
                result.isEmpty()
                    ? Part.fromFunctionCall("helper", Map.of("request", "Please help."))
                    : Part.fromText("the helper gave " + result));
    LlmAgent.Builder boss =
        LlmAgent.builder()
            .name("boss")
            .model(asks)
            .tools(List.of(AgentTool.create(agent("helper", scene))));
    if (forgiven) {
      boss.onToolErrorCallbackSync(
          (context, tool, arguments, toolContext, error) ->
              Optional.of(Map.of("error", String.valueOf(error.getMessage()))));
    }
    play(name, boss.build());
    report(name, scene);
  }

  /** An application that lets no error out of an agent. */
  private static void hidden() {
    Scene scene = new Scene(Script.IDENTICAL_CALLS);
    LlmAgent agent =
        LlmAgent.builder()
            .name("assistant")
            .model(new SceneLlm(scene))
            .tools(SceneTools.of(scene))
            .onToolErrorCallbackSync(
                (context, tool, arguments, toolContext, error) ->
                    Optional.of(Map.of("error", "try again")))
            .onModelErrorCallbackSync(
                (context, request, error) ->
                    Optional.of(
                        LlmResponse.builder()
                            .content(Content.fromParts(Part.fromText("all is well")))
                            .build()))
            .build();
    play("hidden", agent);
    report("hidden", scene);
  }

  /** A model that asks for a tool that nobody has. */
  private static void invented() {
    AnsweringLlm asks =
        new AnsweringLlm(result -> Part.fromFunctionCall("teleport", Map.of("to", "the answer")));
    Scene scene = new Scene(Script.SAME_QUESTION);
    play(
        "invented",
        LlmAgent.builder().name("dreamer").model(asks).tools(SceneTools.of(scene)).build());
    Report.fact("invented.model.calls", asks.calls());
  }

  /** An agent whose tools are in another process. */
  private static void served(String name, Script script) throws Exception {
    Scene scene = new Scene(script);
    ServerParameters server =
        ServerParameters.builder(System.getProperty("java.home") + "/bin/java")
            .args(
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                SceneServer.class.getName())
            .build();
    try (McpToolset tools = new McpToolset(server)) {
      play(name, LlmAgent.builder().name("caller").model(new SceneLlm(scene)).tools(tools).build());
    }
    report(name, scene);
  }

  private static LlmAgent agent(String name, Scene scene) {
    return LlmAgent.builder()
        .name(name)
        .model(new SceneLlm(scene))
        .tools(SceneTools.of(scene))
        .build();
  }

  static void report(String name, Scene scene) {
    Report.fact(name + ".model.calls", scene.modelCalls());
    Report.fact(name + ".tool.calls", scene.toolCalls());
    Report.fact(name + ".nudges", scene.nudges());
  }

  static void play(String name, BaseAgent agent) {
    InMemoryRunner runner = new InMemoryRunner(agent, "team");
    StringBuilder last = new StringBuilder();
    try {
      runner
          .sessionService()
          .createSession(new SessionKey("team", "somebody", name))
          .flatMapPublisher(
              session ->
                  runner.runAsync(
                      "somebody",
                      session.id(),
                      Content.fromParts(Part.fromText("Please help.")),
                      RunConfig.builder().maxLlmCalls(CAP).build()))
          .blockingForEach(
              event -> {
                last.setLength(0);
                last.append(event.stringifyContent());
              });
      Report.fact(name + ".outcome", "answer: " + last);
    } catch (RuntimeException e) {
      Report.fact(name + ".outcome", kind(e) + ": " + e.getMessage());
    }
  }

  static String kind(Throwable thrown) {
    for (Throwable each = thrown; each != null; each = each.getCause()) {
      if (each.getClass().getSimpleName().equals("LoopHaltException")) {
        return "halted";
      }
    }
    return "failed";
  }
}
