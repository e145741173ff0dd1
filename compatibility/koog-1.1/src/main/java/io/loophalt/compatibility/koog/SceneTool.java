package io.loophalt.compatibility.koog;

import ai.koog.agents.core.tools.SimpleTool;
import ai.koog.serialization.JSONElement;
import ai.koog.serialization.JSONObject;
import ai.koog.serialization.JSONPrimitive;
import ai.koog.serialization.JSONSerializer;
import ai.koog.serialization.TypeToken;
import io.loophalt.compatibility.scenario.Scene;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import kotlin.coroutines.Continuation;
import kotlinx.coroutines.future.FutureKt;
import org.jspecify.annotations.Nullable;

/** One of a scene's tools as a suspending function; it works on another thread. */
final class SceneTool extends SimpleTool<SceneTool.Arguments> {

  /** What all of them are given. */
  public record Arguments(String input) {}

  private final String name;
  private final Scene scene;
  private final Executor elsewhere;

  private SceneTool(String name, Scene scene, Executor elsewhere) {
    super(TypeToken.of(Arguments.class), name, "a tool of the scene");
    this.name = name;
    this.scene = scene;
    this.elsewhere = elsewhere;
  }

  static List<SceneTool> of(Scene scene, Executor elsewhere) {
    return Scene.TOOLS.stream().map(name -> new SceneTool(name, scene, elsewhere)).toList();
  }

  /** By hand: Koog's own way needs what a plugin of Kotlin's compiler generates. */
  @Override
  public Arguments decodeArgs(JSONObject arguments, JSONSerializer serializer) {
    JSONElement input = arguments.getEntries().get("input");
    return new Arguments(input instanceof JSONPrimitive text ? text.getContent() : "");
  }

  @Override
  public @Nullable Object execute(Arguments arguments, Continuation<? super String> continuation) {
    return FutureKt.await(
        CompletableFuture.supplyAsync(() -> scene.tool(name, arguments.input()), elsewhere),
        continuation);
  }
}
