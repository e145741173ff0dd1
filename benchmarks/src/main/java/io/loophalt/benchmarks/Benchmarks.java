package io.loophalt.benchmarks;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs the benchmarks in rounds, each of them once in every round in a JVM of its own, and prints
 * medians and spreads.
 *
 * <p>Rounds instead of many forks one after the other: on a machine with other work the load
 * changes over minutes, and must not meet only one of the things compared.
 */
public final class Benchmarks {

  /** System property of the forked JVMs: where the agent jar is. */
  static final String AGENT_JAR = "loophalt.benchmarks.agent-jar";

  private static final String OPENTELEMETRY_AGENT = "opentelemetry-javaagent.jar";
  private static final String CLASS_PATH = "java.class.path";

  private static final String USAGE =
      "usage: java -jar loophalt-benchmarks.jar AGENT_JAR [ROUNDS]"
          + " [call|watched|length|runs|text|threads|tasks|scan ...]";

  /** Which agent is in the JVM. */
  private enum Agent {
    NONE,
    LOOPHALT,
    OPENTELEMETRY
  }

  /** By what a guarded call is watched beside. */
  private enum Watched {
    BY_NOBODY,
    FLIGHT_RECORDER,
    FLIGHT_RECORDER_WITHOUT_OURS,
    METRICS,
    LOG,
    LOG_OF_STEPS,
    BY_ALL,
    /** By nobody, but runs go with tasks. */
    WITH_EXECUTORS;

    private boolean by(Watched one) {
      return this == one || (this == BY_ALL && one != LOG && one != FLIGHT_RECORDER_WITHOUT_OURS);
    }

    /** Options of a JVM that is recorded, if it is. */
    private List<String> recording(Path folder) {
      boolean ours = by(FLIGHT_RECORDER);
      if (!ours && !by(FLIGHT_RECORDER_WITHOUT_OURS)) {
        return List.of();
      }
      String settings = ours ? "none" : withoutOurs(folder).toString();
      return List.of(
          "-XX:StartFlightRecording=settings="
              + settings
              + ",filename="
              + folder.resolve("agent.jfr"),
          "-Xlog:jfr+startup=off");
    }

    /** Settings that switch our events off; they are on where nothing is said. */
    private static Path withoutOurs(Path folder) {
      StringBuilder xml =
          new StringBuilder("<?xml version=\"1.0\"?><configuration version=\"2.0\">");
      for (String event : List.of("ToolCall", "ModelCall", "Finding", "Intervention", "RunEnd")) {
        xml.append("<event name=\"io.loophalt.").append(event);
        xml.append("\"><setting name=\"enabled\">false</setting></event>");
      }
      return written(folder.resolve("without-ours.jfc"), xml.append("</configuration>"));
    }

    private static Path written(Path file, CharSequence text) {
      try {
        return Files.writeString(file, text);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** The agent's configuration, as a file. */
    private Path configuration(Path folder) {
      StringBuilder yaml = new StringBuilder();
      if (by(METRICS)) {
        yaml.append("metrics: {prometheus: {port: 0}}\n");
      }
      if (this == WITH_EXECUTORS) {
        yaml.append("weave: {executors: true}\n");
      }
      if (by(LOG) || by(LOG_OF_STEPS)) {
        yaml.append("events: {file: \"").append(folder.resolve("{jvm}.jsonl"));
        yaml.append("\", steps: ").append(by(LOG_OF_STEPS)).append("}\n");
      }
      return written(folder.resolve(name() + ".yaml"), yaml);
    }
  }

  /** What is measured in one round. */
  private record Subject(
      String group,
      String name,
      Class<?> benchmark,
      String method,
      Agent agent,
      int threads,
      Watched watched) {

    Subject(
        String group, String name, Class<?> benchmark, String method, Agent agent, int threads) {
      this(group, name, benchmark, method, agent, threads, Watched.BY_NOBODY);
    }

    Subject(String group, String name, Class<?> benchmark, String method, boolean agent) {
      this(group, name, benchmark, method, agent ? Agent.LOOPHALT : Agent.NONE, 1);
    }

    static Subject tasks(String name, String method, Watched watched) {
      return new Subject("tasks", name, TaskBenchmark.class, method, Agent.LOOPHALT, 1, watched);
    }

    static Subject watched(String by, Watched watched) {
      return new Subject(
          "watched", by, CallBenchmark.class, "toolCall", Agent.LOOPHALT, 1, watched);
    }
  }

  private static final List<Subject> SUBJECTS =
      List.of(
          new Subject("call", "unguarded call", CallBenchmark.class, "toolCall", false),
          new Subject("call", "guarded call", CallBenchmark.class, "toolCall", true),
          new Subject("call", "CircuitBreaker", PeerBenchmark.class, "circuitBreaker", false),
          new Subject("call", "Timer", PeerBenchmark.class, "timer", false),
          new Subject("call", "OpenTelemetry span", SpanBenchmark.class, "span", Agent.NONE, 1),
          new Subject(
              "call",
              "OpenTelemetry Java agent, @WithSpan",
              WithSpanBenchmark.class,
              "toolCall",
              Agent.OPENTELEMETRY,
              1),
          Subject.watched("watched by nobody beside", Watched.BY_NOBODY),
          Subject.watched("in a recording of Flight Recorder", Watched.FLIGHT_RECORDER),
          Subject.watched(
              "in one that leaves our events out", Watched.FLIGHT_RECORDER_WITHOUT_OURS),
          Subject.watched("with metrics", Watched.METRICS),
          Subject.watched("with an event log", Watched.LOG),
          Subject.watched("with an event log of steps", Watched.LOG_OF_STEPS),
          Subject.watched("all of it", Watched.BY_ALL),
          new Subject("length", "step", RunLengthBenchmark.class, "step", true),
          new Subject("runs", "step", LiveRunsBenchmark.class, "step", true),
          new Subject("text", "step", OutcomeBenchmark.class, "step", true),
          new Subject("text", "SHA-256", OutcomeBenchmark.class, "sha256", false),
          new Subject("text", "komihash", OutcomeBenchmark.class, "komihash", false),
          new Subject("text", "step", ArgumentBenchmark.class, "step", true),
          new Subject(
              "text",
              "SHA-256 of sorted JSON",
              ArgumentBenchmark.class,
              "sha256OfSortedJson",
              false),
          new Subject("threads", "one thread", CallBenchmark.class, "toolCall", Agent.LOOPHALT, 1),
          new Subject("threads", "two threads", CallBenchmark.class, "toolCall", Agent.LOOPHALT, 2),
          new Subject("tasks", "tasks, no agent", TaskBenchmark.class, "ofARun", false),
          Subject.tasks("tasks, the key off", "ofARun", Watched.BY_NOBODY),
          Subject.tasks("tasks, wrapped, the key off", "wrapped", Watched.BY_NOBODY),
          Subject.tasks("tasks of no run, the key on", "ofNoRun", Watched.WITH_EXECUTORS),
          Subject.tasks("tasks of a run, the key on", "ofARun", Watched.WITH_EXECUTORS),
          new Subject("tasks", "forks, no agent", TaskBenchmark.class, "forked", false),
          Subject.tasks("forks of no run, the key on", "forkedOfNoRun", Watched.WITH_EXECUTORS),
          Subject.tasks("forks of a run, the key on", "forked", Watched.WITH_EXECUTORS),
          new Subject("scan", "class-file scan", ClassFileScanBenchmark.class, "scanClass", true));

  private final String classPath = System.getProperty(CLASS_PATH, "");
  private final File agentJar;
  private final Path folder;
  private final Map<String, Row> rows = new LinkedHashMap<>();

  private Benchmarks(File agentJar) {
    this.agentJar = agentJar;
    try {
      this.folder = Files.createTempDirectory("loophalt-benchmarks");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** See {@link #USAGE}; every group and five rounds by default. */
  public static void main(String[] arguments) throws RunnerException {
    if (arguments.length == 0 || !new File(arguments[0]).isFile()) {
      System.err.println(USAGE);
      System.exit(2);
    }
    int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5;
    List<String> groups =
        arguments.length > 2
            ? Arrays.asList(arguments).subList(2, arguments.length)
            : List.of("call", "watched", "length", "runs", "text", "threads", "tasks", "scan");
    Benchmarks benchmarks = new Benchmarks(new File(arguments[0]).getAbsoluteFile());
    try {
      for (int round = 1; round <= rounds; round++) {
        System.out.println("round " + round + " of " + rounds);
        benchmarks.round(groups);
      }
      benchmarks.print();
    } finally {
      benchmarks.removeFiles();
    }
  }

  /** What the measured JVMs have written. */
  private void removeFiles() {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Processor time of one guarded call, in a JVM of its own. */
  @SuppressWarnings("rawtypes") // as JMH has it
  static double cpuNanosOfGuardedCall(File agentJar) throws RunnerException {
    Subject guarded = new Subject("call", "guarded call", CallBenchmark.class, "toolCall", true);
    Map<String, Result> secondary =
        new Runner(new Benchmarks(agentJar).options(guarded).build())
            .runSingle()
            .getSecondaryResults();
    return Row.score(secondary, CpuTime.RESULT);
  }

  private void round(List<String> groups) throws RunnerException {
    for (Subject subject : SUBJECTS) {
      if (groups.contains(subject.group())) {
        setClassPath(
            subject.benchmark() == SpanBenchmark.class
                || subject.benchmark() == WithSpanBenchmark.class);
        add(subject, new Runner(options(subject).build()).run());
      }
    }
  }

  private ChainedOptionsBuilder options(Subject subject) {
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include(subject.benchmark().getName() + '.' + subject.method() + '$')
            .forks(1)
            .warmupIterations(10)
            .warmupTime(TimeValue.seconds(1))
            .measurementIterations(5)
            .measurementTime(TimeValue.seconds(1))
            .addProfiler(GCProfiler.class)
            .addProfiler(CpuTime.class)
            .shouldFailOnError(true)
            .verbosity(VerboseMode.SILENT);
    options.threads(subject.threads());
    if (subject.agent() == Agent.NONE) {
      return options;
    }
    if (subject.agent() == Agent.OPENTELEMETRY) {
      return options.jvmArgsAppend(
          "-javaagent:" + openTelemetryAgent(),
          "-Dotel.traces.exporter=none",
          "-Dotel.metrics.exporter=none",
          "-Dotel.logs.exporter=none");
    }
    String configuration =
        subject.watched() == Watched.BY_NOBODY
            ? ""
            : "=config=" + subject.watched().configuration(folder);
    options.jvmArgsPrepend(subject.watched().recording(folder).toArray(String[]::new));
    return options.jvmArgsAppend(
        "-javaagent:" + agentJar + configuration,
        "-D" + AGENT_JAR + '=' + agentJar,
        "-D" + HealthyCalls.AGENT_EXPECTED + "=true");
  }

  /** A folder of jars that the build puts beside the one of the benchmarks. */
  private static File peers() {
    File jar =
        new File(Benchmarks.class.getProtectionDomain().getCodeSource().getLocation().getPath());
    return new File(jar.getParentFile(), "peers");
  }

  static File openTelemetryAgent() {
    return new File(peers(), OPENTELEMETRY_AGENT);
  }

  /**
   * The class path of the JVMs that are forked from now on. What is measured of others must not
   * meet OpenTelemetry: our agent reads the current trace where it sees it.
   */
  private void setClassPath(boolean withOpenTelemetry) {
    StringBuilder path = new StringBuilder(classPath);
    File[] jars = withOpenTelemetry ? peers().listFiles() : null;
    if (jars != null) {
      for (File jar : jars) {
        if (!jar.getName().equals(OPENTELEMETRY_AGENT)) {
          path.append(File.pathSeparator).append(jar);
        }
      }
    }
    System.setProperty(CLASS_PATH, path.toString());
  }

  private void add(Subject subject, Collection<RunResult> results) {
    for (RunResult result : results) {
      StringBuilder name = new StringBuilder(subject.name());
      for (String parameter : result.getParams().getParamsKeys()) {
        name.append(", ")
            .append(parameter)
            .append(' ')
            .append(result.getParams().getParam(parameter));
      }
      rows.computeIfAbsent(name.toString(), Row::new).add(result);
    }
  }

  private void print() {
    System.out.println();
    System.out.println("JDK " + System.getProperty("java.version"));
    System.out.println("| median of the rounds (least to most) | CPU ns/op | wall ns/op | B/op |");
    System.out.println("|---|---|---|---|");
    rows.values().forEach(System.out::println);
  }

  /** One line of the table. */
  private static final class Row {
    private final String name;
    private final List<Double> cpu = new ArrayList<>();
    private final List<Double> wall = new ArrayList<>();
    private final List<Double> allocated = new ArrayList<>();

    Row(String name) {
      this.name = name;
    }

    void add(RunResult result) {
      @SuppressWarnings("rawtypes") // as JMH has it
      Map<String, Result> secondary = result.getSecondaryResults();
      wall.add(result.getPrimaryResult().getScore());
      cpu.add(score(secondary, CpuTime.RESULT));
      allocated.add(score(secondary, "gc.alloc.rate.norm"));
      System.out.printf(
          Locale.ROOT,
          "  %s: %.1f ns CPU, %.1f ns wall, %.3f B%n",
          name,
          cpu.get(cpu.size() - 1),
          wall.get(wall.size() - 1),
          allocated.get(allocated.size() - 1));
    }

    @SuppressWarnings("rawtypes")
    private static double score(Map<String, Result> results, String name) {
      Result<?> result = results.get(name);
      return result == null ? Double.NaN : result.getScore();
    }

    @Override
    public String toString() {
      return "| "
          + name
          + " | "
          + new Spread(cpu).inText("%.1f")
          + " | "
          + new Spread(wall).inText("%.1f")
          + " | "
          + new Spread(allocated).inText("%.3f")
          + " |";
    }
  }
}
