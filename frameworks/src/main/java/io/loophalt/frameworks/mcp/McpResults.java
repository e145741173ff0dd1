package io.loophalt.frameworks.mcp;

import io.loophalt.extension.reflect.Getter;
import io.loophalt.extension.reflect.RecordCopy;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the results of MCP tools as text, and appends to them, which are immutable. */
final class McpResults {

  private static final String RESULT = "io.modelcontextprotocol.spec.McpSchema$CallToolResult";
  private static final String MONO = "reactor.core.publisher.Mono";
  private static final String TEXT_CONTENT = "io.modelcontextprotocol.spec.McpSchema$TextContent";

  private static final Getter CONTENT = new Getter("content");
  private static final Getter STRUCTURED_CONTENT = new Getter("structuredContent");
  private static final Getter TEXT = new Getter("text");

  private McpResults() {}

  /**
   * All of the content, what is no text as the SDK prints it; and the structured content behind it
   * where that says more.
   */
  static String text(Object result) {
    List<?> contents = contents(result);
    String text = contents.size() == 1 ? textOf(contents.get(0)) : joined(contents);
    Object structured = STRUCTURED_CONTENT.of(result);
    if (structured == null) {
      return text;
    }
    if (text.isEmpty()) {
      return STRUCTURED_CONTENT.text(result);
    }
    return StructuredContent.isSaidBy(text, structured)
        ? text
        : text + '\n' + STRUCTURED_CONTENT.text(result);
  }

  private static String joined(List<?> contents) {
    StringBuilder all = new StringBuilder();
    for (Object content : contents) {
      all.append(textOf(content)).append('\n');
    }
    return all.toString();
  }

  private static String textOf(Object content) {
    return TEXT.isOn(content) ? TEXT.text(content) : content.toString();
  }

  private static List<?> contents(Object result) {
    return CONTENT.of(result) instanceof List<?> contents ? contents : List.of();
  }

  /**
   * A copy with one more text, and nothing else that is different. Happens at nudges only, so plain
   * reflection will do.
   */
  static @Nullable Object append(Object result, String text) {
    try {
      Class<?> type = result.getClass();
      List<Object> contents = new ArrayList<>(contents(result));
      contents.add(
          Class.forName(TEXT_CONTENT, true, type.getClassLoader())
              .getConstructor(String.class)
              .newInstance(text));
      return RecordCopy.with(result, "content", contents);
    } catch (ReflectiveOperationException drifted) {
      throw new IllegalStateException(
          "cannot append to " + result.getClass().getName() + " of this MCP SDK version", drifted);
    }
  }

  /** What a server answers whose tool has failed with a text for the model. */
  static Object error(@Nullable ClassLoader sdk, String text) throws ReflectiveOperationException {
    Object builder = Class.forName(RESULT, true, sdk).getMethod("builder").invoke(null);
    Class<?> type = builder.getClass();
    type.getMethod("addTextContent", String.class).invoke(builder, text);
    type.getMethod("isError", Boolean.class).invoke(builder, true);
    return type.getMethod("build").invoke(builder);
  }

  /** The same for the caller of a client that answers later. */
  static Object published(Class<?> client, Object result) throws ReflectiveOperationException {
    return Class.forName(MONO, true, client.getClassLoader())
        .getMethod("just", Object.class)
        .invoke(null, result);
  }
}
