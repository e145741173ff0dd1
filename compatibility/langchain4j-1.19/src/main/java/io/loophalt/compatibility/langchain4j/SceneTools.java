package io.loophalt.compatibility.langchain4j;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import io.loophalt.compatibility.scenario.Scene;

/** A scene's tools as annotated methods. */
public final class SceneTools {

  private final Scene scene;

  /** Plays a scene. */
  public SceneTools(Scene scene) {
    this.scene = scene;
  }

  @Tool(name = "search")
  String search(@P("what it is about") String input) {
    return scene.tool("search", input);
  }

  @Tool(name = "open")
  String open(@P("what it is about") String input) {
    return scene.tool("open", input);
  }

  @Tool(name = "check")
  String check(@P("what it is about") String input) {
    return scene.tool("check", input);
  }

  @Tool(name = "write_file")
  String writeFile(@P("what it is about") String input) {
    return scene.tool("write_file", input);
  }

  @Tool(name = "edit_file")
  String editFile(@P("what it is about") String input) {
    return scene.tool("edit_file", input);
  }

  @Tool(name = "run_tests")
  String runTests(@P("what it is about") String input) {
    return scene.tool("run_tests", input);
  }

  @Tool(name = "job_status")
  String jobStatus(@P("what it is about") String input) {
    return scene.tool("job_status", input);
  }

  @Tool(name = "get_page")
  String getPage(@P("what it is about") String input) {
    return scene.tool("get_page", input);
  }
}
