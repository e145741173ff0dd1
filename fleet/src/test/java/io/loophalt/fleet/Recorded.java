package io.loophalt.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loophalt.configuration.RecordedRunSettings;
import io.loophalt.presets.Presets;
import io.loophalt.recordings.JsonReport;
import io.loophalt.recordings.Judge;
import io.loophalt.recordings.format.Problems;
import io.loophalt.recordings.format.RecordingReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.streaming.util.ProcessFunctionTestHarnesses;
import org.apache.flink.util.CloseableIterator;

/** The recordings of the project's test data, and what replay says of them. */
final class Recorded {

  /** Where the readers' own test data is, seen from this module. */
  private static final Path DATA = Path.of("../recordings/src/test/resources");

  /** One key for all tests, because a process has one. */
  static final JudgingSettings SETTINGS =
      new JudgingSettings(
          "",
          "",
          null,
          null,
          "a key for tests alone".getBytes(StandardCharsets.UTF_8),
          false,
          false,
          false);

  private Recorded() {}

  /** All but those of {@link #ofInstrumentations}. */
  static List<Path> files() {
    return in("replay", "trajectories", "conformance", "scenarios");
  }

  /**
   * Spans as instrumentations of others record them. Some files have one id, and are no one run.
   */
  static List<Path> ofInstrumentations() {
    return in("spans");
  }

  private static List<Path> in(String... folders) {
    List<Path> files = new ArrayList<>();
    for (String folder : folders) {
      try (Stream<Path> all = Files.list(DATA.resolve(folder))) {
        all.filter(each -> !each.toString().endsWith(".md"))
            .filter(each -> !each.toString().endsWith(".txt"))
            .filter(each -> !each.toString().endsWith("labels.json"))
            .filter(each -> !each.toString().endsWith("peers.json"))
            .sorted()
            .forEach(files::add);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return files;
  }

  static Path file(String name) {
    return DATA.resolve(name);
  }

  /** Whether a file holds spans, which go a way of their own. */
  static boolean holdsSpans(Path file) {
    return file.getFileName().toString().startsWith("otlp");
  }

  /** What runs are told of files that hold no spans. */
  static List<Entry> told(List<Path> files) throws Exception {
    OneInputStreamOperatorTestHarness<String[], Entry> reading = read(files);
    List<Entry> told = reading.extractOutputValues();
    reading.close();
    return told;
  }

  /** The spans of files. */
  static List<Entry> spans(List<Path> files) throws Exception {
    OneInputStreamOperatorTestHarness<String[], Entry> reading = read(files);
    Queue<StreamRecord<Entry>> spans = reading.getSideOutput(RecordingEntries.SPANS);
    reading.close();
    return spans == null ? List.of() : spans.stream().map(StreamRecord::getValue).toList();
  }

  private static OneInputStreamOperatorTestHarness<String[], Entry> read(List<Path> files)
      throws Exception {
    OneInputStreamOperatorTestHarness<String[], Entry> reading =
        ProcessFunctionTestHarnesses.forProcessFunction(new RecordingEntries(SETTINGS));
    for (Path file : files) {
      reading.processElement(new String[] {file.toAbsolutePath().normalize().toString()}, 0);
    }
    return reading;
  }

  /** What a job leads to. */
  static <T> List<T> all(CloseableIterator<T> results) throws Exception {
    List<T> all = new ArrayList<>();
    try {
      results.forEachRemaining(all::add);
    } finally {
      results.close();
    }
    return all;
  }

  /** The first of a job's results that is asked for; the job ends with it. */
  static <T> T first(CloseableIterator<T> results, Predicate<T> asked) throws Exception {
    try {
      T result = results.next();
      while (!asked.test(result)) {
        result = results.next();
      }
      return result;
    } finally {
      results.close();
    }
  }

  /** Requests of one span each, in the order in which the spans of a file ended. */
  static List<String> requests(Path file) throws IOException {
    ObjectMapper json = new ObjectMapper();
    List<JsonNode> spans = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      json.readTree(line).findValues("spans").forEach(some -> some.forEach(spans::add));
    }
    spans.sort(Comparator.comparingLong(each -> each.path("endTimeUnixNano").asLong()));
    return spans.stream()
        .map(each -> "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[" + each + "]}]}]}")
        .toList();
  }

  /** The lines that {@code replay --json} prints of some files. */
  static List<String> replayed(List<Path> files) throws IOException {
    RecordedRunSettings settings = SETTINGS.open();
    List<String> lines = new ArrayList<>();
    Judge judge =
        new Judge(
            settings::forTask,
            Presets::create,
            settings::costOf,
            report -> lines.add(JsonReport.line(report).strip()));
    Problems none =
        new Problems() {
          @Override
          public void broken(String file, long line, String what) {
            throw new AssertionError(file + ":" + line + ": " + what);
          }

          @Override
          public void notice(String file, String what) {
            // Such as that a trace has no contents.
          }
        };
    for (Path file : files) {
      RecordingReader reader = new RecordingReader(judge, none);
      try (InputStream in = Files.newInputStream(file)) {
        reader.read(file.toString(), in);
      }
      reader.end();
    }
    return lines;
  }
}
