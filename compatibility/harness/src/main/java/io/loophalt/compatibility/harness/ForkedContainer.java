package io.loophalt.compatibility.harness;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;

import io.loophalt.compatibility.report.Lifeline;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A JVM of its own for each application, {@linkplain Application#FRUGAL frugal} where the
 * application's options do not say otherwise.
 *
 * @param jdk whose JVM
 */
public record ForkedContainer(Jdk jdk) implements Container {

  @Override
  public boolean fits(Application application, Guard guard) {
    return true;
  }

  @Override
  public Outcome run(Application application, Guard guard, Path folder) {
    try (ForkedJvm jvm = start(application, guard, folder)) {
      if (guard instanceof Guard.Late late) {
        jvm.awaitLine("ready=true");
        Path configuration = write(late.configuration(), folder);
        assertThatRun(late.attacher().attach(jdk, jvm.pid(), configuration, folder)).exitedWith(0);
        jvm.send("go");
      }
      return jvm.finish();
    }
  }

  /**
   * Starts an application and leaves the rest to the caller; with {@link Guard.Late} the agent is
   * not there yet.
   */
  public ForkedJvm start(Application application, Guard guard, Path folder) {
    return ForkedJvm.start(command(application, guard, folder), folder);
  }

  /** The same with more environment. */
  public ForkedJvm start(
      Application application, Guard guard, Path folder, Map<String, String> environment) {
    return ForkedJvm.start(
        command(application, guard, folder), folder, ForkedJvm.TIME_LIMIT, environment);
  }

  /** The same, of which nobody reads what it writes to standard error before it has ended. */
  public ForkedJvm startUnheard(Application application, Guard guard, Path folder) {
    return ForkedJvm.startUnheard(command(application, guard, folder), folder);
  }

  private List<String> command(Application application, Guard guard, Path folder) {
    List<String> command = new ArrayList<>();
    command.add(jdk.command("java"));
    command.addAll(Application.FRUGAL);
    command.add("-D" + Lifeline.PROPERTY + "=true");
    if (guard instanceof Guard.AtStart atStart) {
      command.add(agentOption(write(atStart.configuration(), folder)));
    }
    command.addAll(application.options());
    command.addAll(application.start());
    command.addAll(application.arguments());
    return command;
  }

  /** What puts the agent with this configuration file on a command line. */
  public static String agentOption(Path configuration) {
    return "-javaagent:" + Artifacts.agent() + "=config=" + configuration;
  }

  /** Writes a configuration into the folder of a run, at once where one is read there already. */
  public static Path write(String configuration, Path folder) {
    try {
      Path written = Files.writeString(folder.resolve("guard.yaml.new"), configuration);
      return Files.move(written, folder.resolve("guard.yaml"), StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the configuration", e);
    }
  }

  @Override
  public String toString() {
    return jdk.toString();
  }
}
