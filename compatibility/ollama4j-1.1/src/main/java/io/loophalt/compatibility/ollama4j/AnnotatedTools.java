package io.loophalt.compatibility.ollama4j;

import io.github.ollama4j.tools.annotations.ToolProperty;
import io.github.ollama4j.tools.annotations.ToolSpec;
import io.loophalt.compatibility.scenario.Scene;

/** A scene's tools as methods with annotations. What they throw would end the chat. */
public final class AnnotatedTools {

  private final Scene scene;

  AnnotatedTools(Scene scene) {
    this.scene = scene;
  }

  /** What the tool gave, or how it failed, in words. */
  private String call(String tool, String input) {
    try {
      return scene.tool(tool, input);
    } catch (RuntimeException e) {
      return "Error: " + e.getMessage();
    }
  }

  /** A tool. */
  @ToolSpec(name = "search", desc = "a tool of the scene")
  public String search(@ToolProperty(name = "input", desc = "input") String input) {
    return call("search", input);
  }

  /** A tool. */
  @ToolSpec(name = "open", desc = "a tool of the scene")
  public String open(@ToolProperty(name = "input", desc = "input") String input) {
    return call("open", input);
  }

  /** A tool. */
  @ToolSpec(name = "check", desc = "a tool of the scene")
  public String check(@ToolProperty(name = "input", desc = "input") String input) {
    return call("check", input);
  }

  /** A tool. */
  @ToolSpec(name = "write_file", desc = "a tool of the scene")
  public String writeFile(@ToolProperty(name = "input", desc = "input") String input) {
    return call("write_file", input);
  }

  /** A tool. */
  @ToolSpec(name = "edit_file", desc = "a tool of the scene")
  public String editFile(@ToolProperty(name = "input", desc = "input") String input) {
    return call("edit_file", input);
  }

  /** A tool. */
  @ToolSpec(name = "run_tests", desc = "a tool of the scene")
  public String runTests(@ToolProperty(name = "input", desc = "input") String input) {
    return call("run_tests", input);
  }

  /** A tool. */
  @ToolSpec(name = "job_status", desc = "a tool of the scene")
  public String jobStatus(@ToolProperty(name = "input", desc = "input") String input) {
    return call("job_status", input);
  }

  /** A tool. */
  @ToolSpec(name = "get_page", desc = "a tool of the scene")
  public String getPage(@ToolProperty(name = "input", desc = "input") String input) {
    return call("get_page", input);
  }
}
