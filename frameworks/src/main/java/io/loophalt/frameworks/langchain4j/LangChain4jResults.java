package io.loophalt.frameworks.langchain4j;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Appends a text to LangChain4j's result objects, which are immutable and differ between versions.
 * Happens at nudges only, so plain reflection will do.
 */
final class LangChain4jResults {

  private static final String RESULT = "dev.langchain4j.service.tool.ToolExecutionResult";
  private static final String TEXT_CONTENT = "dev.langchain4j.data.message.TextContent";
  private static final String MESSAGE = "dev.langchain4j.data.message.ToolExecutionResultMessage";

  private LangChain4jResults() {}

  /**
   * Whether the result is one text: up to 1.12 always, from 1.13 unless it has several parts or
   * another one.
   */
  static boolean hasText(Object result) {
    try {
      if (!has(result.getClass(), "resultContents")) {
        return true;
      }
      Collection<?> contents = contents(result);
      return contents.isEmpty()
          || (contents.size() == 1
              && contents.iterator().next().getClass().getName().equals(TEXT_CONTENT));
    } catch (ReflectiveOperationException drifted) {
      return true;
    }
  }

  private static Collection<?> contents(Object result) throws ReflectiveOperationException {
    return call(result, "resultContents") instanceof Collection<?> contents ? contents : List.of();
  }

  /** A copy with the text appended; null for a type that is not known. */
  static @Nullable Object append(Object result, String text) {
    try {
      return switch (result.getClass().getName()) {
        case RESULT -> appendToResult(result, text);
        case MESSAGE -> appendToMessage(result, text);
        default -> null;
      };
    } catch (ReflectiveOperationException drifted) {
      throw new IllegalStateException(
          "cannot append to " + result.getClass().getName() + " of this LangChain4j version",
          drifted);
    }
  }

  /**
   * From 1.6. {@code result()} stays untouched: it is what tools that return immediately hand to
   * the application.
   */
  private static Object appendToResult(Object result, String text)
      throws ReflectiveOperationException {
    Class<?> type = result.getClass();
    Object builder = type.getMethod("builder").invoke(null);
    set(builder, "isError", boolean.class, call(result, "isError"));
    set(builder, "result", Object.class, call(result, "result"));
    if (has(type, "attributes")) {
      set(builder, "attributes", java.util.Map.class, call(result, "attributes"));
    }
    if (hasText(result)) {
      String before = (String) call(result, "resultText");
      set(builder, "resultText", String.class, before == null ? text : before + "\n\n" + text);
    } else {
      List<Object> contents = new ArrayList<>(contents(result));
      Class<?> content = Class.forName(TEXT_CONTENT, true, type.getClassLoader());
      contents.add(content.getMethod("from", String.class).invoke(null, text));
      set(builder, "resultContents", List.class, contents);
    }
    return requireBuilt(builder.getClass().getMethod("build").invoke(builder));
  }

  /** 1.4 and 1.5. */
  private static Object appendToMessage(Object message, String text)
      throws ReflectiveOperationException {
    return requireBuilt(
        message
            .getClass()
            .getMethod("from", String.class, String.class, String.class)
            .invoke(
                null,
                call(message, "id"),
                call(message, "toolName"),
                call(message, "text") + "\n\n" + text));
  }

  /** A copy of a message with a result that has the text behind it. */
  static Object withText(Object message, String text) throws ReflectiveOperationException {
    Class<?> type = message.getClass();
    if (!has(type, "toBuilder")) {
      return appendToMessage(message, text);
    }
    Object builder = requireBuilt(call(message, "toBuilder"));
    if (has(type, "contents")) {
      // One text stays one: not every model takes several.
      boolean one = Boolean.TRUE.equals(call(message, "hasSingleText"));
      List<Object> contents = new ArrayList<>();
      if (!one && call(message, "contents") instanceof Collection<?> before) {
        contents.addAll(before);
      }
      Class<?> content = Class.forName(TEXT_CONTENT, true, type.getClassLoader());
      String told = one ? call(message, "text") + "\n\n" + text : text;
      contents.add(content.getMethod("from", String.class).invoke(null, told));
      set(builder, "contents", List.class, contents);
    } else {
      set(builder, "text", String.class, call(message, "text") + "\n\n" + text);
    }
    return requireBuilt(builder.getClass().getMethod("build").invoke(builder));
  }

  /** What stands in place of the result of a tool that was not called. */
  static Object refusal(Object request, String text) {
    ClassLoader loader = request.getClass().getClassLoader();
    try {
      Class<?> type = classIn(loader, RESULT);
      if (type == null) {
        return requireBuilt(
            Class.forName(MESSAGE, true, loader)
                .getMethod("from", String.class, String.class, String.class)
                .invoke(null, call(request, "id"), call(request, "name"), text));
      }
      Object builder = type.getMethod("builder").invoke(null);
      set(builder, "isError", boolean.class, true);
      set(builder, "resultText", String.class, text);
      return requireBuilt(builder.getClass().getMethod("build").invoke(builder));
    } catch (ReflectiveOperationException drifted) {
      throw new IllegalStateException(
          "cannot answer in place of a tool of this LangChain4j version", drifted);
    }
  }

  /** From 1.6 on there is a type for results; null before. */
  private static @Nullable Class<?> classIn(@Nullable ClassLoader loader, String name) {
    try {
      return Class.forName(name, true, loader);
    } catch (ClassNotFoundException older) {
      return null;
    }
  }

  private static Object requireBuilt(@Nullable Object built) {
    return java.util.Objects.requireNonNull(built);
  }

  private static void set(Object builder, String property, Class<?> type, @Nullable Object value)
      throws ReflectiveOperationException {
    builder.getClass().getMethod(property, type).invoke(builder, value);
  }

  private static @Nullable Object call(Object target, String getter)
      throws ReflectiveOperationException {
    return target.getClass().getMethod(getter).invoke(target);
  }

  private static boolean has(Class<?> type, String method) {
    for (Method each : type.getMethods()) {
      if (each.getName().equals(method) && each.getParameterCount() == 0) {
        return true;
      }
    }
    return false;
  }
}
