package io.loophalt.instrumentation;

import io.loophalt.runtime.async.SuspendingInvocations;
import io.loophalt.runtime.boundary.RunMethodHandler;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.model.ModelMethodHandler;
import io.loophalt.runtime.policy.ValuePath;
import io.loophalt.runtime.policy.ValuePath.Root;
import io.loophalt.runtime.policy.WeavingPolicy.ModelPattern;
import io.loophalt.runtime.policy.WeavingPolicy.RunPattern;
import io.loophalt.runtime.policy.WeavingPolicy.ToolPattern;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.tool.ToolMethodHandler;
import io.loophalt.runtime.value.ToolMethod;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import net.bytebuddy.description.annotation.AnnotationDescription;
import net.bytebuddy.description.annotation.AnnotationList;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.method.ParameterDescription;
import net.bytebuddy.description.type.TypeDescription;
import org.jspecify.annotations.Nullable;

/**
 * Which methods of a class are woven, and what handles the calls of each.
 *
 * <p>Annotations are matched by name in the class bytes, because the application may hold them in
 * any loader, or not at all at run time. Thread-safe.
 */
final class MethodChoice {

  private static final String TOOL = "io.loophalt.AgentTool";
  private static final String RUN = "io.loophalt.AgentRun";
  private static final String RUN_ID = "io.loophalt.RunId";

  private final WeavingPlan plan;
  private final RunCorrelator runs;
  private final Log log;
  private final ToolMethodReader tools;
  private final Set<String> refused = ConcurrentHashMap.newKeySet();

  MethodChoice(WeavingPlan plan, RunCorrelator runs, Log log) {
    this.plan = plan;
    this.runs = runs;
    this.log = log;
    this.tools = new ToolMethodReader(log);
  }

  /** The methods of a class to be woven, in its order; with a warning for each that cannot be. */
  Map<MethodDescription.InDefinedShape, Interceptor> of(TypeDescription type) {
    Map<MethodDescription.InDefinedShape, Interceptor> chosen = new LinkedHashMap<>();
    for (MethodDescription.InDefinedShape method : type.getDeclaredMethods()) {
      Interceptor handler = handlerFor(type, method);
      boolean serviceMethod =
          type.isInterface() && method.isAbstract() && handler instanceof RunMethodHandler;
      if (handler == null || serviceMethod) {
        // The task of a LangChain4j AI service stands on its interface; the proxy is what is woven.
        continue;
      }
      String refusal = MethodMatch.refusal(method);
      if (refusal == null) {
        chosen.put(method, handler);
      } else if (!method.isBridge()) {
        refuse(type, method.getInternalName(), method.getDescriptor(), refusal);
      }
    }
    return chosen;
  }

  /** Says once why a method, or without one the whole class, is left as it is. */
  void refuse(TypeDescription type, @Nullable String method, String descriptor, String refusal) {
    String what = method == null ? type.getName() : type.getName() + '.' + method;
    if (refused.add(what + descriptor)) {
      log.warn(what + " is not watched: " + refusal);
    }
  }

  /** The choke point of a framework that a method is; null for all others. */
  @Nullable Interception interceptionFor(
      TypeDescription type, MethodDescription.InDefinedShape method) {
    for (Interception point : plan.interceptionsOf(type.getName())) {
      if (MethodMatch.matches(point, method)) {
        return point;
      }
    }
    return null;
  }

  /** Whether the handler of a chosen method may give its body other arguments. */
  boolean rewritesArguments(TypeDescription type, MethodDescription.InDefinedShape method) {
    Interception point = interceptionFor(type, method);
    return point == null ? MethodMatch.isSuspending(method) : point.rewritesArguments();
  }

  private @Nullable Interceptor handlerFor(
      TypeDescription type, MethodDescription.InDefinedShape method) {
    Interception point = interceptionFor(type, method);
    if (point != null) {
      return point.handler();
    }
    AnnotationList annotations = method.getDeclaredAnnotations();
    for (AnnotationDescription annotation : annotations) {
      String name = annotation.getAnnotationType().getName();
      if (name.equals(TOOL)) {
        return tool(method, tools.of(method, annotation));
      }
      if (name.equals(RUN)) {
        String task = ToolMethodReader.text(annotation, "task");
        return runMethod(type, method, task, null, runId(method));
      }
    }
    for (AnnotationDescription annotation : annotations) {
      if (plan.isToolAnnotation(annotation.getAnnotationType().getName())) {
        return tool(method, tools.of(method, annotation));
      }
    }
    // Patterns mean what somebody wrote, not the bodies of lambdas or what compilers add.
    if (method.isBridge() || method.isSynthetic()) {
      return null;
    }
    return handlerByPattern(type, method);
  }

  private @Nullable Interceptor handlerByPattern(
      TypeDescription type, MethodDescription.InDefinedShape method) {
    for (RunPattern pattern : plan.runPatterns()) {
      if (MethodMatch.matches(pattern.method(), type, method)) {
        return runMethod(type, method, pattern.task(), pattern.conversation(), pattern.join());
      }
    }
    for (ModelPattern pattern : plan.modelPatterns()) {
      if (MethodMatch.matches(pattern.method(), type, method)) {
        boolean returnsNothing = method.getReturnType().represents(void.class);
        return suspending(method, new ModelMethodHandler(pattern, returnsNothing, runs));
      }
    }
    for (ToolPattern pattern : plan.toolPatterns()) {
      if (MethodMatch.matches(pattern.method(), type, method)) {
        return tool(method, ToolMethodReader.of(method, pattern));
      }
    }
    return null;
  }

  private Interceptor tool(MethodDescription method, ToolMethod described) {
    return suspending(method, new ToolMethodHandler(described, runs));
  }

  /** A suspending function of Kotlin's is entered again to go on, and its result comes later. */
  private static Interceptor suspending(MethodDescription method, Interceptor handler) {
    return MethodMatch.isSuspending(method)
        ? new SuspendingInvocations(handler, method.getParameters().size() - 1)
        : handler;
  }

  private RunMethodHandler runMethod(
      TypeDescription type,
      MethodDescription method,
      @Nullable String task,
      @Nullable ValuePath conversation,
      @Nullable ValuePath join) {
    String name = task == null ? type.getSimpleName() + '.' + method.getName() : task;
    if (join != null) {
      return RunMethodHandler.joining(name, join, runs);
    }
    return conversation == null
        ? new RunMethodHandler(name, MethodMatch.publishes(method), runs)
        : RunMethodHandler.ofConversation(name, conversation, runs);
  }

  /** The parameter that names the execution of which a call is one part; null if none does. */
  private static @Nullable ValuePath runId(MethodDescription method) {
    for (ParameterDescription parameter : method.getParameters()) {
      for (AnnotationDescription annotation : parameter.getDeclaredAnnotations()) {
        if (annotation.getAnnotationType().getName().equals(RUN_ID)) {
          return new ValuePath(
              Root.ARGUMENT, parameter.getIndex(), List.of(), "@RunId of " + method.getName());
        }
      }
    }
    return null;
  }
}
