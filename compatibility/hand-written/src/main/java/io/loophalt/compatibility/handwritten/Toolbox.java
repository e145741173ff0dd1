package io.loophalt.compatibility.handwritten;

import io.loophalt.compatibility.scenario.Scene;

/** A scene's tools as plain methods. */
final class Toolbox {

  private final Scene scene;

  Toolbox(Scene scene) {
    this.scene = scene;
  }

  String search(String input) {
    return scene.tool("search", input);
  }

  String open(String input) {
    return scene.tool("open", input);
  }

  String check(String input) {
    try {
      return scene.tool("check", input);
    } catch (IllegalStateException e) {
      return "Error: " + e.getMessage();
    }
  }

  /** The same, which throws when it goes wrong. */
  String test(String input) {
    return scene.tool("check", input);
  }

  String writeFile(String input) {
    return scene.tool("write_file", input);
  }

  String editFile(String input) {
    return scene.tool("edit_file", input);
  }

  String runTests(String input) {
    return scene.tool("run_tests", input);
  }

  String jobStatus(String input) {
    return scene.tool("job_status", input);
  }

  String getPage(String input) {
    return scene.tool("get_page", input);
  }
}
