package io.loophalt.compatibility.looped;

import ai.koog.agents.core.agent.AIAgent;
import ai.koog.agents.core.agent.AIAgentSimpleStrategies;
import ai.koog.agents.core.tools.SimpleTool;
import ai.koog.agents.core.tools.ToolDescriptor;
import ai.koog.agents.core.tools.ToolRegistry;
import ai.koog.prompt.Prompt;
import ai.koog.prompt.executor.model.PromptExecutor;
import ai.koog.prompt.llm.LLMCapability;
import ai.koog.prompt.llm.LLMProvider;
import ai.koog.prompt.llm.LLModel;
import ai.koog.prompt.message.Message;
import ai.koog.prompt.message.MessagePart;
import ai.koog.prompt.message.ResponseMetaInfo;
import ai.koog.serialization.JSONObject;
import ai.koog.serialization.JSONSerializer;
import ai.koog.serialization.TypeToken;
import ai.koog.utils.time.KoogClock;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import kotlin.coroutines.Continuation;
import kotlinx.coroutines.CoroutineStart;
import kotlinx.coroutines.Dispatchers;
import kotlinx.coroutines.GlobalScope;
import kotlinx.coroutines.future.FutureKt;
import org.jspecify.annotations.Nullable;

/**
 * An agent of Koog's that calls its tool once, by coroutines on Kotlin's threads, which must not
 * block.
 */
final class SuspendingAgent {

  private static final LLModel MODEL =
      new LLModel(LLMProvider.OpenAI, "scripted", List.of(LLMCapability.Tools.INSTANCE));

  private static final int MANY = 12;
  private static final List<String> THINGS =
      List.of("the invoice", "a letter", "your desk", "that order", "our stock", "my account");

  private SuspendingAgent() {}

  /**
   * Its answer to what a person says who has not said it before.
   *
   * @param suspends whether its tool does, which else returns at once
   */
  static CompletableFuture<String> answer(boolean suspends) {
    AIAgent<String, String> agent =
        AIAgent.builder()
            .promptExecutor(new Model())
            .llmModel(MODEL)
            .toolRegistry(ToolRegistry.builder().tools(List.of(new Tool(suspends))).build())
            .graphStrategy(AIAgentSimpleStrategies.singleRunStrategy(/* parallelTools= */ false))
            .build();
    String words = newWords();
    return FutureKt.future(
        GlobalScope.INSTANCE,
        Dispatchers.getDefault(),
        CoroutineStart.UNDISPATCHED,
        (scope, continuation) -> agent.run(words, null, continuation));
  }

  /** A random id would be none: what is different each time says nothing. */
  private static String newWords() {
    return ThreadLocalRandom.current()
        .ints(MANY, 0, THINGS.size())
        .mapToObj(THINGS::get)
        .collect(Collectors.joining(", ", "Look at ", ", please."));
  }

  /** Asks for the tool, and answers when it has its result. */
  static final class Model extends PromptExecutor {

    /** Koog hides its suspending functions from Java's compiler. */
    public Object execute(
        Prompt prompt,
        LLModel model,
        List<ToolDescriptor> tools,
        Continuation<? super Message.Assistant> continuation) {
      boolean asked = prompt.getMessages().stream().anyMatch(Message.Assistant.class::isInstance);
      MessagePart.ResponsePart part =
          asked
              ? new MessagePart.Text("done")
              : new MessagePart.Tool.Call("call-1", "answer", "{\"question\":\"it\"}");
      return new Message.Assistant(
          List.of(part), ResponseMetaInfo.Companion.create(KoogClock.System, 2, 1, 1));
    }

    @Override
    public void close() {}
  }

  /** Comes from another thread, or at once. */
  static final class Tool extends SimpleTool<Tool.Arguments> {

    /** What it is given. */
    public record Arguments(String question) {}

    private final boolean suspends;

    Tool(boolean suspends) {
      super(TypeToken.of(Arguments.class), "answer", "answers a question");
      this.suspends = suspends;
    }

    @Override
    public Arguments decodeArgs(JSONObject arguments, JSONSerializer serializer) {
      return new Arguments("it");
    }

    @Override
    public @Nullable Object execute(
        Arguments arguments, Continuation<? super String> continuation) {
      String answer = "an answer to " + arguments.question();
      return suspends
          ? FutureKt.await(
              new CompletableFuture<String>().completeOnTimeout(answer, 1, TimeUnit.MILLISECONDS),
              continuation)
          : answer;
    }
  }
}
