package io.loophalt.frameworks.adk;

import io.loophalt.extension.reflect.Property;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads and changes the events in which Google ADK gives its model what came of a tool call. They
 * are changed where a run is nudged, so plain reflection will do.
 */
final class AdkEvents {

  private static final String EVENT = "com.google.adk.events.Event";
  private static final String CONTENT = "com.google.genai.types.Content";
  private static final String PART = "com.google.genai.types.Part";
  private static final String RESPONSE = "com.google.genai.types.FunctionResponse";

  private static final Property CONTENT_OF_EVENT = new Property("content");
  private static final Property PARTS = new Property("parts");
  private static final Property FUNCTION_RESPONSE = new Property("functionResponse");
  private static final Property ANSWER = new Property("response");

  private AdkEvents() {}

  /** What a tool, or a callback in its place, has answered; null if the event says nothing. */
  static @Nullable Object answer(Object event) {
    for (Object part : PARTS.list(CONTENT_OF_EVENT.of(event))) {
      Object response = FUNCTION_RESPONSE.of(part);
      if (response != null) {
        return ANSWER.of(response);
      }
    }
    return null;
  }

  /** Adds a member to the answer in an event that nobody but ADK has had yet. */
  static void add(Object event, String member, String text) throws ReflectiveOperationException {
    Object content = CONTENT_OF_EVENT.of(event);
    List<Object> parts = new ArrayList<>();
    boolean added = false;
    for (Object part : PARTS.list(content)) {
      Object response = added ? null : FUNCTION_RESPONSE.of(part);
      parts.add(response == null ? part : with(part, response, member, text));
      added |= response != null;
    }
    if (content == null || !added) {
      throw new NoSuchFieldException("no answer in an event");
    }
    type(event, EVENT)
        .getMethod("setContent", type(content, CONTENT))
        .invoke(event, changed(content, CONTENT, "parts", List.class, parts));
  }

  private static Object with(Object part, Object response, String member, String text)
      throws ReflectiveOperationException {
    Map<Object, Object> answer = new LinkedHashMap<>();
    if (ANSWER.of(response) instanceof Map<?, ?> before) {
      answer.putAll(before);
    }
    answer.put(member, text);
    Object changed = changed(response, RESPONSE, "response", Map.class, answer);
    return changed(part, PART, "functionResponse", type(response, RESPONSE), changed);
  }

  /** A copy with another value of one property. */
  private static Object changed(
      Object original, String type, String property, Class<?> ofProperty, Object value)
      throws ReflectiveOperationException {
    Object builder = type(original, type).getMethod("toBuilder").invoke(original);
    Class<?> builds = type(original, type + "$Builder");
    builds.getMethod(property, ofProperty).invoke(builder, value);
    return Objects.requireNonNull(builds.getMethod("build").invoke(builder));
  }

  private static Class<?> type(Object beside, String name) throws ClassNotFoundException {
    return Class.forName(name, true, beside.getClass().getClassLoader());
  }
}
