package io.loophalt.compatibility.harness;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The command line of the agent's jar, as a person uses it. */
public final class AgentCommand {

  private AgentCommand() {}

  /** What a shell is given; it is over soon, and needs no second compiler. */
  public static List<String> line(Jdk jdk, String... arguments) {
    List<String> line = new ArrayList<>(List.of(jdk.command("java")));
    line.addAll(Application.FRUGAL);
    line.addAll(List.of("-jar", Artifacts.agent().toString()));
    line.addAll(List.of(arguments));
    return line;
  }

  /** Which JVMs a command sees: those whose control sockets are in {@code sockets} of a folder. */
  public static Map<String, String> environment(Path folder) {
    return Map.of("LOOPHALT_CONTROL_FOLDER", folder.resolve("sockets").toString());
  }

  /** Starts one that sees the JVMs of a folder. */
  public static ForkedJvm start(Jdk jdk, Path folder, String... arguments) {
    return ForkedJvm.start(line(jdk, arguments), folder, ForkedJvm.TIME_LIMIT, environment(folder));
  }
}
