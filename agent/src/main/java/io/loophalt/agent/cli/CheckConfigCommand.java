package io.loophalt.agent.cli;

import io.loophalt.agent.config.BuiltInPresets;
import io.loophalt.agent.config.CheckedConfig;
import io.loophalt.agent.config.ConfigException;
import io.loophalt.agent.config.ConfigFinding;
import io.loophalt.agent.config.ConfigLoader;
import io.loophalt.agent.config.ConfigSource;
import java.io.File;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Reads a configuration as the agent would, and says what in it is wrong or can never take effect.
 */
@Command(
    name = "check-config",
    description =
        "Check a configuration file. Exit status 0 if it is right and everything in it can take effect, 1 if"
            + " something never can, 2 if the agent would refuse it.")
final class CheckConfigCommand implements Callable<Integer> {

  private static final int WITHOUT_EFFECT = 1;

  @SuppressWarnings("NullAway.Init") // picocli sets it before call()
  @Spec
  private CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli sets it before call()
  @Parameters(paramLabel = "FILE", description = "The configuration file.")
  private File file;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    CheckedConfig checked;
    try {
      checked =
          new ConfigLoader(new BuiltInPresets())
              .check(new ConfigSource(file, file.getPath(), "the command line"));
    } catch (ConfigException refused) {
      spec.commandLine().getErr().println(refused.getMessage());
      return ExitCode.USAGE;
    }
    for (ConfigFinding finding : checked.findings()) {
      out.println(finding);
    }
    if (checked.findings().isEmpty()) {
      out.println(file.getPath() + " is right");
      return ExitCode.OK;
    }
    return WITHOUT_EFFECT;
  }
}
