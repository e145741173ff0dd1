package io.loophalt.compatibility.adk;

import com.google.adk.agents.InvocationContext;
import com.google.adk.agents.LlmAgent;
import com.google.adk.agents.RunConfig;
import com.google.adk.artifacts.InMemoryArtifactService;
import com.google.adk.events.Event;
import com.google.adk.flows.llmflows.Functions;
import com.google.adk.flows.llmflows.SingleFlow;
import com.google.adk.sessions.InMemorySessionService;
import com.google.adk.tools.BaseTool;
import com.google.genai.types.Content;
import com.google.genai.types.FunctionCall;
import com.google.genai.types.Part;
import io.loophalt.compatibility.report.Report;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.Script;
import io.reactivex.rxjava3.core.Flowable;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Parts of ADK that a program uses by themselves, without a runner that would give each execution
 * an id of its own: unit tests do so, with one id for all of them.
 */
final class SharedInvocation {

  private static final int MANY = 40;

  private SharedInvocation() {}

  static void play() throws Exception {
    flows();
    agents();
    functions();
    stuckFlows();
  }

  /** Each asks one question, and is answered. */
  private static void flows() {
    int answers = 0;
    for (int i = 0; i < MANY; i++) {
      String answer = "answer " + i;
      InvocationContext context = context("flows", talker(answer));
      answers += said(new SingleFlow().run(context)).equals(answer) ? 1 : 0;
    }
    Report.fact("shared.flows.answers", answers);
  }

  /** A turn is counted in the context before the agent is run with it. */
  private static void agents() throws Exception {
    int answers = 0;
    for (int i = 0; i < MANY; i++) {
      String answer = "answer " + i;
      InvocationContext context = context("agents", talker(answer));
      context.incrementLlmCallsCount();
      answers += said(context.agent().runAsync(context)).equals(answer) ? 1 : 0;
    }
    Report.fact("shared.agents.answers", answers);
  }

  /** The program executes one function call of its own making, again and again. */
  private static void functions() {
    Scene scene = new Scene(Script.IDENTICAL_CALLS);
    Map<String, BaseTool> tools = new LinkedHashMap<>();
    SceneTools.of(scene).forEach(tool -> tools.put(tool.name(), tool));
    Part asked =
        Part.builder()
            .functionCall(
                FunctionCall.builder()
                    .id("call-1")
                    .name("search")
                    .args(Map.of("input", "the same"))
                    .build())
            .build();
    Event event =
        Event.builder()
            .id("event")
            .invocationId("functions")
            .author("somebody")
            .content(Content.builder().role("model").parts(asked).build())
            .build();
    int untouched = 0;
    for (int i = 0; i < MANY; i++) {
      InvocationContext context = context("functions", talker("nothing"));
      String result =
          String.valueOf(Functions.handleFunctionCalls(context, event, tools).blockingGet());
      untouched += result.contains("loophalt") ? 0 : 1;
    }
    Report.fact("shared.functions.calls", scene.toolCalls());
    Report.fact("shared.functions.untouched", untouched);
  }

  /** A flow that is stuck, and is begun again with the same id. */
  private static void stuckFlows() {
    Scene scene = new Scene(Script.IDENTICAL_CALLS);
    LlmAgent agent =
        LlmAgent.builder()
            .name("stuck")
            .model(new SceneLlm(scene))
            .tools(SceneTools.of(scene))
            .build();
    RunConfig few = RunConfig.builder().maxLlmCalls(GoogleAdkTeam.CAP).build();
    for (int i = 1; i <= 3; i++) {
      Report.fact(
          "shared.stuck." + i + ".outcome",
          said(new SingleFlow().run(context("stuck", agent, few))));
      Report.fact("shared.stuck." + i + ".tool.calls", scene.toolCalls());
    }
  }

  private static LlmAgent talker(String answer) {
    return LlmAgent.builder()
        .name("talker")
        .model(new AnsweringLlm(result -> Part.fromText(answer)))
        .build();
  }

  private static InvocationContext context(String id, LlmAgent agent) {
    return context(id, agent, RunConfig.builder().build());
  }

  private static InvocationContext context(String id, LlmAgent agent, RunConfig how) {
    InMemorySessionService sessions = new InMemorySessionService();
    return InvocationContext.builder()
        .sessionService(sessions)
        .artifactService(new InMemoryArtifactService())
        .invocationId(id)
        .agent(agent)
        .session(sessions.createSession("parts", "somebody").blockingGet())
        .userContent(Content.fromParts(Part.fromText("Please help.")))
        .runConfig(how)
        .build();
  }

  /** The last that was said; what kind of failure it was in its place. */
  private static String said(Flowable<Event> events) {
    try {
      return events.blockingLast().stringifyContent();
    } catch (RuntimeException e) {
      return GoogleAdkTeam.kind(e);
    }
  }
}
