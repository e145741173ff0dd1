package io.loophalt.frameworks.koog;

import io.loophalt.extension.ChatMessage;
import io.loophalt.extension.ChatMessage.Speaker;
import io.loophalt.extension.RequestReader;
import io.loophalt.extension.reflect.Getter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the messages of Koog's prompts, in which results of tools are parts of a user's. */
final class KoogMessages implements RequestReader {

  static final RequestReader READER = new KoogMessages();

  private static final Getter MESSAGES = new Getter("getMessages");
  private static final Getter ROLE = new Getter("getRole");
  private static final Getter PARTS = new Getter("getParts");
  private static final Getter TEXT = new Getter("getText");
  private static final Getter ID = new Getter("getId");
  private static final Getter TOOL = new Getter("getTool");
  private static final Getter ARGS = new Getter("getArgs");

  private KoogMessages() {}

  @Override
  public List<?> messages(Object prompt) {
    return MESSAGES.of(prompt) instanceof List<?> messages ? messages : List.of();
  }

  @Override
  public @Nullable ChatMessage read(Object message) {
    StringBuilder text = new StringBuilder();
    List<ChatMessage.Call> calls = new ArrayList<>();
    List<Object> others = new ArrayList<>(0);
    boolean isResult = false;
    if (PARTS.of(message) instanceof List<?> parts) {
      for (Object part : parts) {
        if (ARGS.isOn(part)) {
          calls.add(new ChatMessage.Call(ID.text(part), TOOL.text(part), ARGS.text(part)));
        } else if (TOOL.isOn(part)) {
          isResult = true;
        } else if (TEXT.isOn(part)) {
          text.append(TEXT.text(part));
        } else {
          others.add(part);
        }
      }
    }
    return switch (ROLE.of(message) instanceof Enum<?> role ? role.name() : "") {
      case "Assistant" -> ChatMessage.answer(text.toString(), calls);
      case "Tool" -> ChatMessage.of(Speaker.TOOL, "");
      case "User" ->
          isResult
              ? ChatMessage.of(Speaker.TOOL, text.toString())
              : ChatMessage.ofUser(text.toString(), others);
      case "System" -> ChatMessage.of(Speaker.SYSTEM, text.toString());
      default -> null;
    };
  }
}
