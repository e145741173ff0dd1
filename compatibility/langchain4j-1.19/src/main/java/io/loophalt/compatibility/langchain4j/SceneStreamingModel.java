package io.loophalt.compatibility.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.CompleteToolCall;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import io.loophalt.compatibility.scenario.Scene;
import java.util.List;
import java.util.concurrent.Executor;

/** A scene's model that brings its answers piece by piece, on a thread of its own. */
public final class SceneStreamingModel implements StreamingChatModel {

  private final Scene scene;
  private final Executor thread;

  /** Plays a scene, on a thread. */
  public SceneStreamingModel(Scene scene, Executor thread) {
    this.scene = scene;
    this.thread = thread;
  }

  @Override
  public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
    thread.execute(() -> stream(request, handler));
  }

  /** What goes wrong while the answer is worked on is told the handler, as real clients do. */
  private void stream(ChatRequest request, StreamingChatResponseHandler handler) {
    try {
      ChatResponse response = SceneModel.reply(scene, request);
      String text = response.aiMessage().text();
      if (text != null) {
        handler.onPartialResponse(text);
      }
      List<ToolExecutionRequest> calls = response.aiMessage().toolExecutionRequests();
      for (int i = 0; i < calls.size(); i++) {
        handler.onCompleteToolCall(new CompleteToolCall(i, calls.get(i)));
      }
      handler.onCompleteResponse(response);
    } catch (RuntimeException e) {
      handler.onError(e);
    }
  }
}
