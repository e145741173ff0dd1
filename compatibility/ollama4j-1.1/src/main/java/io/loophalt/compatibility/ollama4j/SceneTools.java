package io.loophalt.compatibility.ollama4j;

import io.github.ollama4j.tools.Tools;
import io.github.ollama4j.tools.Tools.PromptFuncDefinition;
import io.loophalt.compatibility.scenario.Scene;
import java.util.List;
import java.util.Map;

/** A scene's tools as the library wants them. What they throw would end the chat. */
final class SceneTools {

  private SceneTools() {}

  static Tools.ToolSpecification of(Scene scene, String tool) {
    return Tools.ToolSpecification.builder()
        .functionName(tool)
        .functionDescription("a tool of the scene")
        .toolPrompt(prompt(tool))
        .toolFunction(arguments -> call(scene, tool, String.valueOf(arguments.get("input"))))
        .build();
  }

  /** What the tool gave, or how it failed, in words. */
  static String call(Scene scene, String tool, String input) {
    try {
      return scene.tool(tool, input);
    } catch (RuntimeException e) {
      return "Error: " + e.getMessage();
    }
  }

  private static PromptFuncDefinition prompt(String tool) {
    PromptFuncDefinition.Property input =
        PromptFuncDefinition.Property.builder().type("string").required(true).build();
    PromptFuncDefinition.Parameters parameters =
        PromptFuncDefinition.Parameters.builder()
            .type("object")
            .properties(Map.of("input", input))
            .required(List.of("input"))
            .build();
    return PromptFuncDefinition.builder()
        .type("function")
        .function(
            PromptFuncDefinition.PromptFuncSpec.builder()
                .name(tool)
                .description("a tool of the scene")
                .parameters(parameters)
                .build())
        .build();
  }
}
