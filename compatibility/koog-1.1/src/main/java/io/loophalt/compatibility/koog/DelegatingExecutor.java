package io.loophalt.compatibility.koog;

import ai.koog.agents.core.tools.ToolDescriptor;
import ai.koog.prompt.Prompt;
import ai.koog.prompt.executor.model.PromptExecutor;
import ai.koog.prompt.llm.LLModel;
import ai.koog.prompt.message.Message;
import ai.koog.prompt.message.MessagePart;
import ai.koog.prompt.message.ResponseMetaInfo;
import ai.koog.utils.time.KoogClock;
import java.util.List;
import kotlin.coroutines.Continuation;

/** A model that delegates once and passes on what came of it. */
final class DelegatingExecutor extends PromptExecutor {

  /** Hidden from Java's compiler, and overridden all the same. */
  public Object execute(
      Prompt prompt,
      LLModel model,
      List<ToolDescriptor> tools,
      Continuation<? super Message.Assistant> continuation) {
    List<Message> messages = prompt.getMessages();
    MessagePart last = messages.get(messages.size() - 1).getParts().get(0);
    MessagePart.ResponsePart reply =
        last instanceof MessagePart.Tool.Result result
            ? new MessagePart.Text("my colleague said: " + result.getOutput())
            : new MessagePart.Tool.Call("1", "delegate", "{}");
    return new Message.Assistant(
        reply, ResponseMetaInfo.Companion.create(KoogClock.System, 20, 10, 10));
  }

  @Override
  public void close() {}
}
