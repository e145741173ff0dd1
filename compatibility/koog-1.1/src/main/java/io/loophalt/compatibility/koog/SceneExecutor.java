package io.loophalt.compatibility.koog;

import ai.koog.agents.core.tools.ToolDescriptor;
import ai.koog.prompt.Prompt;
import ai.koog.prompt.executor.model.PromptExecutor;
import ai.koog.prompt.llm.LLModel;
import ai.koog.prompt.message.Message;
import ai.koog.prompt.message.MessagePart;
import ai.koog.prompt.message.ResponseMetaInfo;
import ai.koog.prompt.streaming.StreamFrame;
import ai.koog.utils.time.KoogClock;
import io.loophalt.compatibility.scenario.Reply;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.ToolRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import kotlin.coroutines.Continuation;
import kotlinx.coroutines.ExecutorsKt;
import kotlinx.coroutines.flow.Flow;
import kotlinx.coroutines.flow.FlowKt;
import kotlinx.coroutines.future.FutureKt;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.modifier.Visibility;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;
import net.bytebuddy.dynamic.scaffold.MethodGraph;
import net.bytebuddy.implementation.MethodCall;
import org.jspecify.annotations.Nullable;

/** A scene's model in Koog's types. */
class SceneExecutor extends PromptExecutor {

  private final Scene scene;

  /** Where it works while its caller is suspended; null if it answers at once. */
  private final @Nullable Executor elsewhere;

  SceneExecutor(Scene scene, @Nullable Executor elsewhere) {
    this.scene = scene;
    this.elsewhere = elsewhere;
  }

  /** Koog hides its suspending functions from Java's compiler; they are overridden all the same. */
  public @Nullable Object execute(
      Prompt prompt,
      LLModel model,
      List<ToolDescriptor> tools,
      Continuation<? super Message.Assistant> continuation) {
    return elsewhere == null
        ? answer(prompt, model, tools)
        : FutureKt.await(
            CompletableFuture.supplyAsync(() -> answer(prompt, model, tools), elsewhere),
            continuation);
  }

  /** Says the same twice. */
  public Object executeMultipleChoices(
      Prompt prompt,
      LLModel model,
      List<ToolDescriptor> tools,
      Continuation<? super List<Message.Assistant>> continuation) {
    Message.Assistant answer = answer(prompt, model, tools);
    return List.of(answer, answer);
  }

  /** One that streams, too: Java's compiler lets nobody override the method that does. */
  static PromptExecutor streaming(Scene scene, @Nullable Executor elsewhere) throws Exception {
    return new ByteBuddy()
        .with(MethodGraph.Compiler.Default.forJVMHierarchy())
        .subclass(SceneExecutor.class)
        .defineMethod("executeStreaming", Flow.class, Visibility.PUBLIC)
        .withParameters(Prompt.class, LLModel.class, List.class)
        .intercept(
            MethodCall.invoke(
                    SceneExecutor.class.getDeclaredMethod(
                        "frames", Prompt.class, LLModel.class, List.class))
                .withAllArguments())
        .make()
        .load(SceneExecutor.class.getClassLoader(), ClassLoadingStrategy.Default.INJECTION)
        .getLoaded()
        .getDeclaredConstructor(Scene.class, Executor.class)
        .newInstance(scene, elsewhere);
  }

  Flow<StreamFrame> frames(Prompt prompt, LLModel model, List<ToolDescriptor> tools) {
    Iterable<StreamFrame> whenAsked = () -> frames(answer(prompt, model, tools)).iterator();
    Flow<StreamFrame> frames = FlowKt.asFlow(whenAsked);
    return elsewhere == null ? frames : FlowKt.flowOn(frames, ExecutorsKt.from(elsewhere));
  }

  private static List<StreamFrame> frames(Message.Assistant answer) {
    List<StreamFrame> frames = new ArrayList<>();
    for (MessagePart.ResponsePart part : answer.getParts()) {
      if (part instanceof MessagePart.Tool.Call call) {
        frames.add(
            new StreamFrame.ToolCallComplete(call.getId(), call.getTool(), call.getArgs(), 0));
      } else {
        String text = ((MessagePart.Text) part).getText();
        frames.add(new StreamFrame.TextDelta(text.substring(0, 2), 0));
        frames.add(new StreamFrame.TextDelta(text.substring(2), 0));
        frames.add(new StreamFrame.TextComplete(text, 0));
      }
    }
    frames.add(new StreamFrame.End("stop", answer.getMetaInfo()));
    return frames;
  }

  private Message.Assistant answer(Prompt prompt, LLModel model, List<ToolDescriptor> tools) {
    List<String> results = new ArrayList<>();
    List<Message> messages = prompt.getMessages();
    for (int i = messages.size() - 1;
        i >= 0 && !(messages.get(i) instanceof Message.Assistant);
        i--) {
      for (MessagePart part : messages.get(i).getParts()) {
        results.add(
            part instanceof MessagePart.Tool.Result result ? result.getOutput() : part.toString());
      }
    }
    Reply reply = scene.reply(results, !tools.isEmpty(), model.getId());
    List<MessagePart.ResponsePart> parts = new ArrayList<>();
    for (ToolRequest call : reply.calls()) {
      parts.add(new MessagePart.Tool.Call(call.id(), call.tool(), call.json()));
    }
    if (parts.isEmpty()) {
      parts.add(new MessagePart.Text(reply.text()));
    }
    return new Message.Assistant(
        parts,
        ResponseMetaInfo.Companion.create(
            KoogClock.System,
            reply.inputTokens() + reply.outputTokens(),
            reply.inputTokens(),
            reply.outputTokens()));
  }

  @Override
  public void close() {}
}
