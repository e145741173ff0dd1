package io.loophalt.frameworks.adk;

import io.loophalt.extension.RequestChanges;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Copies Google ADK's {@code LlmRequest} with something changed, through the public types of its
 * builder. Happens at the last call of a halted run and while a run is escalated, so plain
 * reflection will do.
 */
final class AdkRequests implements RequestChanges {

  private static final String REQUEST = "com.google.adk.models.LlmRequest";
  private static final String CONFIG = "com.google.genai.types.GenerateContentConfig";
  private static final String CONTENT = "com.google.genai.types.Content";
  private static final String PART = "com.google.genai.types.Part";

  /** Neither for ADK nor for the provider. */
  @Override
  public Object withoutTools(Object request, String text) throws ReflectiveOperationException {
    Class<?> part = type(request, PART);
    Object parts = Array.newInstance(part, 1);
    Array.set(parts, 0, part.getMethod("fromText", String.class).invoke(null, text));
    List<Object> contents = new ArrayList<>();
    if (get(request, REQUEST, "contents") instanceof List<?> before) {
      contents.addAll(before);
    }
    contents.add(
        require(
            type(request, CONTENT).getMethod("fromParts", parts.getClass()).invoke(null, parts)));
    Object builder = builder(request, REQUEST);
    set(builder, request, REQUEST, "contents", List.class, contents);
    set(builder, request, REQUEST, "tools", Map.class, Map.of());
    if (get(request, REQUEST, "config") instanceof Optional<?> config && config.isPresent()) {
      Class<?> type = type(request, CONFIG);
      Object changed = builder(config.get(), CONFIG);
      call(changed, request, CONFIG, "clearTools");
      call(changed, request, CONFIG, "clearToolConfig");
      set(builder, request, REQUEST, "config", type, call(changed, request, CONFIG, "build"));
    }
    return call(builder, request, REQUEST, "build");
  }

  /** Of the same provider. */
  @Override
  public Object withModel(Object request, String model) throws ReflectiveOperationException {
    Object builder = builder(request, REQUEST);
    set(builder, request, REQUEST, "model", String.class, model);
    return call(builder, request, REQUEST, "build");
  }

  private static Object builder(Object original, String type) throws ReflectiveOperationException {
    return require(get(original, type, "toBuilder"));
  }

  private static @Nullable Object get(Object target, String type, String method)
      throws ReflectiveOperationException {
    return type(target, type).getMethod(method).invoke(target);
  }

  private static Object call(Object builder, Object beside, String type, String method)
      throws ReflectiveOperationException {
    return require(type(beside, type + "$Builder").getMethod(method).invoke(builder));
  }

  private static void set(
      Object builder, Object beside, String type, String method, Class<?> parameter, Object value)
      throws ReflectiveOperationException {
    Method setter = type(beside, type + "$Builder").getMethod(method, parameter);
    setter.invoke(builder, value);
  }

  private static Class<?> type(Object beside, String name) throws ClassNotFoundException {
    return Class.forName(name, true, beside.getClass().getClassLoader());
  }

  private static Object require(@Nullable Object made) {
    return Objects.requireNonNull(made);
  }
}
