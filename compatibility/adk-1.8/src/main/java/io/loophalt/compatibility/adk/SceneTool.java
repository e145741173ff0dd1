package io.loophalt.compatibility.adk;

import com.google.adk.tools.BaseTool;
import com.google.adk.tools.ToolContext;
import com.google.genai.types.FunctionDeclaration;
import com.google.genai.types.Schema;
import io.loophalt.compatibility.scenario.Scene;
import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One of a scene's tools without a method of its own; it works on another thread. */
final class SceneTool extends BaseTool {

  private final Scene scene;

  private SceneTool(String name, Scene scene) {
    super(name, "a tool of the scene");
    this.scene = scene;
  }

  static List<SceneTool> of(Scene scene) {
    return Scene.TOOLS.stream().map(name -> new SceneTool(name, scene)).toList();
  }

  @Override
  public Optional<FunctionDeclaration> declaration() {
    Schema input =
        Schema.builder()
            .type("OBJECT")
            .properties(Map.of("input", Schema.builder().type("STRING").build()))
            .build();
    return Optional.of(FunctionDeclaration.builder().name(name()).parameters(input).build());
  }

  @Override
  public Single<Map<String, Object>> runAsync(Map<String, Object> arguments, ToolContext context) {
    return Single.<Map<String, Object>>fromCallable(
            () -> Map.of("output", scene.tool(name(), String.valueOf(arguments.get("input")))))
        .onErrorReturn(error -> Map.of("error", String.valueOf(error.getMessage())))
        .subscribeOn(Schedulers.io());
  }
}
