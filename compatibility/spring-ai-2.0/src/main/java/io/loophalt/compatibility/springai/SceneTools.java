package io.loophalt.compatibility.springai;

import io.loophalt.compatibility.scenario.Scene;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.ai.tool.annotation.ToolParam;

/** A scene's tools as annotated methods. */
final class SceneTools {

  private final Scene scene;

  SceneTools(Scene scene) {
    this.scene = scene;
  }

  @Tool(name = "search", description = "search")
  String search(@ToolParam(description = "what it is about") String input) {
    return scene.tool("search", input);
  }

  @Tool(name = "open", description = "open")
  String open(@ToolParam(description = "what it is about") String input) {
    return scene.tool("open", input);
  }

  @Tool(name = "check", description = "check")
  String check(@ToolParam(description = "what it is about") String input) {
    return scene.tool("check", input);
  }

  @Tool(name = "write_file", description = "write_file")
  String writeFile(@ToolParam(description = "what it is about") String input) {
    return scene.tool("write_file", input);
  }

  @Tool(name = "edit_file", description = "edit_file")
  String editFile(@ToolParam(description = "what it is about") String input) {
    return scene.tool("edit_file", input);
  }

  @Tool(name = "run_tests", description = "run_tests")
  String runTests(@ToolParam(description = "what it is about") String input) {
    return scene.tool("run_tests", input);
  }

  @Tool(name = "job_status", description = "job_status")
  String jobStatus(@ToolParam(description = "what it is about") String input) {
    return scene.tool("job_status", input);
  }

  @Tool(name = "get_page", description = "get_page")
  String getPage(@ToolParam(description = "what it is about") String input) {
    return scene.tool("get_page", input);
  }
}
