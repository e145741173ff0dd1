package io.loophalt.frameworks.koog;

import io.loophalt.extension.reflect.DataCopy;
import io.loophalt.extension.reflect.Getter;
import io.loophalt.extension.reflect.Rebuilt;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes the objects of Koog's with which the agent intervenes. Happens at nudges and in finishing
 * runs, so plain reflection will do. All methods throw if this version of Koog is another one.
 */
final class KoogObjects {

  private static final String MESSAGES = "ai.koog.prompt.message.";
  private static final String ENVIRONMENT = "ai.koog.agents.core.environment.";
  private static final Getter ID = new Getter("getId");
  private static final Getter TOOL = new Getter("getTool");
  private static final Getter MESSAGES_OF_PROMPT = new Getter("getMessages");
  private static final Getter PARTS = new Getter("getParts");
  private static final Getter TEXT = new Getter("getText");
  private static final Getter PARAMS = new Getter("getParams");
  private static final Getter TOOL_CHOICE = new Getter("getToolChoice");

  private KoogObjects() {}

  /** The result of a tool with a text at its end. */
  static Object withText(Object result, String output, String text)
      throws ReflectiveOperationException {
    Map<String, Object> changed = new HashMap<>();
    changed.put("output", output + "\n\n" + text);
    if (PARTS.of(result) instanceof List<?> parts) {
      // They go to the model in place of the output.
      List<Object> more = new ArrayList<>(parts);
      more.add(
          Rebuilt.beside(result, MESSAGES + "MessagePart$Text")
              .getConstructor(String.class)
              .newInstance(text));
      changed.put("parts", more);
    }
    return DataCopy.with(result, changed);
  }

  /** What goes to the model in place of a result's output and is no text, such as a picture. */
  static List<Object> others(Object result) {
    List<Object> others = null;
    if (PARTS.of(result) instanceof List<?> parts) {
      for (Object part : parts) {
        if (!TEXT.isOn(part)) {
          others = others == null ? new ArrayList<>(1) : others;
          others.add(part);
        }
      }
    }
    return others == null ? List.of() : others;
  }

  /** The result of a tool that is not called, which is a text. */
  static Object refusal(Object asked, String text) throws ReflectiveOperationException {
    Class<?> result = Rebuilt.beside(asked, ENVIRONMENT + "ReceivedToolResult");
    Constructor<?> constructor = null;
    for (Constructor<?> each : result.getConstructors()) {
      if (constructor == null || each.getParameterCount() < constructor.getParameterCount()) {
        constructor = each;
      }
    }
    if (constructor == null || constructor.getParameterCount() != 9) {
      throw new NoSuchMethodException(result.getName());
    }
    Object noArguments =
        Rebuilt.beside(asked, "ai.koog.serialization.JSONObject")
            .getConstructor(Map.class)
            .newInstance(Map.of());
    Object success =
        Rebuilt.beside(asked, ENVIRONMENT + "ToolResultKind$Success")
            .getField("INSTANCE")
            .get(null);
    return constructor.newInstance(
        ID.of(asked), TOOL.of(asked), noArguments, null, text, success, null, null, null);
  }

  /** A prompt in which the user says a text last, and no tool is to be chosen. */
  static Object finishing(Object prompt, String text) throws ReflectiveOperationException {
    Map<String, @Nullable Object> changed = new HashMap<>();
    List<Object> messages = new ArrayList<>();
    if (MESSAGES_OF_PROMPT.of(prompt) instanceof List<?> before) {
      messages.addAll(before);
    }
    messages.add(user(prompt, text));
    changed.put("messages", messages);
    Object params = PARAMS.of(prompt);
    if (TOOL_CHOICE.of(params) != null) {
      changed.put(
          "params",
          DataCopy.with(
              Objects.requireNonNull(params), Collections.singletonMap("toolChoice", null)));
    }
    return DataCopy.with(prompt, changed);
  }

  private static Object user(Object prompt, String text) throws ReflectiveOperationException {
    Class<?> clock = Rebuilt.beside(prompt, "ai.koog.utils.time.KoogClock");
    Class<?> meta = Rebuilt.beside(prompt, MESSAGES + "RequestMetaInfo");
    Object now =
        Rebuilt.call(
            Objects.requireNonNull(meta.getField("Companion").get(null)),
            "create",
            clock,
            Objects.requireNonNull(clock.getField("System").get(null)));
    return Rebuilt.beside(prompt, MESSAGES + "Message$User")
        .getConstructor(String.class, meta)
        .newInstance(text, now);
  }
}
