package io.loophalt.configuration.keys;

import static io.loophalt.configuration.schema.Key.optional;
import static io.loophalt.configuration.schema.Key.required;
import static java.util.Objects.requireNonNull;

import io.loophalt.Effect;
import io.loophalt.configuration.schema.ChoiceType;
import io.loophalt.configuration.schema.Key;
import io.loophalt.configuration.schema.ListType;
import io.loophalt.configuration.schema.Located;
import io.loophalt.configuration.schema.MethodName;
import io.loophalt.configuration.schema.ObjectType;
import io.loophalt.configuration.schema.PathText;
import io.loophalt.configuration.schema.Scalars;
import io.loophalt.configuration.schema.Settings;
import io.loophalt.configuration.schema.ShortType;
import io.loophalt.configuration.schema.SourceLocation;
import io.loophalt.configuration.schema.Type;
import io.loophalt.configuration.settings.Defaults;
import io.loophalt.runtime.policy.FrameworkSwitches;
import io.loophalt.runtime.policy.ValuePath;
import io.loophalt.runtime.policy.WeavingPolicy;
import io.loophalt.runtime.policy.WeavingPolicy.MethodPattern;
import io.loophalt.runtime.policy.WeavingPolicy.ModelPattern;
import io.loophalt.runtime.policy.WeavingPolicy.RunPattern;
import io.loophalt.runtime.policy.WeavingPolicy.ToolPattern;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The keys that name code: annotations and methods that are tools, runs or model calls. */
final class WeaveKeys {

  private static final String TOOL_EXAMPLE =
      "weave: {tools: [{method: com.acme.Shell.run, name: shell, effect: write}]}";
  private static final String RUN_EXAMPLE =
      "weave: {runs: [{method: com.acme.Agent.solve, task: code-search}]}";
  private static final String MODEL_EXAMPLE =
      "weave: {models: [{method: com.acme.Llm.complete, tool-calls: result.message.toolCalls}]}";

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
      optional(
          "task",
          Scalars.TASK,
          "The task; else class and method, such as `Loop.answer`.",
          RUN_EXAMPLE);
  private static final Key<PathText> RUN_CONVERSATION =
      optional(
          "conversation",
          Scalars.PATH_BEFORE,
          "What tells conversations apart, a path: all calls for the same one are one run, on"
              + " whatever thread; else each call is a run of its own.",
          "weave: {runs: [{method: com.acme.Chat.reply, conversation: argument0.sessionId}]}");

  private static final Key<PathText> RUN_JOIN =
      optional(
          "join",
          Scalars.PATH_BEFORE,
          "What names the execution of which a call is one part, a path: each call enters the run"
              + " of that id and leaves it; it ends by `RunScope.end()`, or after the `join-gap`.",
          "weave: {runs: [{method: com.acme.Worker.onMessage, join: argument0.jobId}]}");

  private static final Key<MethodName> MODEL_METHOD =
      required(
          "method", Scalars.METHOD, "Class and method, or a pattern over them.", MODEL_EXAMPLE);
  private static final Key<PathText> MODEL_NAME =
      path("model", "argument0.model", "Path to the model's name, for its price.");
  private static final Key<PathText> MODEL_INPUT_TOKENS =
      path("input-tokens", "result.usage.promptTokens", "Path to the number of tokens sent.");
  private static final Key<PathText> MODEL_CACHED_INPUT_TOKENS =
      path(
          "cached-input-tokens",
          "result.usage.cachedTokens",
          "Path to how many of them the provider had cached.");
  private static final Key<PathText> MODEL_OUTPUT_TOKENS =
      path(
          "output-tokens",
          "result.usage.completionTokens",
          "Path to the number of tokens received.");
  private static final Key<PathText> MODEL_TOOL_CALLS =
      path(
          "tool-calls",
          "result.message.toolCalls",
          "Path to the tool calls that the answer asks for: a list, an array, a single one, or"
              + " their number. Without it no turn is known to be idle.");
  private static final Key<PathText> MODEL_TEXT =
      path("text", "result.message.content", "Path to the answer's text.");

  private static final Key<PathText> MODEL_MESSAGES =
      optional(
          "messages",
          Scalars.PATH_BEFORE,
          "Path to what the model is sent: a list of messages, or one text. It tells a person who"
              + " talks from a program that drives the agent on, and one conversation from another.",
          "weave: {models: [{method: com.acme.Llm.complete, messages: argument0.messages}]}");

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
  private static final Key<List<ToolPattern>> TOOLS =
      optional(
          "tools",
          listOf(
              method -> new ToolPattern(method, null, null, Effect.UNKNOWN),
              ObjectType.of(
                  "woven-tool",
                  List.of(TOOL_METHOD, TOOL_NAME, TOOL_ACTION_CLASS, TOOL_EFFECT),
                  settings ->
                      new ToolPattern(
                          method(settings, TOOL_METHOD),
                          settings.get(TOOL_NAME),
                          settings.get(TOOL_ACTION_CLASS),
                          settings.get(TOOL_EFFECT, Effect.UNKNOWN)))),
          "Methods that are tools, for code without annotations.",
          "weave: {tools: [\"com.acme.Loop.dispatch(java.lang.String)\"]}");
  private static final Key<List<RunPattern>> RUNS =
      optional(
          "runs",
          listOf(
              method -> new RunPattern(method, null, null),
              ObjectType.of(
                  "woven-run",
                  List.of(RUN_METHOD, RUN_TASK, RUN_CONVERSATION, RUN_JOIN),
                  WeaveKeys::run)),
          "Methods of which one call is one run.",
          RUN_EXAMPLE);
  private static final Key<List<ModelPattern>> MODELS =
      optional(
          "models",
          listOf(
              method -> new ModelPattern(method, null, null, null, null, null, null, null),
              ObjectType.of(
                  "woven-model",
                  List.of(
                      MODEL_METHOD,
                      MODEL_NAME,
                      MODEL_INPUT_TOKENS,
                      MODEL_CACHED_INPUT_TOKENS,
                      MODEL_OUTPUT_TOKENS,
                      MODEL_TOOL_CALLS,
                      MODEL_TEXT,
                      MODEL_MESSAGES),
                  settings ->
                      new ModelPattern(
                          method(settings, MODEL_METHOD),
                          path(settings, MODEL_NAME),
                          path(settings, MODEL_INPUT_TOKENS),
                          path(settings, MODEL_CACHED_INPUT_TOKENS),
                          path(settings, MODEL_OUTPUT_TOKENS),
                          path(settings, MODEL_TOOL_CALLS),
                          path(settings, MODEL_TEXT),
                          path(settings, MODEL_MESSAGES)))),
          "Methods that call a model, for loops written by hand.",
          MODEL_EXAMPLE);
  private static final Key<Boolean> FRAMEWORK_RUNS =
      optional(
          "framework-runs",
          Scalars.TRUTH,
          "Whether a task that a framework executes is one run; true by default. Off, your own"
              + " boundaries and the messages of the requests alone tell runs apart.",
          "weave: {framework-runs: false}");
  private static final Key<Boolean> SERVLET_REQUESTS =
      optional(
          "servlet-requests",
          Scalars.TRUTH,
          "Whether a servlet request is one run, for calls with no other boundary; true by"
              + " default.",
          "weave: {servlet-requests: false}");
  private static final Key<Boolean> EXECUTORS =
      optional(
          "executors",
          Scalars.TRUTH,
          "Whether the current run goes with a task that is handed to an executor, without"
              + " `AgentRuns.wrap`; false by default.",
          "weave: {executors: true}");

  private WeaveKeys() {}

  /**
   * The key under which all this stands.
   *
   * @param frameworks the key that switches known frameworks
   */
  static Key<WeavingPolicy> weave(Key<FrameworkSwitches> frameworks) {
    return optional(
        "weave",
        ObjectType.of(
            "weave",
            List.of(
                TOOL_ANNOTATIONS,
                TOOLS,
                RUNS,
                MODELS,
                frameworks,
                FRAMEWORK_RUNS,
                SERVLET_REQUESTS,
                EXECUTORS),
            settings ->
                new WeavingPolicy(
                    settings.get(TOOL_ANNOTATIONS, Set.of()),
                    settings.get(TOOLS, List.of()),
                    settings.get(RUNS, List.of()),
                    settings.get(MODELS, List.of()),
                    settings.get(frameworks, Defaults.WEAVING.frameworks()),
                    settings.get(FRAMEWORK_RUNS, Defaults.WEAVING.frameworkRuns()),
                    settings.get(SERVLET_REQUESTS, Defaults.WEAVING.servletRequests()),
                    settings.get(EXECUTORS, Defaults.WEAVING.executors()))),
        "Which methods are woven beside those with Loophalt's own annotations.",
        "weave: {tool-annotations: [com.acme.MyTool], tools: [com.acme.Tools.search]}");
  }

  private static RunPattern run(Settings settings) {
    if (settings.has(RUN_CONVERSATION) && settings.has(RUN_JOIN)) {
      throw settings.mistake(
          RUN_JOIN,
          "'join' and 'conversation' exclude each other: a run is one execution that many calls"
              + " take part in, or one conversation");
    }
    return new RunPattern(
        method(settings, RUN_METHOD),
        settings.get(RUN_TASK),
        path(settings, RUN_CONVERSATION),
        path(settings, RUN_JOIN));
  }

  /** Methods of which each is a pattern alone, or a mapping that says more. */
  private static <T> Type<List<T>> listOf(Function<MethodPattern, T> alone, ObjectType<T> full) {
    Type<T> shortForm =
        new ShortType<>(
            Scalars.METHOD, method -> alone.apply(pattern(method.value(), method.place())));
    return new ListType<>(
        "a list of methods",
        new ChoiceType<>(List.of(shortForm, full)),
        (methods, where) -> methods.stream().map(Located::value).toList());
  }

  private static Key<PathText> path(String name, String example, String doc) {
    return optional(
        name,
        Scalars.PATH_AFTER,
        doc,
        "weave: {models: [{method: com.acme.Llm.complete, " + name + ": " + example + "}]}");
  }

  private static MethodPattern method(Settings settings, Key<MethodName> key) {
    Located<MethodName> method = requireNonNull(settings.placed(key));
    return pattern(method.value(), method.place());
  }

  private static @Nullable ValuePath path(Settings settings, Key<PathText> key) {
    Located<PathText> path = settings.placed(key);
    return path == null ? null : path.value().at(path.place());
  }

  private static MethodPattern pattern(MethodName method, SourceLocation place) {
    return new MethodPattern(
        method.className(), method.methodName(), method.parameterTypes(), place.toString());
  }
}
