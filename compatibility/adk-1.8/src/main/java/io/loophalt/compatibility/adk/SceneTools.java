package io.loophalt.compatibility.adk;

import com.google.adk.tools.Annotations.Schema;
import com.google.adk.tools.FunctionTool;
import io.loophalt.compatibility.scenario.Scene;
import java.util.List;
import java.util.stream.Stream;

/** A scene's tools as annotated methods. */
public final class SceneTools {

  private final Scene scene;

  private SceneTools(Scene scene) {
    this.scene = scene;
  }

  static List<FunctionTool> of(Scene scene) {
    SceneTools tools = new SceneTools(scene);
    return Stream.of(SceneTools.class.getMethods())
        .filter(method -> method.isAnnotationPresent(Schema.class))
        .map(method -> FunctionTool.create(tools, method.getName()))
        .toList();
  }

  /** One of {@link Scene#TOOLS}. */
  @Schema(name = "search")
  public String search(@Schema(name = "input") String input) {
    return scene.tool("search", input);
  }

  /** One of {@link Scene#TOOLS}. */
  @Schema(name = "open")
  public String open(@Schema(name = "input") String input) {
    return scene.tool("open", input);
  }

  /** One of {@link Scene#TOOLS}. */
  @Schema(name = "check")
  public String check(@Schema(name = "input") String input) {
    return scene.tool("check", input);
  }

  /** One of {@link Scene#TOOLS}. */
  @Schema(name = "write_file")
  public String writeFile(@Schema(name = "input") String input) {
    return scene.tool("write_file", input);
  }

  /** One of {@link Scene#TOOLS}. */
  @Schema(name = "edit_file")
  public String editFile(@Schema(name = "input") String input) {
    return scene.tool("edit_file", input);
  }

  /** One of {@link Scene#TOOLS}. */
  @Schema(name = "run_tests")
  public String runTests(@Schema(name = "input") String input) {
    return scene.tool("run_tests", input);
  }

  /** One of {@link Scene#TOOLS}. */
  @Schema(name = "job_status")
  public String jobStatus(@Schema(name = "input") String input) {
    return scene.tool("job_status", input);
  }

  /** One of {@link Scene#TOOLS}. */
  @Schema(name = "get_page")
  public String getPage(@Schema(name = "input") String input) {
    return scene.tool("get_page", input);
  }
}
