package io.loophalt.agent.cli;

import io.loophalt.agent.cli.CommandLineMain.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Placeholder. */
@Command(name = "tune", mixinStandardHelpOptions = true)
final class TuneCommand implements Callable<Integer> {
  TuneCommand(Terminal terminal) {}

  @Override
  public Integer call() {
    return ExitCode.OK;
  }
}
