package io.loophalt.frameworks.langchain4j;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Copies LangChain4j's chat requests with something changed. Happens at nudges, at the last call of
 * a halted run and while a run is escalated, so plain reflection will do.
 */
final class LangChain4jRequests {

  private static final String REQUEST = "dev.langchain4j.model.chat.request.ChatRequest";
  private static final String PARAMETERS =
      "dev.langchain4j.model.chat.request.ChatRequestParameters";
  private static final String DEFAULT_PARAMETERS =
      "dev.langchain4j.model.chat.request.DefaultChatRequestParameters";
  private static final String TOOL_CHOICE = "dev.langchain4j.model.chat.request.ToolChoice";
  private static final String USER_MESSAGE = "dev.langchain4j.data.message.UserMessage";

  private LangChain4jRequests() {}

  /** Without tools and without a duty to call one; the text is the user's last message. */
  static Object withoutTools(Object request, String text) throws ReflectiveOperationException {
    ClassLoader loader = request.getClass().getClassLoader();
    Object parameters = parametersOf(request);
    Object builder = builderFrom(parameters);
    set(builder, "toolSpecifications", List.class, List.of());
    set(builder, "toolChoice", Class.forName(TOOL_CHOICE, true, loader), null);
    List<Object> messages = new ArrayList<>(messagesOf(request));
    messages.add(
        Class.forName(USER_MESSAGE, true, loader)
            .getMethod("from", String.class)
            .invoke(null, text));
    return request(loader, messages, build(builder));
  }

  /** To another model of the same provider. */
  static Object withModel(Object request, String model) throws ReflectiveOperationException {
    Object builder = builderFrom(parametersOf(request));
    set(builder, "modelName", String.class, model);
    return request(request.getClass().getClassLoader(), messagesOf(request), build(builder));
  }

  /** With a text for the model behind the last result of a tool. */
  static Object withText(Object request, String text) throws ReflectiveOperationException {
    List<?> told = LangChain4jTools.withText(messagesOf(request), text);
    return request(request.getClass().getClassLoader(), told, parametersOf(request));
  }

  private static Object parametersOf(Object request) throws ReflectiveOperationException {
    return require(request.getClass().getMethod("parameters").invoke(request));
  }

  private static List<?> messagesOf(Object request) throws ReflectiveOperationException {
    return request.getClass().getMethod("messages").invoke(request) instanceof List<?> messages
        ? messages
        : List.of();
  }

  /**
   * A builder of the parameters' own type, so that what only one provider has is kept; of the
   * general type where the provider's has none.
   */
  private static Object builderFrom(Object parameters) throws ReflectiveOperationException {
    ClassLoader loader = parameters.getClass().getClassLoader();
    Class<?> general = Class.forName(PARAMETERS, true, loader);
    Object builder;
    try {
      builder = require(parameters.getClass().getMethod("builder").invoke(null));
    } catch (NoSuchMethodException none) {
      builder =
          require(
              Class.forName(DEFAULT_PARAMETERS, true, loader).getMethod("builder").invoke(null));
    }
    set(builder, "overrideWith", general, parameters);
    return builder;
  }

  private static Object request(@Nullable ClassLoader loader, List<?> messages, Object parameters)
      throws ReflectiveOperationException {
    Object builder =
        require(Class.forName(REQUEST, true, loader).getMethod("builder").invoke(null));
    set(builder, "messages", List.class, messages);
    set(builder, "parameters", Class.forName(PARAMETERS, true, loader), parameters);
    return build(builder);
  }

  private static Object build(Object builder) throws ReflectiveOperationException {
    return require(builder.getClass().getMethod("build").invoke(builder));
  }

  private static void set(Object builder, String property, Class<?> type, @Nullable Object value)
      throws ReflectiveOperationException {
    builder.getClass().getMethod(property, type).invoke(builder, value);
  }

  private static Object require(@Nullable Object made) {
    return java.util.Objects.requireNonNull(made);
  }
}
