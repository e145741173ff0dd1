package io.loophalt.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.loophalt.PrintableText;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.typeinfo.BasicArrayTypeInfo;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.HeartbeatManagerOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.NettyShuffleEnvironmentOptions;
import org.apache.flink.configuration.NettyShuffleEnvironmentOptions.CompressionCodec;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.CloseableIterator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Judges recordings on this machine, by the job that a cluster runs: {@code fleet/run}. */
@Command(
    name = "fleet/run",
    mixinStandardHelpOptions = true,
    description = {
      "Judges recorded runs and traces by the job for Apache Flink, on this machine alone. Prints"
          + " one JSON object a run, as replay --json does, in no certain order.",
      "",
      "Files are plain or gzip; what they hold is told by their content."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all input was read",
      "1:some input was broken and skipped, see the messages",
      "2:the command line or the configuration is wrong, a file cannot be found, or an output not be"
          + " written",
      "141:the output was closed before its end, as by head"
    })
final class LocalRun implements Callable<Integer> {

  private static final int OK = 0;
  private static final int BROKEN_INPUT = 1;
  private static final int USAGE = 2;
  private static final int READER_GONE = 141;

  private final PrintStream out;
  private final PrintStream err;
  private final boolean watched;

  @Mixin final JudgingOptions options = new JudgingOptions();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Write the runs into this file, in place of standard output.")
  @Nullable Path output;

  @Option(
      names = "--events",
      paramLabel = "FILE",
      description =
          "Write what happened in the runs into this file, as an event log that report reads.")
  @Nullable Path events;

  @Option(
      names = "--parallelism",
      paramLabel = "N",
      description = "Tasks at the same time. Default: one for each processor.")
  int parallelism = Runtime.getRuntime().availableProcessors();

  @Parameters(arity = "1..*", paramLabel = "FILE", description = "Recordings, or folders of them.")
  final List<String> files = new ArrayList<>();

  LocalRun(PrintStream out, PrintStream err, boolean watched) {
    this.out = out;
    this.err = err;
    this.watched = watched;
  }

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] arguments) {
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), /* autoFlush= */ false, UTF_8);
    PrintStream err =
        new PrintStream(new FileOutputStream(FileDescriptor.err), /* autoFlush= */ true, UTF_8);
    int code = new CommandLine(new LocalRun(out, err, isWatched())).execute(arguments);
    out.flush();
    System.exit(code);
  }

  /** Whether a person watches. Since JDK 22 a console exists without one. */
  @SuppressWarnings("SystemConsoleNull") // The second half is for JDK 22 and newer.
  private static boolean isWatched() {
    Object console = System.console();
    if (console == null) {
      return false;
    }
    try {
      return (Boolean) console.getClass().getMethod("isTerminal").invoke(console);
    } catch (ReflectiveOperationException e) {
      return true; // Before JDK 22 there is a console only where there is a terminal.
    }
  }

  @Override
  public Integer call() throws Exception {
    if (parallelism < 1) {
      complain("--parallelism is expected to be 1 or more, not " + parallelism);
      return USAGE;
    }
    JudgingSettings settings = options.settings(/* mayBeginAnew= */ false);
    List<Path> outputs = Stream.of(output, events).filter(Objects::nonNull).toList();
    for (Path each : outputs) {
      if (files.stream().anyMatch(file -> InputFiles.isSame(InputFiles.path(file), each))) {
        complain(each + " would take the place of what is read");
        return USAGE;
      }
    }
    if (output != null
        && events != null
        && output.toAbsolutePath().normalize().equals(events.toAbsolutePath().normalize())) {
      complain("-o and --events name one file");
      return USAGE;
    }
    InputFiles input;
    try {
      input = InputFiles.named(files, outputs);
    } catch (IOException e) {
      complain("cannot read: " + e.getMessage());
      return USAGE;
    }
    if (input.logs().isEmpty()) {
      complain("there is no file in " + String.join(", ", files));
      return USAGE;
    }
    PrintStream runs;
    PrintStream logged;
    try {
      runs = opened(output, out);
      logged = opened(events, new PrintStream(OutputStream.nullOutputStream(), false, UTF_8));
    } catch (IOException e) {
      complain("cannot write: " + e);
      return USAGE;
    }
    try (runs;
        logged) {
      return judge(settings, input, runs, logged);
    }
  }

  private int judge(
      JudgingSettings settings, InputFiles input, PrintStream runs, PrintStream logged)
      throws Exception {
    StreamExecutionEnvironment flink =
        StreamExecutionEnvironment.createLocalEnvironment(parallelism, onThisMachine());
    flink.setRuntimeMode(RuntimeExecutionMode.BATCH);
    flink.getConfig().enableObjectReuse(); // What goes from one part to the next never changes.
    DataStream<Line> lines =
        new FleetPipeline(settings, Pace.bounded(), Duration.ZERO)
            .ofRecordings(flink.fromData(input.logs(), BasicArrayTypeInfo.STRING_ARRAY_TYPE_INFO));
    CloseableIterator<Line> told = lines.collectAsync();
    JobClient job = flink.executeAsync("loophalt");
    try {
      int code;
      try (Progress progress = Progress.of(err, job, input.bytes(), watched)) {
        code = print(told, runs, logged, progress);
      }
      if (code != READER_GONE && code != USAGE) {
        // As replay says it of each file; a trace may be in several.
        SpanCounters.of(job.getJobExecutionResult().get()).notices().forEach(this::complain);
      }
      return code;
    } finally {
      told.close();
    }
  }

  private int print(
      CloseableIterator<Line> lines, PrintStream runs, PrintStream logged, Progress progress) {
    int code = OK;
    while (lines.hasNext()) {
      Line line = lines.next();
      progress.clear();
      switch (line.kind()) {
        case RUN -> runs.println(line.text());
        case EVENT -> logged.println(line.text());
        case HALT, POST -> throw new IllegalStateException("recordings of the past halt nothing");
        case NOTICE -> complain(line.text());
        case BROKEN -> {
          complain(line.text());
          code = BROKEN_INPUT;
        }
      }
      if (runs.checkError()) {
        return output == null ? READER_GONE : unwritable(output);
      }
      if (line.kind() == Line.Kind.EVENT && logged.checkError()) {
        return unwritable(events);
      }
    }
    return code;
  }

  private int unwritable(@Nullable Path file) {
    complain("cannot write all of it to " + file);
    return USAGE;
  }

  /** File names and what is quoted of files may hold anything. */
  private void complain(String what) {
    err.println("loophalt: " + PrintableText.of(what));
  }

  private static PrintStream opened(@Nullable Path file, PrintStream otherwise) throws IOException {
    return file == null ? otherwise : new PrintStream(Files.newOutputStream(file), false, UTF_8);
  }

  private Configuration onThisMachine() {
    Configuration machine = new Configuration();
    machine.set(TaskManagerOptions.NUM_TASK_SLOTS, parallelism);
    // A disk is near, and the network is not between.
    machine.set(NettyShuffleEnvironmentOptions.SHUFFLE_COMPRESSION_CODEC, CompressionCodec.NONE);
    machine.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(256));
    // How often the count of what is read comes here.
    machine.set(HeartbeatManagerOptions.HEARTBEAT_INTERVAL, Duration.ofSeconds(1));
    return machine;
  }
}
