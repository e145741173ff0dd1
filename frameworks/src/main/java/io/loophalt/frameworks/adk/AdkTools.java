package io.loophalt.frameworks.adk;

import io.loophalt.extension.MethodCall;
import io.loophalt.extension.ToolCalls;
import io.loophalt.extension.reflect.Getter;
import io.loophalt.extension.reflect.JsonText;
import java.lang.reflect.Method;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Calls of tools by Google ADK, with the callbacks of the application around them: what one of
 * these answers in place of the tool, or makes of its answer, is what the model gets.
 */
final class AdkTools implements ToolCalls {

  private static final Getter NAME = new Getter("name");

  private static final String MAYBE = "io.reactivex.rxjava3.core.Maybe";

  /** The member of a tool's answer that is Loophalt's. */
  private static final String ANSWER = "loophalt";

  /** Makes an event of a tool, its answer and the contexts of both; ADK's own, static. */
  private static final String MAKES_EVENT = "buildResponseEvent";

  private static final int CONTEXT = 1;
  private static final int TOOL = 2;
  private static final int ARGUMENTS = 3;
  private static final int CONTEXT_OF_TOOL = 4;
  private static final int IS_LIVE = 5;

  @Override
  public @Nullable Request request(MethodCall call) {
    Object arguments = call.argument(ARGUMENTS);
    return new ToolCalls.Request(
        AdkRuns.of(call.argument(CONTEXT)),
        NAME.text(call.argument(TOOL)),
        arguments == null ? Map.of() : arguments);
  }

  /** By the conventions of ADK's own tools; the tool itself is not asked. */
  @Override
  public Reply reply(Object event) {
    Object answered = AdkEvents.answer(event);
    if (!(answered instanceof Map<?, ?> answer)) {
      return new Reply(JsonText.of(answered), false);
    }
    boolean failed =
        "error".equals(answer.get("status"))
            || (answer.get("error") instanceof String error && !error.isEmpty());
    Object result = answer.size() == 1 ? answer.get("result") : null;
    return new Reply(result instanceof String text ? text : JsonText.of(answer), failed);
  }

  /** Over a live connection the model is not asked anew. */
  @Override
  public boolean asksTheModelNext(MethodCall call) {
    return Boolean.FALSE.equals(call.argument(IS_LIVE));
  }

  @Override
  public @Nullable Object append(Object event, String message) {
    try {
      AdkEvents.add(event, ANSWER, message);
      return event;
    } catch (ReflectiveOperationException drifted) {
      return null;
    }
  }

  @Override
  public @Nullable Object refusal(MethodCall call, String message) {
    try {
      Object event = event(call, Map.of(ANSWER, message));
      return Class.forName(MAYBE, true, call.declaring().getClassLoader())
          .getMethod("just", Object.class)
          .invoke(null, event);
    } catch (ReflectiveOperationException drifted) {
      return null;
    }
  }

  private static @Nullable Object event(MethodCall call, Map<String, String> answer)
      throws ReflectiveOperationException {
    for (Method method : call.declaring().getDeclaredMethods()) {
      if (method.getName().equals(MAKES_EVENT) && method.getParameterCount() == 4) {
        method.setAccessible(true);
        return method.invoke(
            null,
            call.argument(TOOL),
            answer,
            call.argument(CONTEXT_OF_TOOL),
            call.argument(CONTEXT));
      }
    }
    throw new NoSuchMethodException(MAKES_EVENT);
  }
}
