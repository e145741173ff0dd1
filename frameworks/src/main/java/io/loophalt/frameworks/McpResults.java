package io.loophalt.frameworks;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the results of MCP tools as text, and appends to them, which are immutable. */
final class McpResults {

  private static final String TEXT_CONTENT = "io.modelcontextprotocol.spec.McpSchema$TextContent";

  private static final Getter CONTENT = new Getter("content");
  private static final Getter STRUCTURED_CONTENT = new Getter("structuredContent");
  private static final Getter IS_ERROR = new Getter("isError");
  private static final Getter META = new Getter("meta");
  private static final Getter TEXT = new Getter("text");

  private McpResults() {}

  /** All of the content; what is no text as the SDK prints it. */
  static String text(Object result) {
    List<?> contents = contents(result);
    if (contents.size() == 1) {
      return textOf(contents.get(0));
    }
    StringBuilder all = new StringBuilder();
    for (Object content : contents) {
      all.append(textOf(content)).append('\n');
    }
    Object structured = STRUCTURED_CONTENT.of(result);
    return all.isEmpty() && structured != null ? structured.toString() : all.toString();
  }

  private static String textOf(Object content) {
    return TEXT.isOn(content) ? TEXT.text(content) : content.toString();
  }

  private static List<?> contents(Object result) {
    return CONTENT.of(result) instanceof List<?> contents ? contents : List.of();
  }

  /** A copy with one more text. Happens at nudges only, so plain reflection will do. */
  static @Nullable Object append(Object result, String text) {
    try {
      Class<?> type = result.getClass();
      List<Object> contents = new ArrayList<>(contents(result));
      contents.add(
          Class.forName(TEXT_CONTENT, true, type.getClassLoader())
              .getConstructor(String.class)
              .newInstance(text));
      Object builder = java.util.Objects.requireNonNull(type.getMethod("builder").invoke(null));
      set(builder, "content", List.class, contents);
      set(builder, "isError", Boolean.class, IS_ERROR.of(result));
      set(builder, "structuredContent", Object.class, STRUCTURED_CONTENT.of(result));
      set(builder, "meta", java.util.Map.class, META.of(result));
      return builder.getClass().getMethod("build").invoke(builder);
    } catch (ReflectiveOperationException drifted) {
      throw new IllegalStateException(
          "cannot append to " + result.getClass().getName() + " of this MCP SDK version", drifted);
    }
  }

  private static void set(Object builder, String property, Class<?> type, @Nullable Object value)
      throws ReflectiveOperationException {
    if (value != null) {
      Method setter = builder.getClass().getMethod(property, type);
      setter.invoke(builder, value);
    }
  }
}
