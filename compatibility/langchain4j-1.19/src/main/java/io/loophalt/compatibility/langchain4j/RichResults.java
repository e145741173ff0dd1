package io.loophalt.compatibility.langchain4j;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.AiServices;
import io.loophalt.compatibility.scenario.Pictures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Gives a model pictures, in results of tools of a loop by hand and of an AI service. */
public final class RichResults {

  private static final ToolSpecification LOOK = ToolSpecification.builder().name("look").build();

  private RichResults() {}

  /** The service. */
  interface Assistant {
    String chat(String question);
  }

  /** A model that asks for the same each time, or answers once it has looked often enough. */
  private static final class Model implements ChatModel {

    private int asked;

    @Override
    public ChatResponse doChat(ChatRequest request) {
      asked++;
      AiMessage answer =
          asked > Pictures.LOOKS
              ? AiMessage.from("seen")
              : AiMessage.from(
                  ToolExecutionRequest.builder()
                      .id("look-" + asked)
                      .name("look")
                      .arguments("{}")
                      .build());
      return ChatResponse.builder().aiMessage(answer).build();
    }
  }

  /** Entry point. */
  public static void main(String[] args) {
    Map<String, Pictures.Viewer> viewers = new LinkedHashMap<>();
    viewers.put("picture", picture -> watch(picture, RichResults::within));
    viewers.put("behind", picture -> watch(picture, RichResults::behind));
    viewers.put("service", RichResults::service);
    Pictures.play(viewers);
  }

  /** What is sent for a call. */
  private interface Results {
    List<ChatMessage> of(ToolExecutionRequest call, Content picture);
  }

  private static List<ChatMessage> within(ToolExecutionRequest call, Content picture) {
    return List.of(ManyContents.result(call, "what there is to see", picture));
  }

  /** Where a model takes no pictures of a tool. */
  private static List<ChatMessage> behind(ToolExecutionRequest call, Content picture) {
    return List.of(
        ToolExecutionResultMessage.from(call, "what there is to see"), UserMessage.from(picture));
  }

  private static void watch(Supplier<byte[]> picture, Results results) {
    ChatModel model = new Model();
    List<ChatMessage> messages = new ArrayList<>();
    messages.add(UserMessage.from("Watch."));
    for (int look = 0; look < Pictures.LOOKS; look++) {
      AiMessage answer =
          model
              .chat(ChatRequest.builder().messages(messages).toolSpecifications(LOOK).build())
              .aiMessage();
      messages.add(answer);
      messages.addAll(results.of(answer.toolExecutionRequests().get(0), content(picture.get())));
    }
  }

  private static void service(Supplier<byte[]> picture) {
    AiServices.builder(Assistant.class)
        .chatModel(new Model())
        .tools(new Camera(picture))
        .build()
        .chat("Watch.");
  }

  /** A tool of the service. */
  record Camera(Supplier<byte[]> picture) {
    @Tool(name = "look")
    Content look() {
      return content(picture.get());
    }
  }

  private static Content content(byte[] picture) {
    return ImageContent.from(Pictures.base64(picture), "image/png");
  }
}
