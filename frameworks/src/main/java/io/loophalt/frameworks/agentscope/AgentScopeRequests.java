package io.loophalt.frameworks.agentscope;

import io.loophalt.extension.reflect.Rebuilt;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes the objects of AgentScope's with which the agent intervenes: events that hold a request
 * with something changed, and results of tools. Happens at nudges and in escalated or finishing
 * runs, so plain reflection will do. All methods throw if this version of AgentScope is another
 * one.
 */
final class AgentScopeRequests {

  private static final String PACKAGE = "io.agentscope.core.";
  private static final String REACT_AGENT = PACKAGE + "ReActAgent";
  private static final String AGENT = PACKAGE + "agent.Agent";
  private static final String CHOICE = PACKAGE + "model.ToolChoice";
  private static final String ROLE = PACKAGE + "message.MsgRole";
  private static final String TEXT = PACKAGE + "message.TextBlock";
  private static final String RESULT = PACKAGE + "message.ToolResultBlock";

  private AgentScopeRequests() {}

  /**
   * With the choice of no tool, which all of AgentScope's models pass on: the tools themselves are
   * the agent's. The text is the user's last message.
   */
  static Object withoutTools(Object event, String text) throws ReflectiveOperationException {
    Object none = Rebuilt.beside(event, CHOICE + "$None").getConstructor().newInstance();
    Object options = with(optionsOf(event), "toolChoice", Rebuilt.beside(event, CHOICE), none);
    return event(event, saying(messagesOf(event), text), options);
  }

  /** With the name of another model, which AgentScope's model for OpenAI follows. */
  static Object withModel(Object event, String model) throws ReflectiveOperationException {
    return event(event, messagesOf(event), optionsWithModel(optionsOf(event), model));
  }

  /** The messages, and a text as the user's last one. */
  static List<Object> saying(List<?> messages, String text) throws ReflectiveOperationException {
    Object before = messages.get(0);
    Class<?> role = Rebuilt.beside(before, ROLE);
    Object user = Objects.requireNonNull(role.getField("USER").get(null));
    Object builder = builder(before.getClass());
    Rebuilt.call(builder, "name", String.class, "user");
    Rebuilt.call(builder, "role", role, user);
    Rebuilt.call(builder, "textContent", String.class, text);
    List<Object> all = new ArrayList<>(messages);
    all.add(Rebuilt.call(builder, "build"));
    return all;
  }

  /** The options with the name of another model. */
  static Object optionsWithModel(Object options, String model) throws ReflectiveOperationException {
    return with(options, "modelName", String.class, model);
  }

  private static Object event(Object event, List<?> messages, Object options)
      throws ReflectiveOperationException {
    return event
        .getClass()
        .getConstructor(Rebuilt.beside(event, AGENT), String.class, options.getClass(), List.class)
        .newInstance(
            Rebuilt.call(event, "getAgent"),
            Rebuilt.call(event, "getModelName"),
            options,
            messages);
  }

  private static Object with(Object options, String property, Class<?> type, Object value)
      throws ReflectiveOperationException {
    Class<?> kind = options.getClass();
    Object changed = Rebuilt.call(Rebuilt.call(builder(kind), property, type, value), "build");
    return Objects.requireNonNull(
        kind.getMethod("mergeOptions", kind, kind).invoke(null, changed, options));
  }

  /** What hooks have set, else what the agent will make itself. */
  private static Object optionsOf(Object event) throws ReflectiveOperationException {
    Object set = get(event, "getEffectiveGenerateOptions");
    if (set != null) {
      return set;
    }
    Method make = Rebuilt.beside(event, REACT_AGENT).getDeclaredMethod("buildGenerateOptions");
    if (!make.trySetAccessible()) {
      throw new IllegalAccessException(make.toString());
    }
    return Objects.requireNonNull(make.invoke(Rebuilt.call(event, "getAgent")));
  }

  private static Object builder(Class<?> type) throws ReflectiveOperationException {
    return Objects.requireNonNull(type.getMethod("builder").invoke(null));
  }

  private static List<?> messagesOf(Object event) throws ReflectiveOperationException {
    return (List<?>) Rebuilt.call(event, "getInputMessages");
  }

  /** The result of a tool with a text at its end. */
  static Object append(Object result, String text) throws ReflectiveOperationException {
    List<Object> output = new ArrayList<>((List<?>) Rebuilt.call(result, "getOutput"));
    output.add(block(result.getClass().getClassLoader(), text));
    Constructor<?> constructor =
        result.getClass().getConstructor(String.class, String.class, List.class, Map.class);
    return constructor.newInstance(
        get(result, "getId"), get(result, "getName"), output, get(result, "getMetadata"));
  }

  private static @Nullable Object get(Object target, String method)
      throws ReflectiveOperationException {
    return target.getClass().getMethod(method).invoke(target);
  }

  private static Object block(@Nullable ClassLoader loader, String text)
      throws ReflectiveOperationException {
    Object builder = builder(Class.forName(TEXT, true, loader));
    return Rebuilt.call(Rebuilt.call(builder, "text", String.class, text), "build");
  }

  /** What comes in place of the result of a tool that is not called, which is a text. */
  static Object result(@Nullable ClassLoader loader, String text)
      throws ReflectiveOperationException {
    Class<?> block = Class.forName(RESULT, true, loader);
    return Rebuilt.make(
        Class.forName("reactor.core.publisher.Mono", true, loader),
        "just",
        Object.class,
        Rebuilt.make(block, "text", String.class, text));
  }
}
