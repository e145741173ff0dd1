package io.loophalt.frameworks.openai;

import io.loophalt.extension.ChatMessage;
import io.loophalt.extension.ChatMessage.Speaker;
import io.loophalt.extension.RequestReader;
import io.loophalt.extension.reflect.Property;
import io.loophalt.extension.sdk.CallOrder;
import io.loophalt.extension.sdk.SdkModelCalls.CallPart;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the messages of requests to OpenAI's models. */
final class OpenAiMessages {

  private static final Property TEXT = new Property("text");
  private static final Property CONTENT = new Property("content");
  private static final Property ROLE = new Property("role");
  private static final Property ID = new Property("id");

  static final RequestReader OF_CHAT = new OfChat();
  static final RequestReader OF_RESPONSES = new OfResponses();

  private OpenAiMessages() {}

  /** The parts of a message that are no text. */
  private static List<Object> without(List<?> parts, Property text) {
    List<Object> others = new ArrayList<>(0);
    for (Object part : parts) {
      if (text.of(part) == null) {
        others.add(part);
      }
    }
    return others;
  }

  private static final class OfChat implements RequestReader {
    private static final Property MESSAGES = new Property("messages");
    private static final Property USER = new Property("user");
    private static final Property ASSISTANT = new Property("assistant");
    private static final Property TOOL = new Property("tool");
    private static final Property FUNCTION = new Property("function");
    private static final Property SYSTEM = new Property("system");
    private static final Property DEVELOPER = new Property("developer");
    private static final Property TOOL_CALLS = new Property("toolCalls");
    private static final Property PARTS = new Property("arrayOfContentParts");

    @Override
    public List<?> messages(Object request) {
      return MESSAGES.list(request);
    }

    @Override
    public ChatMessage read(Object message) {
      Object user = USER.of(message);
      if (user != null) {
        return user(CONTENT.of(user));
      }
      Object answer = ASSISTANT.of(message);
      if (answer != null) {
        return ChatMessage.answer(textOf(CONTENT.of(answer)), callsOf(answer));
      }
      boolean isResult = TOOL.of(message) != null || FUNCTION.of(message) != null;
      return isResult
          ? ChatMessage.of(Speaker.TOOL, "")
          : ChatMessage.of(Speaker.SYSTEM, instructions(message));
    }

    private static String instructions(Object message) {
      Object system = SYSTEM.of(message);
      return textOf(CONTENT.of(system == null ? DEVELOPER.of(message) : system));
    }

    private static ChatMessage user(@Nullable Object content) {
      return ChatMessage.ofUser(textOf(content), without(PARTS.list(content), TEXT));
    }

    private static String textOf(@Nullable Object content) {
      Object whole = TEXT.of(content);
      if (whole != null) {
        return whole.toString();
      }
      StringBuilder text = new StringBuilder();
      for (Object part : PARTS.list(content)) {
        text.append(TEXT.text(TEXT.of(part)));
      }
      return text.toString();
    }

    private static List<ChatMessage.Call> callsOf(Object answer) {
      List<ChatMessage.Call> calls = new ArrayList<>();
      for (Object each : TOOL_CALLS.list(answer)) {
        CallPart call = OpenAiSdk.Chat.partOf(each, calls.size());
        String id = call.id();
        String named = id == null || id.equals(CallOrder.NO_ID) ? "" : id;
        calls.add(new ChatMessage.Call(named, call.tool(), call.arguments()));
      }
      Object legacy = OpenAiSdk.Chat.FUNCTION_CALL.of(answer);
      if (legacy != null) {
        CallPart call = OpenAiSdk.Chat.partOf(legacy);
        calls.add(new ChatMessage.Call("", call.tool(), call.arguments()));
      }
      return calls;
    }
  }

  private static final class OfResponses implements RequestReader {
    private static final Property INPUT = new Property("input");
    private static final Property ITEMS = new Property("response", "betaResponse");
    private static final Property EASY_MESSAGE =
        new Property("easyInputMessage", "betaEasyInputMessage");
    private static final Property MESSAGE = new Property("message");
    private static final Property ANSWER =
        new Property("responseOutputMessage", "betaResponseOutputMessage");
    private static final Property APPROVAL_RESPONSE = new Property("mcpApprovalResponse");
    private static final Property APPROVE = new Property("approve");
    private static final Property REASON = new Property("reason");
    private static final Property TEXT_INPUT = new Property("textInput");
    private static final Property PARTS =
        new Property("responseInputMessageContentList", "betaResponseInputMessageContentList");
    private static final Property INPUT_TEXT = new Property("inputText");
    private static final Property OUTPUT_TEXT = new Property("outputText");
    private static final Property BEFORE = new Property("previousResponseId");
    private static final Property CONVERSATION = new Property("conversation");
    private static final Property BY_ID = new Property("id");
    private static final Property BY_PARAM =
        new Property("responseConversationParam", "betaResponseConversationParam");

    @Override
    public List<?> messages(Object request) {
      Object input = INPUT.of(request);
      Object only = TEXT.of(input);
      return only == null ? ITEMS.list(input) : List.of(only);
    }

    @Override
    public @Nullable ChatMessage read(Object item) {
      if (item instanceof String text) {
        return ChatMessage.of(Speaker.USER, text);
      }
      Object answer = ANSWER.of(item);
      if (answer != null) {
        return ChatMessage.answer(textOf(CONTENT.list(answer)), List.of());
      }
      Object easy = EASY_MESSAGE.of(item);
      Object message = easy == null ? MESSAGE.of(item) : easy;
      return message == null ? withoutWords(item) : message(message);
    }

    private static @Nullable ChatMessage withoutWords(Object item) {
      ChatMessage.Call call = OpenAiItems.call(item);
      call = call == null ? OpenAiItems.approval(item) : call;
      if (call != null) {
        return ChatMessage.answer("", List.of(call));
      }
      if (OpenAiItems.result(item) != null) {
        return ChatMessage.of(Speaker.TOOL, "");
      }
      Object allowed = APPROVAL_RESPONSE.of(item);
      return allowed == null
          ? null
          : ChatMessage.of(
              Speaker.USER,
              (Boolean.TRUE.equals(APPROVE.of(allowed)) ? "approved " : "refused ")
                  + REASON.text(allowed));
    }

    private static ChatMessage message(Object message) {
      Speaker speaker =
          switch (ROLE.text(message)) {
            case "user" -> Speaker.USER;
            case "assistant" -> Speaker.ASSISTANT;
            default -> Speaker.SYSTEM;
          };
      Object content = CONTENT.of(message);
      Object whole = TEXT_INPUT.of(content);
      List<?> parts = content instanceof List<?> list ? list : PARTS.list(content);
      String text = whole == null ? textOf(parts) : whole.toString();
      return speaker == Speaker.USER
          ? ChatMessage.ofUser(text, without(parts, INPUT_TEXT))
          : ChatMessage.of(speaker, text);
    }

    private static String textOf(List<?> parts) {
      StringBuilder text = new StringBuilder();
      for (Object part : parts) {
        Object input = INPUT_TEXT.of(part);
        text.append(TEXT.text(input == null ? OUTPUT_TEXT.of(part) : input));
      }
      return text.toString();
    }

    @Override
    public @Nullable String answerId(Object returned) {
      Object response = OpenAiSdk.Responses.responseOf(returned);
      return response == null ? null : ID.text(response);
    }

    @Override
    public @Nullable String answerBefore(Object request) {
      Object id = BEFORE.of(request);
      return id == null ? null : id.toString();
    }

    @Override
    public @Nullable String conversation(Object request) {
      Object conversation = CONVERSATION.of(request);
      Object param = BY_PARAM.of(conversation);
      Object id = BY_ID.of(param == null ? conversation : param);
      return id == null ? null : id.toString();
    }
  }
}
