package io.loophalt.compatibility.embabel;

import com.embabel.agent.api.annotation.LlmTool;
import com.embabel.agent.api.tool.Tool;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loophalt.compatibility.scenario.Scene;
import java.util.List;

/** A scene's tools: as annotated methods, and as functions. */
public final class SceneTools {

  private static final String WHAT = "a tool of the scene";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Scene scene;

  SceneTools(Scene scene) {
    this.scene = scene;
  }

  /** All of them as functions, which throw what the scene's tools throw. */
  static List<Tool> functions(Scene scene) {
    return Scene.TOOLS.stream()
        .map(
            name ->
                Tool.create(
                    name,
                    WHAT,
                    Tool.InputSchema.of(Tool.Parameter.string("input")),
                    arguments -> Tool.Result.text(scene.tool(name, inputOf(arguments)))))
        .toList();
  }

  private static String inputOf(String arguments) {
    try {
      return JSON.readTree(arguments).path("input").asText();
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(arguments, e);
    }
  }

  /** One of {@link Scene#TOOLS}. */
  @LlmTool(name = "search", description = WHAT)
  public String search(@LlmTool.Param(description = WHAT) String input) {
    return scene.tool("search", input);
  }

  /** One of {@link Scene#TOOLS}. */
  @LlmTool(name = "open", description = WHAT)
  public String open(@LlmTool.Param(description = WHAT) String input) {
    return scene.tool("open", input);
  }

  /** One of {@link Scene#TOOLS}. */
  @LlmTool(name = "check", description = WHAT)
  public String check(@LlmTool.Param(description = WHAT) String input) {
    return scene.tool("check", input);
  }

  /** One of {@link Scene#TOOLS}. */
  @LlmTool(name = "write_file", description = WHAT)
  public String writeFile(@LlmTool.Param(description = WHAT) String input) {
    return scene.tool("write_file", input);
  }

  /** One of {@link Scene#TOOLS}. */
  @LlmTool(name = "edit_file", description = WHAT)
  public String editFile(@LlmTool.Param(description = WHAT) String input) {
    return scene.tool("edit_file", input);
  }

  /** One of {@link Scene#TOOLS}. */
  @LlmTool(name = "run_tests", description = WHAT)
  public String runTests(@LlmTool.Param(description = WHAT) String input) {
    return scene.tool("run_tests", input);
  }

  /** One of {@link Scene#TOOLS}. */
  @LlmTool(name = "job_status", description = WHAT)
  public String jobStatus(@LlmTool.Param(description = WHAT) String input) {
    return scene.tool("job_status", input);
  }

  /** One of {@link Scene#TOOLS}. */
  @LlmTool(name = "get_page", description = WHAT)
  public String getPage(@LlmTool.Param(description = WHAT) String input) {
    return scene.tool("get_page", input);
  }
}
