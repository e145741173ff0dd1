package io.loophalt.frameworks.ollama4j;

import io.loophalt.extension.ChatMessage;
import io.loophalt.extension.ChatMessage.Speaker;
import io.loophalt.extension.RequestReader;
import io.loophalt.extension.reflect.Property;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the messages of Ollama4j's chats, whose calls have no ids. */
final class OllamaMessages implements RequestReader {

  static final RequestReader READER = new OllamaMessages();

  private static final Property MESSAGES = new Property("getMessages");
  private static final Property ROLE = new Property("getRole");
  private static final Property CONTENT = new Property("getContent");

  /** The content, from 1.1.2 on. */
  private static final Property NEWER_CONTENT = new Property("getResponse");

  private static final Property RESPONSE = new Property("getResponseModel");
  private static final Property MESSAGE = new Property("getMessage");
  private static final Property IMAGES = new Property("getImages");
  private static final Property TOOL_CALLS = new Property("getToolCalls");
  private static final Property FUNCTION = new Property("getFunction");
  private static final Property NAME = new Property("getName");
  private static final Property ARGUMENTS = new Property("getArguments");

  private OllamaMessages() {}

  @Override
  public List<?> messages(Object request) {
    return MESSAGES.list(request);
  }

  @Override
  public ChatMessage read(Object message) {
    return switch (ROLE.text(message)) {
      case "user" -> ChatMessage.ofUser(text(message), images(message));
      case "assistant" -> ChatMessage.answer(text(message), callsOf(message));
      case "tool" -> ChatMessage.of(Speaker.TOOL, "");
      default -> ChatMessage.of(Speaker.SYSTEM, text(message));
    };
  }

  @Override
  public List<ChatMessage.Call> calls(Object returned) {
    return callsOf(MESSAGE.of(RESPONSE.of(returned)));
  }

  /** What a message says, empty if nothing. */
  static String text(@Nullable Object message) {
    Object content = CONTENT.of(message);
    return content == null ? NEWER_CONTENT.text(message) : content.toString();
  }

  /** The pictures of a message. */
  static List<Object> images(Object message) {
    return List.copyOf(IMAGES.list(message));
  }

  /** Has a message say something else. */
  static void setText(Object message, String text) throws ReflectiveOperationException {
    setter(message.getClass()).invoke(message, text);
  }

  private static Method setter(Class<?> type) throws NoSuchMethodException {
    try {
      return type.getMethod("setContent", String.class);
    } catch (NoSuchMethodException newer) {
      return type.getMethod("setResponse", String.class);
    }
  }

  private static List<ChatMessage.Call> callsOf(@Nullable Object message) {
    List<ChatMessage.Call> calls = new ArrayList<>();
    for (Object each : TOOL_CALLS.list(message)) {
      Object function = FUNCTION.of(each);
      Object arguments =
          ARGUMENTS.of(function) instanceof Map<?, ?> given ? new LinkedHashMap<>(given) : "";
      calls.add(new ChatMessage.Call("", NAME.text(function), arguments));
    }
    return calls;
  }
}
