package io.loophalt.agent.cli;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import io.loophalt.PrintableText;
import io.loophalt.core.event.JvmName;
import io.loophalt.operations.report.RunsReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
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

/** Makes a page of what runs did and cost. */
@Command(
    name = "report",
    description = {
      "Makes one page of event logs and recordings: what stopped the runs, what they used, which"
          + " tools and detectors, what became of nudges, and the story of the costliest loops. The"
          + " page needs no network.",
      "",
      "Of event logs it tells what happened. Of recordings, whose formats are those of replay, it"
          + " tells what Loophalt would do; --config, --preset and --task are for these."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all input was read",
      "1:some input was broken and skipped, see the messages; the report is of the rest",
      "2:the command line or the configuration is wrong, or the page cannot be written",
      "141:the output was closed before its end, as by head"
    })
final class ReportCommand implements Callable<Integer> {

  private final Terminal terminal;

  @SuppressWarnings("NullAway.Init") // picocli sets it before the command is called
  @Spec
  private CommandSpec spec;

  @Mixin final PolicyOptions options = new PolicyOptions();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "PAGE",
      description = "Where the page is written; a file of that name is replaced, and a link stays.")
  @Nullable Path output;

  @Option(names = "--json", description = "Print the numbers as JSON.")
  boolean json;

  @Option(
      names = "--timelines",
      paramLabel = "N",
      defaultValue = "" + RunsReport.TIMELINES,
      description =
          "Tell the story of so many halted runs, the dearest; at most "
              + RunsReport.MOST_TIMELINES
              + ". Default: ${DEFAULT-VALUE}.")
  int timelines = RunsReport.TIMELINES;

  @Parameters(
      arity = "1..*",
      paramLabel = "LOG",
      description = "Event logs and recordings, or folders of them; - is standard input.")
  final List<String> files = new ArrayList<>();

  ReportCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Path page = output;
    if (page == null && !json) {
      throw mistake("say where to write the page, as -o report.html, or ask for --json");
    }
    if (timelines < 0 || timelines > RunsReport.MOST_TIMELINES) {
      throw mistake("--timelines must be between 0 and " + RunsReport.MOST_TIMELINES);
    }
    if (page != null && Files.isDirectory(page)) {
      throw mistake("the page cannot be written: " + page + " is a folder");
    }
    if (page != null && files.stream().anyMatch(file -> isSame(file, page))) {
      throw mistake("the page would take the place of what is read: " + page);
    }
    RecordingFiles input = new RecordingFiles(terminal, files, page);
    RunsReport report =
        new RunsReport(
            timelines,
            Runtime.getRuntime().availableProcessors(),
            options.policies(),
            Policies.detectors(),
            options.costs());
    int code = input.read(report::sink);
    Instant now = Instant.now();
    if (page != null && !write(report, page, input.broken(), now)) {
      return ExitCode.USAGE;
    }
    if (json) {
      terminal.out().print(report.json(input.broken(), Version.current(), now));
      if (terminal.out().checkError()) {
        throw new ReaderGoneException();
      }
    }
    return code;
  }

  private static boolean isSame(String file, Path page) {
    try {
      return Files.exists(page) && Files.isSameFile(Path.of(file), page);
    } catch (IOException | InvalidPathException e) {
      return false; // Reading it says why.
    }
  }

  private ParameterException mistake(String what) {
    return new ParameterException(spec.commandLine(), what);
  }

  private boolean write(RunsReport report, Path page, long broken, Instant now) {
    try {
      // A pipe or a device stays what it is; and what a link to nothing names is made.
      boolean isStraight = Files.exists(page, NOFOLLOW_LINKS) && !Files.isRegularFile(page);
      if (isStraight) {
        writeInto(page, report, broken, now);
      } else {
        replace(Files.exists(page) ? page.toRealPath() : page, report, broken, now);
      }
      return true;
    } catch (IOException | UncheckedIOException e) {
      terminal
          .err()
          .println(
              "loophalt: the page cannot be written to "
                  + PrintableText.of(page.toString())
                  + " ("
                  + PrintableText.of(e.toString())
                  + "); check that its folder exists and may be written to");
      return false;
    }
  }

  /** Beside the page first, so that an earlier one stays whole if this one cannot be written. */
  private static void replace(Path page, RunsReport report, long broken, Instant now)
      throws IOException {
    Path unfinished = page.resolveSibling(".report-" + JvmName.next() + ".unfinished");
    try {
      writeInto(unfinished, report, broken, now);
      Files.move(unfinished, page, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException | UncheckedIOException e) {
      delete(unfinished);
      throw e;
    }
  }

  private static void writeInto(Path file, RunsReport report, long broken, Instant now)
      throws IOException {
    try (Writer out = Files.newBufferedWriter(file)) {
      report.writePage(out, broken, Version.current(), now);
    }
  }

  private static void delete(Path unfinished) {
    try {
      Files.deleteIfExists(unfinished);
    } catch (IOException e) {
      // What went wrong before is told; this is the same trouble.
    }
  }
}
