package io.loophalt.agent.policy;

import io.loophalt.Effect;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which methods are woven beside those that carry Loophalt's own annotations.
 *
 * @param toolAnnotations fully qualified names of annotations whose methods are tools
 * @param tools methods that are tools
 * @param runs methods that are one execution of a task
 * @param frameworks whether known frameworks are woven
 */
public record WeavingPolicy(
    Set<String> toolAnnotations,
    List<MethodPattern> tools,
    List<MethodPattern> runs,
    boolean frameworks) {

  /** Copies the collections. */
  public WeavingPolicy {
    toolAnnotations = Set.copyOf(toolAnnotations);
    tools = List.copyOf(tools);
    runs = List.copyOf(runs);
  }

  /**
   * Methods named by a pattern, for code without annotations.
   *
   * @param className fully qualified, {@code Outer$Inner} for nested classes; a glob ({@code *},
   *     {@code ?})
   * @param methodName a glob
   * @param parameterTypes fully qualified erased types ({@code java.lang.String}, {@code int},
   *     {@code byte[]}); null for any parameters
   * @param name the tool's name, or the task; null for the method's name
   * @param actionClass the coarse category; null for the tool's name
   * @param effect whether the tool reads or changes something
   */
  public record MethodPattern(
      String className,
      String methodName,
      @Nullable List<String> parameterTypes,
      @Nullable String name,
      @Nullable String actionClass,
      Effect effect) {

    /** Copies the types. */
    public MethodPattern {
      parameterTypes = parameterTypes == null ? null : List.copyOf(parameterTypes);
    }
  }
}
