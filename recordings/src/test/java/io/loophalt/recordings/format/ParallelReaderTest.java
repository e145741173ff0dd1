package io.loophalt.recordings.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.presets.Presets;
import io.loophalt.recordings.Judge;
import io.loophalt.recordings.OrderedWork;
import io.loophalt.recordings.RunSink;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that are read at the same time and in pieces tell what they tell one after the other. */
@Timeout(120)
class ParallelReaderTest {

  private static final String RUN =
      "{\"id\":\"%s\",\"steps\":[{\"turn\":0,\"tool\":\"t\",\"args\":{},\"result\":\"%s\"}]}\n";

  private static final TaskPolicy PATIENT =
      new TaskPolicy(
          "*", "none", List.of(), Map.of(), Ceilings.NONE, List.of(), TaskPolicy.OnHalt.THROW);

  private final Map<String, byte[]> files = new LinkedHashMap<>();

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aLargeFileInPiecesTellsTheSameAsLineByLine(int threads) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 3_000; i++) {
      lines.append(RUN.formatted(i % 7 == 0 ? "" : "run-" + i, "x".repeat(i)));
      lines.append(i % 500 == 3 ? "{\"id\":\n\n" : "");
      // Longer than a piece, and longer than any.
      lines.append(i == 1_000 ? RUN.formatted("long", "y".repeat(2 << 20)) : "");
      lines.append(i == 2_000 ? RUN.formatted("longer", "z".repeat(6 << 20)) : "");
    }
    files.put("large.jsonl", lines.append("{\"id\":\"cut off").toString().getBytes(UTF_8));

    List<String> told = inParallel(threads);

    assertThat(told.equals(oneAfterTheOther())).as("the same is told").isTrue();
    assertThat(told.stream().filter(each -> !each.startsWith("run-")).limit(4))
        .satisfiesExactly(
            unnamed -> assertThat(unnamed).isEqualTo("large done"),
            broken -> assertThat(broken).startsWith("large.jsonl:5: Unexpected end-of-input"),
            numbered -> assertThat(numbered).isEqualTo("large#10 done"),
            numbered -> assertThat(numbered).isEqualTo("large#17 done"));
    assertThat(told.stream().filter(each -> each.startsWith("long"))).hasSize(2);
    assertThat(told.stream().filter(each -> each.startsWith("large.jsonl:"))).hasSize(7);
    assertThat(told.size()).isEqualTo(3_002 + 7);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void timesThatAreInNoFormAreToldOnce(int threads) throws IOException {
    String run = "{\"id\":\"r\",\"steps\":[{\"tool\":\"t\",\"result\":\"%s\",\"ts\":%s}]}\n";
    String pieces = run.formatted("x".repeat(1 << 20), "\"noon\"").repeat(3);
    files.put("noon.jsonl", pieces.getBytes(UTF_8));
    files.put("read.jsonl", run.formatted("x", "\"2026-11-30T12:00:00.5Z\"").getBytes(UTF_8));
    files.put("none.jsonl", run.formatted("x", "null").getBytes(UTF_8));

    List<String> told = inParallel(threads);

    assertThat(told.stream().filter(each -> !each.endsWith(" done")))
        .singleElement()
        .asString()
        .startsWith("noon.jsonl: of some steps 'ts' is neither");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void damagedGzipDataIsReportedOnceAndAfterWhatCameBefore(int threads) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      for (int i = 0; i < 40_000; i++) {
        gzip.write(RUN.formatted("run-" + i, Integer.toHexString(i * 7919)).getBytes(UTF_8));
      }
    }
    files.put("cut.jsonl.gz", Arrays.copyOf(packed.toByteArray(), packed.size() * 3 / 4));
    files.put("next.jsonl", RUN.formatted("next", "").getBytes(UTF_8));

    List<String> told = inParallel(threads);

    assertThat(told).isEqualTo(oneAfterTheOther());
    assertThat(told.get(told.size() - 2))
        .startsWith("cut.jsonl.gz:")
        .contains("damaged or cut off");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void filesAreToldInTheirOrderWithWhatIsWrongAboutThem(int threads) throws IOException {
    for (int i = 0; i < 40; i++) {
      files.put("a-" + i + ".jsonl", RUN.formatted("a-" + i, "x").getBytes(UTF_8));
      files.put("b-" + i + ".jsonl", "[1, 2]".getBytes(UTF_8));
      files.put("c-" + i + ".json", "[{\"role\":\"assistant\",\"content\":\"\"}]".getBytes(UTF_8));
      files.put("missing-" + i, new byte[0]);
    }

    List<String> told = inParallel(threads);

    assertThat(told).hasSize(160);
    assertThat(told.subList(156, 160))
        .satisfiesExactly(
            run -> assertThat(run).isEqualTo("a-39 done"),
            wrong -> assertThat(wrong).startsWith("b-39.jsonl:0: none of the known formats"),
            chat -> assertThat(chat).isEqualTo("c-39 done"),
            missing -> assertThat(missing).isEqualTo("missing-39:0: cannot be read: gone"));
  }

  private List<String> inParallel(int threads) {
    List<String> told = new ArrayList<>();
    try (OrderedWork work = new OrderedWork(threads, () -> {})) {
      ParallelReader reader =
          new ParallelReader(work, later -> judge(told, later), complaints(told), this::open);
      files.forEach(
          (name, bytes) -> {
            if (bytes.length > 1_000) {
              reader.readLarge(name);
            } else {
              reader.read(List.of(name));
            }
          });
      work.finish();
    }
    return told;
  }

  private List<String> oneAfterTheOther() throws IOException {
    List<String> told = new ArrayList<>();
    RecordingReader reader = new RecordingReader(judge(told, Runnable::run), complaints(told));
    for (String name : files.keySet()) {
      reader.read(name, open(name));
    }
    reader.end();
    return told;
  }

  private InputStream open(String name) throws IOException {
    if (name.startsWith("missing")) {
      throw new FileNotFoundException("gone");
    }
    return new ByteArrayInputStream(files.getOrDefault(name, new byte[0]));
  }

  private static RunSink judge(List<String> told, Consumer<Runnable> later) {
    return new Judge(
        task -> PATIENT,
        Presets::create,
        turn -> BigDecimal.ZERO,
        run -> later.accept(() -> told.add(run.id() + " " + run.stopKind())));
  }

  private static Problems complaints(List<String> told) {
    return new Problems() {
      @Override
      public void broken(String file, long line, String what) {
        told.add(file + ":" + line + ": " + what);
      }

      @Override
      public void notice(String file, String what) {
        told.add(file + ": " + what);
      }
    };
  }
}
