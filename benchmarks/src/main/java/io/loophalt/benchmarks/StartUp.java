package io.loophalt.benchmarks;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/**
 * Compares whole processes: Hello World without an agent, with an empty agent, with ours and
 * nothing to weave, with ours and one class to weave, the same where runs go with tasks of
 * executors, and with OpenTelemetry's.
 *
 * <p>The variants take turns, so that whatever else the machine does meets all of them. Beside the
 * wall clock it reports processor time, user and system of all threads, where the system tells it:
 * on a busy machine that is the steadier figure.
 */
public final class StartUp {

  private static final String USAGE =
      "usage: java -cp loophalt-benchmarks.jar io.loophalt.benchmarks.StartUp AGENT_JAR [RUNS]"
          + " [JAVA_HOME]";

  private static final int WARM_UP_RUNS = 3;

  /** A configuration file. */
  private static final String EXECUTORS = "executors.yaml";

  /** One way to start a JVM, and how long it took. */
  private static final class Variant {
    final List<String> command;
    final String expected;
    final List<Double> wallMillis = new ArrayList<>();
    double cpuMillis;

    Variant(List<String> command, String expected) {
      this.command = command;
      this.expected = expected;
    }
  }

  private final Map<String, Variant> variants = new LinkedHashMap<>();

  private StartUp(Path java, File agentJar, Path folder) throws IOException {
    String classes =
        jarOf(folder.resolve("hello.jar"), null, Hello.class, Guarded.class).toString();
    Path empty = jarOf(folder.resolve("empty-agent.jar"), EmptyAgent.class, EmptyAgent.class);
    String annotations = locationOf(io.loophalt.AgentTool.class);
    String both = classes + File.pathSeparator + annotations;
    add("no agent", List.of(java.toString(), "-cp", both, Hello.class.getName()), "hello");
    add(
        "empty agent",
        List.of(java.toString(), "-javaagent:" + empty, "-cp", both, Hello.class.getName()),
        "hello");
    add(
        "loophalt, nothing to weave",
        List.of(java.toString(), "-javaagent:" + agentJar, "-cp", both, Hello.class.getName()),
        "hello");
    add(
        "loophalt, one class woven",
        List.of(java.toString(), "-javaagent:" + agentJar, "-cp", both, Guarded.class.getName()),
        "hello, watched");
    Path executors = folder.resolve(EXECUTORS);
    Files.writeString(executors, "weave: {executors: true}\n");
    String withExecutors = "-javaagent:" + agentJar + "=config=" + executors;
    add(
        "loophalt with executors, nothing to weave",
        List.of(java.toString(), withExecutors, "-cp", both, Hello.class.getName()),
        "hello");
    add(
        "loophalt with executors, one class woven",
        List.of(java.toString(), withExecutors, "-cp", both, Guarded.class.getName()),
        "hello, watched");
    add(
        "OpenTelemetry Java agent",
        List.of(
            java.toString(),
            "-javaagent:" + Benchmarks.openTelemetryAgent(),
            "-Dotel.traces.exporter=none",
            "-Dotel.metrics.exporter=none",
            "-Dotel.logs.exporter=none",
            "-cp",
            both,
            Hello.class.getName()),
        "hello");
  }

  private void add(String name, List<String> command, String expected) {
    variants.put(name, new Variant(command, expected));
  }

  /** See {@link #USAGE}. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    if (arguments.length == 0 || !new File(arguments[0]).isFile()) {
      System.err.println(USAGE);
      System.exit(2);
    }
    int runs = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 40;
    String home = arguments.length > 2 ? arguments[2] : System.getProperty("java.home");
    Path folder = Files.createTempDirectory("loophalt-start-up");
    try {
      StartUp startUp =
          new StartUp(
              Path.of(home, "bin", "java"), new File(arguments[0]).getAbsoluteFile(), folder);
      startUp.measure(runs);
      System.out.println("JDK in " + home + ", " + runs + " runs of each in turn");
      startUp.print(runs);
    } finally {
      for (String name : List.of("hello.jar", "empty-agent.jar", "output.txt", EXECUTORS)) {
        Files.deleteIfExists(folder.resolve(name));
      }
      Files.delete(folder);
    }
  }

  private void measure(int runs) throws IOException, InterruptedException {
    for (int i = -WARM_UP_RUNS; i < runs; i++) {
      for (Variant variant : variants.values()) {
        run(variant, i >= 0);
      }
    }
  }

  private static void run(Variant variant, boolean counts)
      throws IOException, InterruptedException {
    Took took = Took.by(variant.command);
    if (!took.output().equals(variant.expected)) {
      throw new IllegalStateException(
          "expected '"
              + variant.expected
              + "' from "
              + variant.command
              + ", got '"
              + took.output()
              + "'");
    }
    if (counts) {
      variant.wallMillis.add(took.wallMillis());
      variant.cpuMillis += took.cpuMillis();
    }
  }

  /**
   * Processor time of all children so far. Linux counts it in ticks of 10 ms; the error of a single
   * run averages out over many.
   */
  static double cpuMillisOfChildren() throws IOException {
    Path stat = Path.of("/proc/self/stat");
    if (!Files.exists(stat)) {
      return Double.NaN;
    }
    String afterName = Files.readString(stat).replaceFirst("^.*\\) ", "");
    String[] fields = afterName.split(" ");
    return 10.0 * (Long.parseLong(fields[13]) + Long.parseLong(fields[14]));
  }

  private void print(int runs) {
    Variant base = variants.values().stream().skip(1).findFirst().orElseThrow();
    double baseWall = new Spread(base.wallMillis).median();
    System.out.println(
        "| variant | wall ms, median (quartiles) | least | over the empty agent | CPU ms, mean |"
            + " over the empty agent |");
    System.out.println("|---|---|---|---|---|---|");
    variants.forEach(
        (name, variant) -> {
          Spread wall = new Spread(variant.wallMillis);
          System.out.printf(
              Locale.ROOT,
              "| %s | %.0f (%.0f to %.0f) | %.0f | %+.0f | %.0f | %+.0f |%n",
              name,
              wall.median(),
              wall.at(0.25),
              wall.at(0.75),
              wall.at(0),
              wall.median() - baseWall,
              variant.cpuMillis / runs,
              (variant.cpuMillis - base.cpuMillis) / runs);
        });
  }

  private static Path jarOf(Path jar, @Nullable Class<?> agent, Class<?>... classes)
      throws IOException {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    if (agent != null) {
      attributes.putValue("Premain-Class", agent.getName());
    }
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      for (Class<?> each : classes) {
        String entry = each.getName().replace('.', '/') + ".class";
        out.putNextEntry(new JarEntry(entry));
        try (var in = StartUp.class.getClassLoader().getResourceAsStream(entry)) {
          java.util.Objects.requireNonNull(in, entry).transferTo(out);
        }
      }
    }
    return jar;
  }

  private static String locationOf(Class<?> type) {
    return new File(type.getProtectionDomain().getCodeSource().getLocation().getPath()).getPath();
  }

  /** An agent that does nothing. */
  public static final class EmptyAgent {
    private EmptyAgent() {}

    /** Does nothing. */
    public static void premain(String options) {}
  }

  /** An application with nothing to weave. */
  public static final class Hello {
    private Hello() {}

    /** Says hello. */
    public static void main(String[] arguments) {
      System.out.println("hello");
    }
  }

  /** An application with one tool. */
  public static final class Guarded {
    private Guarded() {}

    /** Says hello by a tool. */
    public static void main(String[] arguments) {
      System.out.println(hello());
    }

    @io.loophalt.AgentTool
    static String hello() {
      return io.loophalt.AgentRuns.currentRunId().isPresent() ? "hello, watched" : "hello";
    }
  }
}
