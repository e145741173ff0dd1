package io.loophalt.agent.cli;

import io.loophalt.recordings.JsonReport;
import io.loophalt.recordings.Judge;
import io.loophalt.recordings.Report;
import io.loophalt.recordings.TextReport;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Plays recorded runs through the engine and tells where it would have intervened. */
@Command(
    name = "replay",
    description = {
      "Plays recorded runs through the engine of the live agent and tells where it would have"
          + " nudged and halted them, and what that would have saved.",
      "",
      "Files are plain or gzip; what they hold is told by their content: Loophalt trajectories and"
          + " event logs, OpenAI or Anthropic messages, Claude Code sessions and output, OpenHands"
          + " events, SWE-agent and ATIF trajectories, OpenTelemetry GenAI spans as OTLP JSON"
          + " lines."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all input was read",
      "1:some input was broken and skipped, see the messages",
      "2:the command line or the configuration is wrong",
      "141:the output was closed before its end, as by head"
    })
final class ReplayCommand implements Callable<Integer> {

  /** The forms of the report. */
  enum Format {
    text,
    json
  }

  private final Terminal terminal;

  @Mixin final PolicyOptions options = new PolicyOptions();

  @Option(
      names = "--format",
      paramLabel = "text|json",
      defaultValue = "text",
      description = "A table with totals, or one JSON object a run. Default: ${DEFAULT-VALUE}.")
  Format format = Format.text;

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description = "Recordings, or folders of them; - is standard input.")
  final List<String> files = new ArrayList<>();

  ReplayCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Report report =
        format == Format.json ? new JsonReport(terminal.out()) : new TextReport(terminal.out());
    RecordingFiles input = new RecordingFiles(terminal, files);
    Judge judge =
        new Judge(
            options.policies(),
            Policies.detectors(),
            options.costs(),
            run -> {
              input.beforePrinting();
              report.accept(run);
              failIfReaderGone();
            });
    int code = input.read(judge);
    report.end();
    failIfReaderGone();
    return code;
  }

  private void failIfReaderGone() {
    // Also flushes, so that a report can be followed while it grows.
    if (terminal.out().checkError()) {
      throw new ReaderGoneException();
    }
  }
}
