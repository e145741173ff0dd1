package io.loophalt.compatibility.adk;

import com.google.adk.agents.LlmAgent;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.Script;
import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Callbacks of an application around its tools: what it forbids, keeps, hides and asks first. */
final class AnsweredTools {

  private static final Map<String, Object> REFUSAL = Map.of("error", "Policy: this is not allowed");

  private AnsweredTools() {}

  static void play() {
    play(
        "forbidden",
        Script.IDENTICAL_CALLS,
        agent ->
            agent.beforeToolCallbackSync(
                (context, tool, arguments, toolContext) -> Optional.of(REFUSAL)));
    play(
        "kept",
        Script.SAME_QUESTION,
        agent ->
            agent.beforeToolCallbackSync(
                (context, tool, arguments, toolContext) ->
                    Optional.of(Map.of("result", "open from nine to five"))));
    play(
        "hidden.result",
        Script.IDENTICAL_CALLS,
        agent ->
            agent.afterToolCallbackSync(
                (context, tool, arguments, toolContext, result) -> Optional.of(REFUSAL)));
    play(
        "quoted",
        Script.CONCURRENT_TOOLS,
        agent ->
            agent.afterToolCallbackSync(
                (context, tool, arguments, toolContext, result) ->
                    Optional.of(Map.of("quotation", result.toString()))));
    play("asked.elsewhere", Script.IDENTICAL_CALLS, AnsweredTools::asksElsewhere);
    play("asked.elsewhere.healthy", Script.EDIT_TEST_CYCLE, AnsweredTools::asksElsewhere);
  }

  /** The tool is called on another thread than its callback was asked on. */
  private static LlmAgent.Builder asksElsewhere(LlmAgent.Builder agent) {
    return agent.beforeToolCallback(
        (context, tool, arguments, toolContext) ->
            Maybe.<Map<String, Object>>empty().subscribeOn(Schedulers.io()));
  }

  private static void play(String name, Script script, UnaryOperator<LlmAgent.Builder> callbacks) {
    Scene scene = new Scene(script);
    LlmAgent.Builder agent =
        LlmAgent.builder().name("assistant").model(new SceneLlm(scene)).tools(SceneTools.of(scene));
    GoogleAdkTeam.play(name, callbacks.apply(agent).build());
    GoogleAdkTeam.report(name, scene);
  }
}
