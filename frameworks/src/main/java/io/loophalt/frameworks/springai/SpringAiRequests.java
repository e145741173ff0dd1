package io.loophalt.frameworks.springai;

import io.loophalt.extension.RequestChanges;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Copies Spring AI's requests with something changed: prompts, and the chat client's requests
 * around them. Happens at nudges, at the last call of a halted run and while a run is escalated, so
 * plain reflection will do.
 *
 * <p>Options are changed through their builder in 2.0, and as a copy with setters in 1.1.
 */
final class SpringAiRequests implements RequestChanges {

  private static final String PROMPT = "org.springframework.ai.chat.prompt.Prompt";
  private static final String OPTIONS = "org.springframework.ai.chat.prompt.ChatOptions";
  private static final String USER_MESSAGE = "org.springframework.ai.chat.messages.UserMessage";

  /** Without a duty to call a tool, too. */
  @Override
  public Object withoutTools(Object request, String text) throws ReflectiveOperationException {
    Object prompt = promptOf(request);
    List<Object> messages = new ArrayList<>(messagesOf(prompt));
    messages.add(
        Class.forName(USER_MESSAGE, true, prompt.getClass().getClassLoader())
            .getConstructor(String.class)
            .newInstance(text));
    Changes noTools =
        (options, prefix) -> {
          set(options, prefix + "oolCallbacks", List.of());
          set(options, prefix + "oolNames", Set.of());
          set(options, prefix + "oolChoice", null);
        };
    return with(request, prompt(prompt, messages, changed(optionsOf(prompt), noTools, "T")));
  }

  /** Of the same provider. */
  @Override
  public Object withModel(Object request, String model) throws ReflectiveOperationException {
    Object prompt = promptOf(request);
    Object options = optionsOf(prompt);
    if (options == null) {
      throw new NoSuchMethodException("to name a model in a prompt without options");
    }
    Changes otherModel =
        (copy, prefix) -> {
          if (!set(copy, prefix + "odel", model)) {
            throw new NoSuchMethodException("to name a model in " + copy.getClass().getName());
          }
        };
    return with(request, prompt(prompt, messagesOf(prompt), changed(options, otherModel, "M")));
  }

  /** With a text for the model behind the last result of a tool. */
  Object withText(Object request, String text) throws ReflectiveOperationException {
    Object prompt = promptOf(request);
    List<?> told = SpringAiTools.withText(messagesOf(prompt), text);
    return with(request, prompt(prompt, told, optionsOf(prompt)));
  }

  /** What is to be changed in options that are a builder or a copy. */
  private interface Changes {
    /**
     * Makes the changes.
     *
     * @param prefix what stands before the rest of a property's name in its method
     */
    void in(Object options, String prefix) throws ReflectiveOperationException;
  }

  private static @Nullable Object changed(@Nullable Object options, Changes changes, String initial)
      throws ReflectiveOperationException {
    if (options == null) {
      return null;
    }
    Method mutate = method(options.getClass(), "mutate", null);
    if (mutate != null) {
      Object builder = require(mutate.invoke(options));
      changes.in(builder, initial.toLowerCase(java.util.Locale.ROOT));
      return require(call(builder, "build"));
    }
    Object copy = require(call(options, "copy"));
    changes.in(copy, "set" + initial);
    return copy;
  }

  /** Sets a property if there is one. */
  private static boolean set(Object target, String method, @Nullable Object value)
      throws ReflectiveOperationException {
    Method setter =
        method(target.getClass(), method, value == null ? Object.class : value.getClass());
    if (setter != null) {
      setter.invoke(target, value);
    }
    return setter != null;
  }

  private static Object prompt(Object prompt, List<?> messages, @Nullable Object options)
      throws ReflectiveOperationException {
    ClassLoader loader = prompt.getClass().getClassLoader();
    return Class.forName(PROMPT, true, loader)
        .getConstructor(List.class, Class.forName(OPTIONS, true, loader))
        .newInstance(messages, options);
  }

  private static Object promptOf(Object request) throws ReflectiveOperationException {
    return isPrompt(request) ? request : require(call(request, "prompt"));
  }

  /** The request around the prompt, or the prompt where there is none. */
  private static Object with(Object request, Object prompt) throws ReflectiveOperationException {
    if (isPrompt(request)) {
      return prompt;
    }
    Object builder = require(request.getClass().getMethod("builder").invoke(null));
    builder.getClass().getMethod("prompt", prompt.getClass()).invoke(builder, prompt);
    builder.getClass().getMethod("context", Map.class).invoke(builder, call(request, "context"));
    return require(call(builder, "build"));
  }

  private static boolean isPrompt(Object request) {
    for (Class<?> type = request.getClass(); type != null; type = type.getSuperclass()) {
      if (type.getName().equals(PROMPT)) {
        return true;
      }
    }
    return false;
  }

  private static List<?> messagesOf(Object prompt) throws ReflectiveOperationException {
    return call(prompt, "getInstructions") instanceof List<?> messages ? messages : List.of();
  }

  private static @Nullable Object optionsOf(Object prompt) throws ReflectiveOperationException {
    return call(prompt, "getOptions");
  }

  private static @Nullable Object call(Object target, String name)
      throws ReflectiveOperationException {
    Method method = method(target.getClass(), name, null);
    if (method == null) {
      throw new NoSuchMethodException(target.getClass().getName() + '.' + name);
    }
    return method.invoke(target);
  }

  /**
   * A public method with no parameter, or with one that takes such an argument; null if none. What
   * a class that is not public declares is there in its public subclasses as a bridge alone.
   */
  private static @Nullable Method method(Class<?> type, String name, @Nullable Class<?> argument) {
    Method bridge = null;
    for (Method each : type.getMethods()) {
      Class<?>[] parameters = each.getParameterTypes();
      boolean fits =
          argument == null
              ? parameters.length == 0
              : parameters.length == 1
                  && !parameters[0].isArray()
                  && (argument == Object.class || parameters[0].isAssignableFrom(argument));
      if (fits && each.getName().equals(name) && each.trySetAccessible()) {
        if (!each.isBridge()) {
          return each;
        }
        bridge = each;
      }
    }
    return bridge;
  }

  private static Object require(@Nullable Object made) {
    return java.util.Objects.requireNonNull(made);
  }
}
