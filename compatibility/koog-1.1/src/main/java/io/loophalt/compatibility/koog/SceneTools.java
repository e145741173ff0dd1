package io.loophalt.compatibility.koog;

import ai.koog.agents.core.tools.annotations.LLMDescription;
import ai.koog.agents.core.tools.annotations.Tool;
import ai.koog.agents.core.tools.reflect.ToolSet;
import io.loophalt.compatibility.scenario.Scene;

/** A scene's tools as annotated methods. */
public final class SceneTools implements ToolSet {

  private static final String WHAT = "a tool of the scene";

  private final Scene scene;

  SceneTools(Scene scene) {
    this.scene = scene;
  }

  /** One of {@link Scene#TOOLS}. */
  @Tool(customName = "search")
  @LLMDescription(WHAT)
  public String search(@LLMDescription(WHAT) String input) {
    return scene.tool("search", input);
  }

  /** One of {@link Scene#TOOLS}. */
  @Tool(customName = "open")
  @LLMDescription(WHAT)
  public String open(@LLMDescription(WHAT) String input) {
    return scene.tool("open", input);
  }

  /** One of {@link Scene#TOOLS}. */
  @Tool(customName = "check")
  @LLMDescription(WHAT)
  public String check(@LLMDescription(WHAT) String input) {
    return scene.tool("check", input);
  }

  /** One of {@link Scene#TOOLS}. */
  @Tool(customName = "write_file")
  @LLMDescription(WHAT)
  public String writeFile(@LLMDescription(WHAT) String input) {
    return scene.tool("write_file", input);
  }

  /** One of {@link Scene#TOOLS}. */
  @Tool(customName = "edit_file")
  @LLMDescription(WHAT)
  public String editFile(@LLMDescription(WHAT) String input) {
    return scene.tool("edit_file", input);
  }

  /** One of {@link Scene#TOOLS}. */
  @Tool(customName = "run_tests")
  @LLMDescription(WHAT)
  public String runTests(@LLMDescription(WHAT) String input) {
    return scene.tool("run_tests", input);
  }

  /** One of {@link Scene#TOOLS}. */
  @Tool(customName = "job_status")
  @LLMDescription(WHAT)
  public String jobStatus(@LLMDescription(WHAT) String input) {
    return scene.tool("job_status", input);
  }

  /** One of {@link Scene#TOOLS}. */
  @Tool(customName = "get_page")
  @LLMDescription(WHAT)
  public String getPage(@LLMDescription(WHAT) String input) {
    return scene.tool("get_page", input);
  }
}
