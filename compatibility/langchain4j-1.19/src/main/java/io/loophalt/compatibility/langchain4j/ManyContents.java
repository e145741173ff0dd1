package io.loophalt.compatibility.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import io.loophalt.compatibility.scenario.ToolRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Results of tools that are a text and an image, and a model that takes nothing else; a text of its
 * own may stand behind them. Releases that know one text only, as 1.6, have that.
 */
final class ManyContents {

  private static final Content IMAGE = ImageContent.from("c2NyZWVu", "image/png");
  private static final Map<String, Object> ATTRIBUTES = Map.of("server", "of the application");
  private static final String ERROR = "Error: ";
  private static final boolean ARE_KNOWN =
      Arrays.stream(ToolExecutionResultMessage.class.getMethods())
          .anyMatch(each -> each.getName().equals("contents"));

  private ManyContents() {}

  /** What a tool gave, and a picture of it. */
  static ToolExecutionResultMessage result(ToolRequest call, String text) {
    return ARE_KNOWN
        ? message(call.id(), call.tool(), List.of(TextContent.from(text), IMAGE))
        : ToolExecutionResultMessage.from(call.id(), call.tool(), text);
  }

  /** The same with another picture, which is a text where nothing else is known. */
  static ToolExecutionResultMessage result(
      ToolExecutionRequest call, String text, Content picture) {
    return ARE_KNOWN
        ? message(call.id(), call.name(), List.of(TextContent.from(text), picture))
        : ToolExecutionResultMessage.from(call, text + picture);
  }

  /** Gives a model the texts, each a result, where all else is as the application has sent it. */
  static ChatModel readBy(ChatModel model) {
    return new ChatModel() {
      @Override
      public ChatResponse doChat(ChatRequest request) {
        List<ChatMessage> messages = new ArrayList<>();
        for (ChatMessage each : request.messages()) {
          messages.add(
              ARE_KNOWN && each instanceof ToolExecutionResultMessage result
                  ? oneText(result)
                  : each);
        }
        return model.doChat(
            ChatRequest.builder().messages(messages).parameters(request.parameters()).build());
      }
    };
  }

  private static ToolExecutionResultMessage oneText(ToolExecutionResultMessage result) {
    List<Content> contents = new ArrayList<>();
    for (Object each : (List<?>) invoke(result, "contents")) {
      contents.add((Content) each);
    }
    boolean told = contents.size() == 3 && textOf(contents.get(2)).startsWith("[Loophalt]");
    if (contents.size() != (told ? 3 : 2)
        || textOf(contents.get(0)).contains("[Loophalt]")
        || !contents.get(1).equals(IMAGE)
        || !result.equals(message(result.id(), result.toolName(), contents))) {
      throw new IllegalArgumentException("no result of the application's: " + result);
    }
    String text = textOf(contents.get(0));
    return ToolExecutionResultMessage.from(
        result.id(), result.toolName(), told ? text + textOf(contents.get(2)) : text);
  }

  private static String textOf(Content content) {
    return content instanceof TextContent text ? text.text() : "";
  }

  private static ToolExecutionResultMessage message(
      String id, String tool, List<Content> contents) {
    Object builder = invoke(ToolExecutionResultMessage.class, "builder");
    invoke(builder, "id", String.class, id);
    invoke(builder, "toolName", String.class, tool);
    invoke(builder, "contents", List.class, contents);
    invoke(builder, "isError", Boolean.class, textOf(contents.get(0)).startsWith(ERROR));
    invoke(builder, "attributes", Map.class, ATTRIBUTES);
    return (ToolExecutionResultMessage) invoke(builder, "build");
  }

  private static Object invoke(Object target, String method) {
    Class<?> type = target instanceof Class<?> itself ? itself : target.getClass();
    try {
      return Objects.requireNonNull(type.getMethod(method).invoke(target));
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("cannot call " + method, e);
    }
  }

  private static void invoke(Object builder, String property, Class<?> type, Object value) {
    try {
      builder.getClass().getMethod(property, type).invoke(builder, value);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("cannot set " + property, e);
    }
  }
}
