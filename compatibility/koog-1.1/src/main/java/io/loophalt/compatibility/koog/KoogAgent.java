package io.loophalt.compatibility.koog;

import ai.koog.agents.core.agent.AIAgent;
import ai.koog.agents.core.agent.AIAgentBuilder;
import ai.koog.agents.core.agent.AIAgentSimpleStrategies;
import ai.koog.agents.core.agent.context.AIAgentFunctionalContext;
import ai.koog.agents.core.agent.entity.PromptBuilderAction;
import ai.koog.agents.core.environment.ReceivedToolResult;
import ai.koog.agents.core.tools.ToolRegistry;
import ai.koog.prompt.executor.model.PromptExecutor;
import ai.koog.prompt.llm.LLMCapability;
import ai.koog.prompt.llm.LLMProvider;
import ai.koog.prompt.llm.LLModel;
import ai.koog.prompt.message.Message;
import ai.koog.prompt.message.MessagePart;
import io.loophalt.compatibility.scenario.FrameworkUnderTest;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.Stage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import kotlin.coroutines.EmptyCoroutineContext;
import kotlinx.coroutines.CoroutineStart;
import kotlinx.coroutines.GlobalScope;
import kotlinx.coroutines.future.FutureKt;
import org.jspecify.annotations.Nullable;

/** Plays all scripts with agents that are built and run from Java. */
public final class KoogAgent {

  private static final LLModel MODEL =
      new LLModel(LLMProvider.OpenAI, "scripted", List.of(LLMCapability.Tools.INSTANCE));

  /** Where suspended functions work. */
  private static final ExecutorService ELSEWHERE = Executors.newFixedThreadPool(3);

  private KoogAgent() {}

  /** Entry point. */
  public static void main(String[] args) throws Exception {
    Map<String, FrameworkUnderTest> ways = new LinkedHashMap<>();
    ways.put("annotated tools", KoogAgent::annotatedTools);
    ways.put("suspending", KoogAgent::suspending);
    ways.put("from a coroutine", KoogAgent::fromACoroutine);
    ways.put("functional strategy", KoogAgent::functionalStrategy);
    ways.put("choices", KoogAgent::choices);
    ways.put("streaming", (scene, conversation, question) -> streaming(scene, null, question));
    ways.put(
        "streaming elsewhere",
        (scene, conversation, question) -> streaming(scene, ELSEWHERE, question));
    Stage.play(ways);
  }

  private static String annotatedTools(Scene scene, String conversation, String question) {
    return agent(scene).build().run(question);
  }

  /** The model and the tools work elsewhere, those of one answer at the same time. */
  private static String suspending(Scene scene, String conversation, String question) {
    return suspendingAgent(scene).run(question);
  }

  /** As the method above, and the caller does not wait in Koog. */
  private static String fromACoroutine(Scene scene, String conversation, String question)
      throws Exception {
    AIAgent<String, String> agent = suspendingAgent(scene);
    return FutureKt.<String>future(
            GlobalScope.INSTANCE,
            EmptyCoroutineContext.INSTANCE,
            CoroutineStart.UNDISPATCHED,
            (scope, continuation) -> agent.run(question, null, continuation))
        .get();
  }

  /** A loop of the application's own. */
  private static String functionalStrategy(Scene scene, String conversation, String question) {
    return agent(scene)
        .<String, String>functionalStrategy(
            (context, input) -> {
              Message.Assistant answer = context.requestLLM(input);
              List<MessagePart.Tool.Call> calls = calls(answer);
              while (!calls.isEmpty()) {
                answer = context.sendToolResults(context.executeTools(calls, false));
                calls = calls(answer);
              }
              return answer.textContent();
            })
        .build()
        .run(question);
  }

  /** A loop of the application's own that takes the first of several answers. */
  private static String choices(Scene scene, String conversation, String question) {
    return agent(scene)
        .<String, String>functionalStrategy(
            (context, input) -> {
              Message.Assistant answer = choice(context, prompt -> prompt.user(input));
              while (!calls(answer).isEmpty()) {
                List<ReceivedToolResult> results = context.executeTools(calls(answer), false);
                answer =
                    choice(
                        context,
                        prompt ->
                            results.forEach(result -> prompt.toolResult(result.toMessagePart())));
              }
              return answer.textContent();
            })
        .build()
        .run(question);
  }

  private static Message.Assistant choice(
      AIAgentFunctionalContext context, PromptBuilderAction said) {
    return context
        .getLlm()
        .writeSession(
            session -> {
              session.appendPrompt(said);
              Message.Assistant first = session.requestLLMMultipleChoices().get(0);
              PromptBuilderAction chosen = prompt -> prompt.message(first);
              session.appendPrompt(chosen);
              return first;
            });
  }

  /** A loop of the application's own whose answers come as streams. */
  private static String streaming(Scene scene, @Nullable Executor elsewhere, String question)
      throws Exception {
    return builder(SceneExecutor.streaming(scene, elsewhere))
        .toolRegistry(ToolRegistry.builder().tools(new SceneTools(scene)).build())
        .<String, String>functionalStrategy(
            (context, input) -> {
              StreamedAnswer answer = StreamedAnswer.to(context, prompt -> prompt.user(input));
              while (!answer.calls().isEmpty()) {
                List<ReceivedToolResult> results = context.executeTools(answer.calls(), false);
                answer =
                    StreamedAnswer.to(
                        context,
                        prompt ->
                            results.forEach(result -> prompt.toolResult(result.toMessagePart())));
              }
              return answer.text();
            })
        .build()
        .run(question);
  }

  private static List<MessagePart.Tool.Call> calls(Message.Assistant answer) {
    return answer.getParts().stream()
        .filter(MessagePart.Tool.Call.class::isInstance)
        .map(MessagePart.Tool.Call.class::cast)
        .toList();
  }

  static AIAgentBuilder agent(Scene scene) {
    return builder(new SceneExecutor(scene, null))
        .toolRegistry(ToolRegistry.builder().tools(new SceneTools(scene)).build());
  }

  private static AIAgent<String, String> suspendingAgent(Scene scene) {
    return builder(new SceneExecutor(scene, ELSEWHERE))
        .toolRegistry(ToolRegistry.builder().tools(SceneTool.of(scene, ELSEWHERE)).build())
        .graphStrategy(AIAgentSimpleStrategies.singleRunStrategy(/* parallelTools= */ true))
        .build();
  }

  static AIAgentBuilder builder(PromptExecutor model) {
    return AIAgent.builder().promptExecutor(model).llmModel(MODEL).maxIterations(1000);
  }
}
