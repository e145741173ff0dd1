package io.loophalt.agent.cli;

import io.loophalt.PrintableText;
import io.loophalt.agent.cli.dealt.DealOptions;
import io.loophalt.agent.cli.dealt.ReplayWorker;
import io.loophalt.agent.cli.dealt.ReplayWorkers;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.presets.Presets;
import io.loophalt.recordings.DealingJudge;
import io.loophalt.recordings.Explainer;
import io.loophalt.recordings.Fanout;
import io.loophalt.recordings.JsonReport;
import io.loophalt.recordings.Judge;
import io.loophalt.recordings.Report;
import io.loophalt.recordings.RunReport;
import io.loophalt.recordings.RunSink;
import io.loophalt.recordings.TextReport;
import io.loophalt.recordings.score.Scores;
import java.io.OutputStream;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
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
          + " event logs, messages of OpenAI, Anthropic, Gemini or LangChain, Claude Code sessions and output, OpenHands"
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

  @Mixin final ScoreOptions scoring = new ScoreOptions();

  @Mixin final DealOptions dealing = new DealOptions();

  @Option(
      names = "--format",
      paramLabel = "text|json",
      defaultValue = "text",
      description = "A table with totals, or one JSON object a run. Default: ${DEFAULT-VALUE}.")
  Format format = Format.text;

  @Option(names = "--json", description = "The same as --format json.")
  boolean json;

  @Option(
      names = "--explain",
      paramLabel = "RUN",
      description =
          "Tell step by step why the counts of one run grew or ended. Its id, or how that ends.")
  @Nullable String explain;

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description = "Recordings, or folders of them; - is standard input.")
  final List<String> files = new ArrayList<>();

  ReplayCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    RecordingFiles input = new RecordingFiles(terminal, files);
    String run = explain;
    URI store = dealing.asked();
    if (dealing.isWorker()) {
      return work();
    }
    if (store != null) {
      return deal(store, input);
    }
    return run != null ? explain(run, input) : scoring.isAsked() ? score(input) : tell(input);
  }

  /** Plays what another process of this command deals, which says what cannot be read. */
  private int work() throws InterruptedException {
    PrintStream nobody = new PrintStream(OutputStream.nullOutputStream());
    RecordingFiles input =
        new RecordingFiles(new Terminal(terminal.in(), nobody, nobody, false), files);
    new ReplayWorker(terminal.in(), terminal.out())
        .work(options.policies(), Policies.detectors(), options.costs(), input::readInOrder);
    return ExitCode.OK;
  }

  /** Has other processes play what is read, and tells what came of it. */
  private int deal(URI store, RecordingFiles input) {
    if (explain != null || scoring.isAsked() || files.contains(RecordingFiles.STANDARD_INPUT)) {
      throw dealing.mistake(
          "--store reads files alone, and goes with no --explain, --labels or --presets");
    }
    Function<String, TaskPolicy> all = options.policies();
    Function<String, TaskPolicy> policies = task -> withoutTexts(all.apply(task));
    withoutTexts(all.apply("")); // before any worker is started
    List<String> worker = new ArrayList<>(List.of("replay", "--worker"));
    worker.addAll(options.arguments());
    worker.add("--");
    worker.addAll(files);
    try (ReplayWorkers workers = new ReplayWorkers(dealing.workers(), store, worker)) {
      Report report = report();
      int code =
          input.readInOrder(
              new DealingJudge(
                  policies,
                  workers,
                  dealing.isRace(),
                  run -> {
                    if (scoring.fold.test(run.id())) {
                      told(input, report, run);
                    }
                  }));
      long alone = workers.end();
      report.end();
      failIfReaderGone();
      if (alone > 0) {
        terminal
            .err()
            .println("loophalt: " + alone + " calls were judged alone: the store was late");
        return ExitCode.BROKEN_INPUT;
      }
      return code;
    } catch (IllegalStateException failed) {
      terminal.err().println("loophalt: " + PrintableText.of(String.valueOf(failed.getMessage())));
      return ExitCode.REFUSED;
    }
  }

  /** What models have said leaves the process for no store. */
  private TaskPolicy withoutTexts(TaskPolicy policy) {
    for (DetectorPolicy each : policy.detectors()) {
      if (Presets.keepsTexts(each.detector())) {
        throw dealing.mistake(
            "--store goes with no detector '"
                + each.detector()
                + "', which remembers what the model has said as it is");
      }
    }
    return policy;
  }

  private int explain(String run, RecordingFiles input) {
    Function<String, TaskPolicy> policies = options.policies();
    Function<Turn, BigDecimal> costs = options.costs();
    int[] found = new int[1];
    int code =
        input.read(
            told ->
                new Explainer(
                    run,
                    policies,
                    Policies.detectors(),
                    costs,
                    story ->
                        told.accept(
                            () -> {
                              input.beforePrinting();
                              found[0]++;
                              story.forEach(terminal.out()::println);
                              terminal.out().println();
                              failIfReaderGone();
                            })));
    if (found[0] == 0) {
      terminal.err().println("loophalt: no run is called, or ends in, " + PrintableText.name(run));
      return ExitCode.BROKEN_INPUT;
    }
    return code;
  }

  private int tell(RecordingFiles input) {
    Report report = report();
    Function<String, TaskPolicy> policies = options.policies();
    Function<Turn, BigDecimal> costs = options.costs();
    int code =
        input.read(
            told -> judge(policies, costs, run -> told.accept(() -> told(input, report, run))));
    report.end();
    failIfReaderGone();
    return code;
  }

  private Report report() {
    return asJson() ? new JsonReport(terminal.out()) : new TextReport(terminal.out());
  }

  private void told(RecordingFiles input, Report report, RunReport run) {
    input.beforePrinting();
    report.accept(run);
    failIfReaderGone();
  }

  /** Counts what each preset does, or the configuration where none is named. */
  private int score(RecordingFiles input) {
    Scores scores = scoring.scores(terminal.out());
    Map<String, Function<String, TaskPolicy>> presets = new LinkedHashMap<>();
    for (String preset : scoring.presets()) {
      Function<String, TaskPolicy> policies = options.policies(preset);
      presets.put(policies.apply("").preset(), policies);
    }
    if (presets.isEmpty()) {
      Function<String, TaskPolicy> policies = options.policies();
      presets.put(policies.apply("").preset(), policies);
    }
    Function<Turn, BigDecimal> costs = options.costs();
    int code =
        input.read(
            told -> {
              List<RunSink> judges = new ArrayList<>();
              presets.forEach(
                  (name, policies) ->
                      judges.add(
                          judge(
                              policies,
                              costs,
                              run -> told.accept(() -> scores.accept(name, run)))));
              return new Fanout(judges);
            });
    if (asJson()) {
      scores.printJson();
    } else {
      scores.printText();
    }
    failIfReaderGone();
    return code;
  }

  private Judge judge(
      Function<String, TaskPolicy> policies,
      Function<Turn, BigDecimal> costs,
      Consumer<RunReport> reports) {
    return new Judge(
        policies,
        Policies.detectors(),
        costs,
        run -> {
          if (scoring.fold.test(run.id())) {
            reports.accept(run);
          }
        });
  }

  private boolean asJson() {
    return json || format == Format.json;
  }

  private void failIfReaderGone() {
    // Also flushes, so that a report can be followed while it grows.
    if (terminal.out().checkError()) {
      throw new ReaderGoneException();
    }
  }
}
