package io.loophalt.agent.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loophalt.agent.cli.jvm.AttachTarget;
import io.loophalt.agent.extensions.BuiltInFrameworks;
import io.loophalt.configuration.BuiltInPresets;
import io.loophalt.configuration.ConfigLoader;
import io.loophalt.configuration.ConfigSource;
import io.loophalt.configuration.schema.ConfigException;
import io.loophalt.operations.control.ControlProtocol;
import java.io.File;
import java.io.PrintWriter;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Brings this agent into a JVM that runs. */
@Command(
    name = "attach",
    description =
        "Attach the agent to a running JVM. Its threads are not stopped; calls that are under way"
            + " are watched from their next step on.")
final class AttachCommand implements Callable<Integer> {

  @SuppressWarnings("NullAway.Init") // picocli sets it before call()
  @Spec
  private CommandSpec spec;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "Configuration file. Default: what the JVM itself would find (its -Dloophalt.config,"
              + " LOOPHALT_CONFIG, or loophalt.yaml in its working folder), else the built-in"
              + " defaults.")
  private @Nullable File configuration;

  @Option(
      names = "--json",
      description =
          "Print one JSON document; where it is refused, why stands on standard error, too.")
  private boolean json;

  @Parameters(paramLabel = "PID", description = "Process id of the JVM; jps and jcmd list them.")
  private long pid;

  @Override
  public Integer call() throws URISyntaxException {
    File file = configuration;
    if (file != null) {
      String mistake = mistakeIn(file);
      if (mistake != null) {
        return refused(mistake, mistake);
      }
    }
    String refusal = new AttachTarget(Path.of("/proc"), pid).refusal();
    if (refusal == null) {
      refusal = attach(file == null ? "" : "config=" + file.getAbsolutePath());
    }
    if (refusal != null) {
      return refused("not attached to process " + pid + ": " + refusal, refusal);
    }
    String done =
        "loophalt is in process "
            + pid
            + "; what it does there, and whether it was there before, is on its standard error";
    PrintWriter out = spec.commandLine().getOut();
    out.println(
        json ? ControlProtocol.text(answer().put("attached", true).put("result", done)) : done);
    return ExitCode.OK;
  }

  private int refused(String line, String why) {
    spec.commandLine().getErr().println(line);
    if (json) {
      spec.commandLine()
          .getOut()
          .println(ControlProtocol.text(answer().put("attached", false).put("error", why)));
    }
    return ExitCode.REFUSED;
  }

  private ObjectNode answer() {
    return ControlProtocol.JSON.createObjectNode().put("pid", pid);
  }

  /** Null, or why the agent refused or could not come. */
  private @Nullable String attach(String options) throws URISyntaxException {
    try {
      return AttachRequest.send(pid, agentJar(), options);
    } catch (NoClassDefFoundError incomplete) {
      return "this Java runtime cannot attach (" + incomplete.getMessage() + "); use that of a JDK";
    }
  }

  /** Looked for here, where the person is, and not only over there. */
  private static @Nullable String mistakeIn(File file) {
    try {
      new ConfigLoader(new BuiltInPresets(), new BuiltInFrameworks())
          .load(new ConfigSource(file, file.getPath(), "--config"));
      return null;
    } catch (ConfigException mistake) {
      return mistake.getMessage();
    }
  }

  private static File agentJar() throws URISyntaxException {
    return new File(
        AttachCommand.class.getProtectionDomain().getCodeSource().getLocation().toURI());
  }
}
