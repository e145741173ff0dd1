package io.loophalt.compatibility.harness;

import java.nio.file.Path;
import java.util.List;

/** A way to bring the agent into a JVM that runs. */
public enum Attacher {

  /** The agent jar's own command. */
  COMMAND_LINE("java -jar loophalt-agent.jar attach") {
    @Override
    List<String> command(Jdk jdk, long pid, Path configuration) {
      return List.of(
          jdk.command("java"),
          "-jar",
          Artifacts.agent().toString(),
          "attach",
          "--config",
          configuration.toString(),
          Long.toString(pid));
    }
  },

  /** The JDK's own tool. */
  JCMD("jcmd JVMTI.agent_load") {
    @Override
    List<String> command(Jdk jdk, long pid, Path configuration) {
      return List.of(
          jdk.command("jcmd"),
          Long.toString(pid),
          "JVMTI.agent_load",
          Artifacts.agent().toString(),
          "\"config=" + configuration + "\"");
    }
  };

  private final String description;

  Attacher(String description) {
    this.description = description;
  }

  /**
   * Attaches, and waits until that has worked or failed.
   *
   * @param folder working folder of the command
   * @return what the attaching command did
   */
  public Outcome attach(Jdk jdk, long pid, Path configuration, Path folder) {
    try (ForkedJvm tool = ForkedJvm.start(command(jdk, pid, configuration), folder)) {
      return tool.finish();
    }
  }

  abstract List<String> command(Jdk jdk, long pid, Path configuration);

  @Override
  public String toString() {
    return description;
  }
}
