package io.loophalt.demo;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import io.loophalt.AgentTool;
import io.loophalt.Effect;
import io.loophalt.FilePath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the model can do: read a file, edit a file, run the check. */
final class RepairTools {

  /** What the check says when it passes. */
  static final String PASSED = "the check passed";

  private final Workspace workspace;
  private final ProjectCheck check;
  private final RunRecorder recorder;

  RepairTools(Workspace workspace, ProjectCheck check, RunRecorder recorder) {
    this.workspace = workspace;
    this.check = check;
    this.recorder = recorder;
  }

  @Tool(name = "read_file", value = "Reads a file of the project.")
  @AgentTool(name = "read_file", actionClass = "file_read", effect = Effect.READ)
  String readFile(@P("file name, without directory") @FilePath String file) throws IOException {
    return Files.readString(workspace.file(file));
  }

  @Tool(name = "edit_file", value = "Replaces a text that occurs exactly once in a file.")
  @AgentTool(name = "edit_file", actionClass = "file_edit", effect = Effect.WRITE)
  String editFile(
      @P("file name, without directory") @FilePath String file,
      @P("text to find") String find,
      @P("text to put in its place") String replacement)
      throws IOException {
    Path path = workspace.file(file);
    String before = Files.readString(path);
    int at = before.indexOf(find);
    if (find.isEmpty() || at < 0 || before.indexOf(find, at + 1) >= 0) {
      throw new IllegalArgumentException("the text must occur exactly once in " + file);
    }
    Files.writeString(
        path, before.substring(0, at) + replacement + before.substring(at + find.length()));
    return "edited " + file;
  }

  @Tool(name = "run_check", value = "Compiles the project and runs its check.")
  @AgentTool(name = "run_check", actionClass = "test_run", effect = Effect.READ)
  String runCheck() throws IOException {
    try {
      check.run();
      recorder.checked("passed", PASSED);
      return PASSED;
    } catch (CheckFailure failure) {
      recorder.checked(failure.place(), failure.getMessage());
      throw failure;
    }
  }
}
