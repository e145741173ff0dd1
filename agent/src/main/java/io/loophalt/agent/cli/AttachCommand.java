package io.loophalt.agent.cli;

import io.loophalt.PrintableText;
import io.loophalt.configuration.BuiltInPresets;
import io.loophalt.configuration.ConfigException;
import io.loophalt.configuration.ConfigLoader;
import io.loophalt.configuration.ConfigSource;
import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.net.URISyntaxException;
import java.util.concurrent.Callable;
import net.bytebuddy.agent.ByteBuddyAgent;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Brings this agent into a JVM that runs. */
@Command(
    name = "attach",
    description =
        "Attach the agent to a running JVM. Its threads are not stopped; calls that are under way are"
            + " watched from their next step on.")
final class AttachCommand implements Callable<Integer> {

  @SuppressWarnings("NullAway.Init") // picocli sets it before call()
  @Spec
  private CommandSpec spec;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "Configuration file. Default: what the JVM itself would find (its -Dloophalt.config,"
              + " LOOPHALT_CONFIG, or loophalt.yaml in its working folder), else the built-in defaults.")
  private @Nullable File configuration;

  @Parameters(paramLabel = "PID", description = "Process id of the JVM; jps and jcmd list them.")
  private long pid;

  @Override
  public Integer call() throws URISyntaxException {
    File file = configuration;
    if (file != null) {
      String mistake = mistakeIn(file);
      if (mistake != null) {
        spec.commandLine().getErr().println(mistake);
        return 1;
      }
    }
    if (ProcessHandle.of(pid).isEmpty()) {
      throw new ParameterException(spec.commandLine(), "there is no process " + pid);
    }
    try {
      ByteBuddyAgent.attach(
          agentJar(), Long.toString(pid), file == null ? null : "config=" + file.getAbsolutePath());
    } catch (IllegalStateException refused) {
      spec.commandLine().getErr().println(explain(refused));
      return 1;
    }
    spec.commandLine()
        .getOut()
        .println(
            "loophalt is in process "
                + pid
                + "; what it does there, and whether it was there before, is on its standard error");
    return 0;
  }

  /** Looked for here, where the person is, and not only over there. */
  private static @Nullable String mistakeIn(File file) {
    try {
      new ConfigLoader(new BuiltInPresets())
          .load(new ConfigSource(file, file.getPath(), "--config"));
      return null;
    } catch (ConfigException mistake) {
      return mistake.getMessage();
    }
  }

  private String explain(IllegalStateException refused) {
    Throwable cause = refused;
    while (cause.getCause() != null
        && (cause instanceof IllegalStateException || cause instanceof InvocationTargetException)) {
      cause = cause.getCause();
    }
    return "loophalt is not in process "
        + pid
        + ": "
        + (cause.getClass().getName().endsWith(".AgentInitializationException")
            ? "the agent refused to start: it is there already, or finds a mistake in its"
                + " configuration. The standard error of that process says which."
            : PrintableText.of(cause.toString())
                + ". Is it a JVM of the same user, with attaching allowed?");
  }

  private static File agentJar() throws URISyntaxException {
    return new File(
        AttachCommand.class.getProtectionDomain().getCodeSource().getLocation().toURI());
  }
}
