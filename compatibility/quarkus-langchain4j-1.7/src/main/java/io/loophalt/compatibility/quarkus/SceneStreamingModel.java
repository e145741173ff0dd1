package io.loophalt.compatibility.quarkus;

import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;

/** A scene's model that brings its answers piece by piece, where its conversation wants them. */
public final class SceneStreamingModel implements StreamingChatModel {

  /** Gives the model to Quarkus. */
  public static final class Supplier implements java.util.function.Supplier<StreamingChatModel> {
    @Override
    public StreamingChatModel get() {
      return new SceneStreamingModel();
    }
  }

  @Override
  public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
    Conversation conversation = SceneModel.conversation(request);
    conversation.client().execute(() -> stream(conversation, request, handler));
  }

  /** What goes wrong while the answer is worked on is told the handler, as real clients do. */
  private static void stream(
      Conversation conversation, ChatRequest request, StreamingChatResponseHandler handler) {
    try {
      ChatResponse response = SceneModel.reply(conversation, request);
      String text = response.aiMessage().text();
      if (text != null) {
        handler.onPartialResponse(text);
      }
      handler.onCompleteResponse(response);
    } catch (RuntimeException e) {
      handler.onError(e);
    }
  }
}
