package io.loophalt.agent.config;

import static io.loophalt.agent.config.Key.optional;
import static io.loophalt.agent.config.Key.required;

import io.loophalt.Effect;
import io.loophalt.agent.policy.WeavingPolicy;
import io.loophalt.agent.policy.WeavingPolicy.MethodPattern;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The keys that name code: annotations and methods that are tools or runs. */
final class WeaveKeys {

  private static final String TOOL_EXAMPLE =
      "weave: {tools: [{method: com.acme.Shell.run, name: shell, effect: write}]}";
  private static final String RUN_EXAMPLE =
      "weave: {runs: [{method: com.acme.Agent.solve, task: code-search}]}";

  private static final Key<MethodName> TOOL_METHOD =
      required("method", Scalars.METHOD, "Class and method, or a pattern over them.", TOOL_EXAMPLE);
  private static final Key<String> TOOL_NAME =
      optional("name", Scalars.NAME, "The tool's name; else the method's.", TOOL_EXAMPLE);
  private static final Key<String> TOOL_ACTION_CLASS =
      optional(
          "action-class",
          Scalars.NAME,
          "The coarse category; else the tool's name.",
          "weave: {tools: [{method: com.acme.Shell.run, action-class: shell_exec}]}");
  private static final Key<Effect> TOOL_EFFECT =
      optional(
          "effect",
          Scalars.choice(List.of(Effect.values())),
          "Whether the tool reads or changes something.",
          TOOL_EXAMPLE);

  private static final Key<MethodName> RUN_METHOD =
      required("method", Scalars.METHOD, "Class and method, or a pattern over them.", RUN_EXAMPLE);
  private static final Key<String> RUN_TASK =
      optional("task", Scalars.TASK, "The task; else the method's name.", RUN_EXAMPLE);

  private static final Key<Set<String>> TOOL_ANNOTATIONS =
      optional(
          "tool-annotations",
          new ListType<>(
              "a list of annotations",
              Scalars.ANNOTATION,
              (names, where) -> {
                Set<String> unique = new LinkedHashSet<>();
                names.forEach(name -> unique.add(name.value()));
                return unique;
              }),
          "Your own annotations whose methods are tools, by full name.",
          "weave: {tool-annotations: [com.acme.MyTool]}");
  private static final Key<List<MethodPattern>> TOOLS =
      optional(
          "tools",
          listOf(
              ObjectType.of(
                  "woven-tool",
                  List.of(TOOL_METHOD, TOOL_NAME, TOOL_ACTION_CLASS, TOOL_EFFECT),
                  settings ->
                      pattern(
                          settings.require(TOOL_METHOD),
                          settings.get(TOOL_NAME),
                          settings.get(TOOL_ACTION_CLASS),
                          settings.get(TOOL_EFFECT, Effect.UNKNOWN)))),
          "Methods that are tools, for code without annotations.",
          "weave: {tools: [\"com.acme.Loop.dispatch(java.lang.String)\"]}");
  private static final Key<List<MethodPattern>> RUNS =
      optional(
          "runs",
          listOf(
              ObjectType.of(
                  "woven-run",
                  List.of(RUN_METHOD, RUN_TASK),
                  settings ->
                      pattern(
                          settings.require(RUN_METHOD),
                          settings.get(RUN_TASK),
                          /* actionClass= */ null,
                          Effect.UNKNOWN))),
          "Methods of which one call is one run.",
          RUN_EXAMPLE);
  private static final Key<Boolean> FRAMEWORKS =
      optional(
          "frameworks",
          Scalars.TRUTH,
          "Whether known agent frameworks are woven; true by default.",
          "weave: {frameworks: false}");

  /** The key under which all this stands. */
  static final Key<WeavingPolicy> WEAVE =
      optional(
          "weave",
          ObjectType.of(
              "weave",
              List.of(TOOL_ANNOTATIONS, TOOLS, RUNS, FRAMEWORKS),
              settings ->
                  new WeavingPolicy(
                      settings.get(TOOL_ANNOTATIONS, Set.of()),
                      settings.get(TOOLS, List.of()),
                      settings.get(RUNS, List.of()),
                      settings.get(FRAMEWORKS, Defaults.WEAVING.frameworks()))),
          "Which methods are woven beside those with Loophalt's own annotations.",
          "weave: {tool-annotations: [com.acme.MyTool], tools: [com.acme.Tools.search]}");

  private WeaveKeys() {}

  /** Methods of which each is a pattern alone, or a mapping that says more. */
  private static Type<List<MethodPattern>> listOf(ObjectType<MethodPattern> full) {
    Type<MethodPattern> alone =
        new ShortType<>(
            Scalars.METHOD, method -> pattern(method.value(), null, null, Effect.UNKNOWN));
    return new ListType<>(
        "a list of methods",
        new ChoiceType<>(List.of(alone, full)),
        (methods, where) -> methods.stream().map(Placed::value).toList());
  }

  private static MethodPattern pattern(
      MethodName method, @Nullable String name, @Nullable String actionClass, Effect effect) {
    return new MethodPattern(
        method.className(),
        method.methodName(),
        method.parameterTypes(),
        name,
        actionClass,
        effect);
  }
}
