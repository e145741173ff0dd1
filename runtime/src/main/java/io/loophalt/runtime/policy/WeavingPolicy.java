package io.loophalt.runtime.policy;

import io.loophalt.Effect;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which methods are woven beside those that carry Loophalt's own annotations.
 *
 * @param toolAnnotations fully qualified names of annotations whose methods are tools
 * @param tools methods that are tools
 * @param runs methods that are one execution of a task, or one part of a conversation
 * @param models methods that call a model
 * @param frameworks which of the known frameworks are woven
 * @param frameworkRuns whether the methods in which frameworks execute a task are runs
 * @param servletRequests whether a servlet request is one run, for calls with no other boundary
 * @param executors whether the current run goes with a task that is handed to an executor
 */
public record WeavingPolicy(
    Set<String> toolAnnotations,
    List<ToolPattern> tools,
    List<RunPattern> runs,
    List<ModelPattern> models,
    FrameworkSwitches frameworks,
    boolean frameworkRuns,
    boolean servletRequests,
    boolean executors) {

  /** Nothing but Loophalt's own annotations. */
  public static final WeavingPolicy NONE =
      new WeavingPolicy(
          Set.of(), List.of(), List.of(), List.of(), FrameworkSwitches.NONE, false, false, false);

  /** Copies the collections. */
  public WeavingPolicy {
    toolAnnotations = Set.copyOf(toolAnnotations);
    tools = List.copyOf(tools);
    runs = List.copyOf(runs);
    models = List.copyOf(models);
  }

  /**
   * Methods named by a pattern, for code without annotations.
   *
   * @param className fully qualified, {@code Outer$Inner} for nested classes; a glob ({@code *},
   *     {@code ?})
   * @param methodName a glob
   * @param parameterTypes fully qualified erased types ({@code java.lang.String}, {@code int},
   *     {@code byte[]}); null for any parameters
   * @param place {@code file:line:column} where it is written, for messages
   */
  public record MethodPattern(
      String className, String methodName, @Nullable List<String> parameterTypes, String place) {

    /** Copies the types. */
    public MethodPattern {
      parameterTypes = parameterTypes == null ? null : List.copyOf(parameterTypes);
    }

    /** The pattern as it is written. */
    @Override
    public String toString() {
      List<String> types = parameterTypes;
      return className
          + '.'
          + methodName
          + (types == null ? "" : '(' + String.join(", ", types) + ')');
    }
  }

  /**
   * Methods that are tools.
   *
   * @param method which
   * @param name the tool's name; null for the method's name
   * @param actionClass the coarse category; null for the tool's name
   * @param effect whether the tool reads or changes something
   */
  public record ToolPattern(
      MethodPattern method, @Nullable String name, @Nullable String actionClass, Effect effect) {}

  /**
   * Methods of which one call is one run; or, with a conversation, all calls for the same one; or,
   * where they join, each call a part of one.
   *
   * @param method which
   * @param task the task; null for the method's name
   * @param conversation what tells conversations apart; null if nothing does
   * @param join what names the execution whose run a call enters and leaves; null if nothing does
   */
  public record RunPattern(
      MethodPattern method,
      @Nullable String task,
      @Nullable ValuePath conversation,
      @Nullable ValuePath join) {

    /** Without an execution that many take part in. */
    public RunPattern(
        MethodPattern method, @Nullable String task, @Nullable ValuePath conversation) {
      this(method, task, conversation, null);
    }

    /** The path that is there, by the key under which it is written. */
    public Map<String, ValuePath> paths() {
      if (join != null) {
        return Map.of("join", join);
      }
      return conversation == null ? Map.of() : Map.of("conversation", conversation);
    }
  }

  /**
   * Methods that call a model, and where their arguments or results say what came of it. What has
   * no path is unknown.
   *
   * @param method which
   * @param model the model's name
   * @param inputTokens tokens sent
   * @param cachedInputTokens those of them that the provider had cached
   * @param outputTokens tokens received
   * @param toolCalls the tool calls that the answer asks for: a list, a single one or a number
   * @param text the answer's text
   * @param messages what the model is sent: a list of messages, or one text
   */
  public record ModelPattern(
      MethodPattern method,
      @Nullable ValuePath model,
      @Nullable ValuePath inputTokens,
      @Nullable ValuePath cachedInputTokens,
      @Nullable ValuePath outputTokens,
      @Nullable ValuePath toolCalls,
      @Nullable ValuePath text,
      @Nullable ValuePath messages) {

    /** The paths that are there, by the key under which they are written. */
    public Map<String, ValuePath> paths() {
      Map<String, ValuePath> paths = new LinkedHashMap<>();
      put(paths, "model", model);
      put(paths, "input-tokens", inputTokens);
      put(paths, "cached-input-tokens", cachedInputTokens);
      put(paths, "output-tokens", outputTokens);
      put(paths, "tool-calls", toolCalls);
      put(paths, "text", text);
      put(paths, "messages", messages);
      return paths;
    }

    private static void put(Map<String, ValuePath> paths, String key, @Nullable ValuePath path) {
      if (path != null) {
        paths.put(key, path);
      }
    }
  }
}
