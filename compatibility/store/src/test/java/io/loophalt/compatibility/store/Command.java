package io.loophalt.compatibility.store;

import io.loophalt.compatibility.harness.AgentCommand;
import io.loophalt.compatibility.harness.Jdk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The command line, in a JVM of its own. */
final class Command {

  private Command() {}

  /** Waits for its end; what it prints is also in files of a folder. */
  static Ended run(Path folder, List<String> arguments) throws IOException, InterruptedException {
    return run(folder, arguments, Map.of());
  }

  /** The same with more environment. */
  static Ended run(Path folder, List<String> arguments, Map<String, String> environment)
      throws IOException, InterruptedException {
    List<String> command = AgentCommand.line(Jdk.running(), arguments.toArray(String[]::new));
    Path out = folder.resolve("out");
    Path error = folder.resolve("error");
    ProcessBuilder process =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(error.toFile());
    process.environment().putAll(environment);
    int code = process.start().waitFor();
    return new Ended(
        code,
        Files.readString(out, StandardCharsets.UTF_8),
        Files.readString(error, StandardCharsets.UTF_8));
  }

  /** What became of it. */
  record Ended(int code, String out, String error) {}
}
