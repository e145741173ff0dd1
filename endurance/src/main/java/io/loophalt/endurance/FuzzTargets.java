package io.loophalt.endurance;

import io.loophalt.PrintableText;
import io.loophalt.configuration.BuiltInPresets;
import io.loophalt.configuration.ConfigLoader;
import io.loophalt.configuration.schema.ConfigException;
import io.loophalt.core.Decision;
import io.loophalt.core.Guard;
import io.loophalt.core.GuardSettings;
import io.loophalt.core.GuardedRun;
import io.loophalt.core.GuardedStep;
import io.loophalt.core.ToolCall;
import io.loophalt.core.ToolResult;
import io.loophalt.core.UnreadableStateException;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.core.text.ErrorNormalizer;
import io.loophalt.presets.Presets;
import io.loophalt.recordings.Judge;
import io.loophalt.recordings.TextReport;
import io.loophalt.recordings.format.Problems;
import io.loophalt.recordings.format.RecordingReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What reads what others wrote: files, JSON of models, answers of tools, saved states. */
final class FuzzTargets {

  private static final int STEPS_OF_A_RUN = 6;

  private FuzzTargets() {}

  /**
   * All of them.
   *
   * @param root the project's folder, in which the samples are
   */
  static List<FuzzTarget> all(Path root) {
    return List.of(
        new Recordings(root),
        new Configurations(root),
        new JsonArguments(),
        new Results(root),
        new States());
  }

  /** Replay of recorded runs, as the command line does it. Broken parts are reported. */
  private record Recordings(Path root) implements FuzzTarget {

    @Override
    public String name() {
      return "recordings";
    }

    @Override
    public List<byte[]> samples() {
      Path resources = root.resolve("recordings/src/test/resources");
      List<byte[]> samples = new ArrayList<>(filesIn(resources.resolve("replay")));
      samples.addAll(filesIn(resources.resolve("spans")));
      return samples;
    }

    @Override
    public void feed(byte[] input) throws IOException {
      ByteArrayOutputStream printed = new ByteArrayOutputStream();
      TextReport report = new TextReport(new PrintStream(printed, false, StandardCharsets.UTF_8));
      TaskPolicy policy = GuardSettings.builder().build().defaults();
      Judge judge = new Judge(task -> policy, Presets::create, turn -> BigDecimal.ZERO, report);
      RecordingReader reader = new RecordingReader(judge, new Printed());
      reader.read("fuzz", new ByteArrayInputStream(input));
      reader.end();
      report.end();
      allPrintable(printed.toString(StandardCharsets.UTF_8));
    }
  }

  private record Printed() implements Problems {

    @Override
    public void broken(String file, long line, String what) {
      PrintableText.of(what);
    }

    @Override
    public void notice(String file, String what) {
      PrintableText.of(what);
    }
  }

  /** The configuration: it is read, or refused with one message that can be shown. */
  private record Configurations(Path root) implements FuzzTarget {

    private static final ConfigLoader LOADER =
        new ConfigLoader(new BuiltInPresets(), () -> Map.of("langchain4j", "LangChain4j"));

    @Override
    public String name() {
      return "configuration";
    }

    @Override
    public List<byte[]> samples() {
      return List.of(contents(root.resolve("docs/loophalt.example.yaml")));
    }

    @Override
    public void feed(byte[] input) {
      try {
        LOADER.parse("fuzz.yaml", new String(input, StandardCharsets.UTF_8));
      } catch (ConfigException refused) {
        allPrintable(String.valueOf(refused.getMessage()));
      }
    }
  }

  /** Arguments as a model wrote them, which need not be JSON. */
  private static final class JsonArguments implements FuzzTarget {

    private final Guard guard = guard();

    @Override
    public String name() {
      return "arguments";
    }

    @Override
    public List<byte[]> samples() {
      return texts(
          "{\"path\": \"src/Main.java\", \"find\": \"a\\nb\", \"replacement\": \"\\u00e4\", \"count\": 3}",
          "{\"command\": \"grep -rn 'x' . | head\", \"timeout\": 1.50e2, \"env\": {\"A\": [1, null, true]}}",
          "[]",
          "\"plain\"");
    }

    @Override
    public void feed(byte[] input) {
      String text = new String(input, StandardCharsets.UTF_8);
      try (GuardedRun run = guard.open("fuzz", "arguments")) {
        play(run, ToolCall.of("tool", text), ToolResult.of("ok"));
        if (run.stopReason() == null) {
          throw new IllegalStateException("the same call with the same result was not halted");
        }
      }
    }
  }

  /** What tools answer, and how they fail. */
  private static final class Results implements FuzzTarget {

    private final Guard guard = guard();
    private final Path root;

    Results(Path root) {
      this.root = root;
    }

    @Override
    public String name() {
      return "results";
    }

    @Override
    public List<byte[]> samples() {
      return filesIn(root.resolve("core/src/test/resources/languages"));
    }

    @Override
    public void feed(byte[] input) {
      String text = new String(input, StandardCharsets.UTF_8);
      ErrorNormalizer.normalize(text);
      ToolCall call = ToolCall.of("bash", Map.of("command", "make"));
      try (GuardedRun run = guard.open("fuzz", "results")) {
        play(run, call, ToolResult.of(text));
      }
      try (GuardedRun run = guard.open("fuzz", "failures")) {
        play(run, call, ToolResult.failed(text));
        if (run.stopReason() == null) {
          throw new IllegalStateException("the same call with the same failure was not halted");
        }
      }
    }
  }

  /** Saved runs: taken over, or refused. */
  private static final class States implements FuzzTarget {

    private final Guard guard = guard();

    @Override
    public String name() {
      return "states";
    }

    @Override
    public List<byte[]> samples() {
      List<byte[]> states = new ArrayList<>();
      try (GuardedRun run = guard.open("fuzz", "saved")) {
        states.add(run.saveState());
        for (int i = 0; i < 40; i++) {
          ToolResult result =
              i % 3 == 0 ? ToolResult.failed("no " + i % 2) : ToolResult.of("r" + i % 5);
          run.beforeStep(ToolCall.of("tool" + i % 4, Map.of("i", i % 7))).end(result);
          states.add(run.saveState());
        }
      }
      return states;
    }

    @Override
    public void feed(byte[] input) {
      try (GuardedRun run = guard.restore("fuzz", "restored", null, input)) {
        play(run, ToolCall.of("tool1", Map.of("i", 1)), ToolResult.of("r1"));
        guard.restore("fuzz", "again", null, run.saveState()).close();
      } catch (UnreadableStateException refused) {
        allPrintable(String.valueOf(refused.getMessage()));
      }
    }
  }

  private static Guard guard() {
    return Guard.create(GuardSettings.builder().build(), System::nanoTime);
  }

  /** Makes the same call again and again, as long as it may be made. */
  private static void play(GuardedRun run, ToolCall call, ToolResult result) {
    for (int i = 0; i < STEPS_OF_A_RUN; i++) {
      GuardedStep step = run.beforeStep(call);
      Decision decision = step.mayRun() ? step.end(result) : step.refusal();
      allPrintable(decision.text());
    }
  }

  /** Whether a person can read it safely; lines of a report may end. */
  private static void allPrintable(String text) {
    text.codePoints()
        .filter(each -> each != '\n' && each != '\r' && !PrintableText.isPrintable(each))
        .findFirst()
        .ifPresent(
            each -> {
              throw new IllegalStateException("shown as it is: U+" + Integer.toHexString(each));
            });
  }

  private static List<byte[]> texts(String... texts) {
    return Stream.of(texts).map(each -> each.getBytes(StandardCharsets.UTF_8)).toList();
  }

  private static List<byte[]> filesIn(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(Files::isRegularFile).sorted().map(FuzzTargets::contents).toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list " + folder, e);
    }
  }

  private static byte[] contents(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }
}
