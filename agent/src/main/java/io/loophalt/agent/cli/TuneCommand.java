package io.loophalt.agent.cli;

import io.loophalt.recordings.CeilingProposal;
import io.loophalt.recordings.Fanout;
import io.loophalt.recordings.Tuning;
import io.loophalt.recordings.TuningReport;
import io.loophalt.recordings.VolatileProposal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Tries other ladders and windows on runs with known outcomes. */
@Command(
    name = "tune",
    description = {
      "Tries ladders and windows on recorded runs whose outcome is known, and tells what each costs"
          + " in false halts and saves in steps and tokens.",
      "",
      "Runs are split into two halves: the settings are chosen on one and reported on the other."
          + " With too little data nothing is recommended."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all input was read",
      "1:some input was broken and skipped, see the messages",
      "2:the command line or the configuration is wrong",
      "141:the output was closed before its end, as by head"
    })
final class TuneCommand implements Callable<Integer> {

  private final Terminal terminal;

  @Mixin final PolicyOptions options = new PolicyOptions();

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of the split. Default: ${DEFAULT-VALUE}.")
  long seed;

  @Option(
      names = "--max-false-halts",
      paramLabel = "PERCENT",
      defaultValue = "2",
      description =
          "The highest share of successful runs that may be halted, above 0 and below 100."
              + " Default: ${DEFAULT-VALUE}.")
  double maxFalseHalts;

  @Option(
      names = "--ceiling-factor",
      paramLabel = "N",
      defaultValue = "1.5",
      description =
          "Propose ceilings of so many times what 95 of 100 successful runs of a task stay within,"
              + " 1 or more. Default: ${DEFAULT-VALUE}.")
  double ceilingFactor;

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description = "Recordings, or folders of them; - is standard input.")
  final List<String> files = new ArrayList<>();

  @Spec @Nullable CommandSpec command;

  TuneCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    if (!(maxFalseHalts > 0 && maxFalseHalts < 100)) {
      throw new ParameterException(
          java.util.Objects.requireNonNull(command).commandLine(),
          "--max-false-halts must be above 0 and below 100, not " + maxFalseHalts);
    }
    if (!(ceilingFactor >= 1 && ceilingFactor <= 1_000)) {
      throw new ParameterException(
          java.util.Objects.requireNonNull(command).commandLine(),
          "--ceiling-factor must be from 1 to 1000, not " + ceilingFactor);
    }
    CeilingProposal ceilings = new CeilingProposal();
    Tuning tuning = new Tuning(options.policies(), Policies.detectors(), Policies::hasWindow, seed);
    RecordingFiles input = new RecordingFiles(terminal, files);
    VolatileProposal parts = new VolatileProposal(options.policies());
    Fanout all = new Fanout(List.of(tuning, ceilings, parts));
    int code = input.read(told -> all);
    new TuningReport(tuning, Policies::detectorsOf, terminal.out())
        .print(seed, maxFalseHalts / 100);
    ceilings.print(terminal.out(), ceilingFactor);
    parts.print(terminal.out());
    if (terminal.out().checkError()) {
      throw new ReaderGoneException();
    }
    return code;
  }
}
