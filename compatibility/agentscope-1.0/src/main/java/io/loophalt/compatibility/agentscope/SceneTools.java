package io.loophalt.compatibility.agentscope;

import io.agentscope.core.tool.Tool;
import io.agentscope.core.tool.ToolParam;
import io.loophalt.compatibility.scenario.Scene;

/** A scene's tools as annotated methods. */
public final class SceneTools {

  private final Scene scene;

  SceneTools(Scene scene) {
    this.scene = scene;
  }

  @Tool(name = "search", description = "search")
  public String search(@ToolParam(name = "input", description = "what it is about") String input) {
    return scene.tool("search", input);
  }

  @Tool(name = "open", description = "open")
  public String open(@ToolParam(name = "input", description = "what it is about") String input) {
    return scene.tool("open", input);
  }

  @Tool(name = "check", description = "check")
  public String check(@ToolParam(name = "input", description = "what it is about") String input) {
    return scene.tool("check", input);
  }

  @Tool(name = "write_file", description = "write_file")
  public String writeFile(
      @ToolParam(name = "input", description = "what it is about") String input) {
    return scene.tool("write_file", input);
  }

  @Tool(name = "edit_file", description = "edit_file")
  public String editFile(
      @ToolParam(name = "input", description = "what it is about") String input) {
    return scene.tool("edit_file", input);
  }

  @Tool(name = "run_tests", description = "run_tests")
  public String runTests(
      @ToolParam(name = "input", description = "what it is about") String input) {
    return scene.tool("run_tests", input);
  }

  @Tool(name = "job_status", description = "job_status")
  public String jobStatus(
      @ToolParam(name = "input", description = "what it is about") String input) {
    return scene.tool("job_status", input);
  }

  @Tool(name = "get_page", description = "get_page")
  public String getPage(@ToolParam(name = "input", description = "what it is about") String input) {
    return scene.tool("get_page", input);
  }
}
