package io.loophalt.compatibility;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.Artifacts;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.Jdk;
import io.loophalt.compatibility.harness.Outcome;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A report of a log as a busy week leaves it: made in little memory, and small enough to send. */
class ReportIT {

  private static final int RUNS = 50_000;
  private static final int TURNS = 9;

  /** Of each run: its turns with a step each, what was said, and its end. */
  private static final int EVENTS_OF_A_RUN = 2 * TURNS + 2;

  /** Runs that are under way at one time. */
  private static final int AT_ONE_TIME = 1_000;

  private static final int LARGEST_PAGE = 5_000_000;

  /** Generous, because machines of tests are busy; docs/report.md has what it takes. */
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private static final Instant BEGIN = Instant.parse("2026-11-16T00:00:00Z");

  @TempDir Path folder;

  @Test
  void aMillionEventsFitIntoHalfAGigabyteAndTheirPageIntoFiveMegabytes() throws IOException {
    assertThat(RUNS * EVENTS_OF_A_RUN).isEqualTo(1_000_000);
    Path log = folder.resolve("events.jsonl");
    write(log);
    Path page = folder.resolve("report.html");

    Outcome outcome = report("-Xmx512m", "-o", page.toString(), "--json", log.toString());

    assertThatRun(outcome).exitedWith(0);
    assertThat(outcome.err()).as(outcome.describe()).isEmpty();
    assertThat(outcome.out())
        .singleElement()
        .asString()
        .contains("\"all\":{\"runs\":" + RUNS + ",\"halted\":" + RUNS / 10 + ",")
        .contains("\"steps\":" + RUNS * TURNS + ",\"turns\":" + RUNS * TURNS);
    assertThat(page.toFile().length()).isBetween(100_000L, (long) LARGEST_PAGE);
    assertThat(Files.readString(page)).endsWith("</html>\n").contains("Costliest loops");
  }

  private Outcome report(String heap, String... arguments) {
    List<String> command =
        List.of(
            Jdk.running().command("java"), heap, "-jar", Artifacts.agent().toString(), "report");
    List<String> all = new ArrayList<>(command);
    all.addAll(List.of(arguments));
    try (ForkedJvm jvm = ForkedJvm.start(all, folder, LIMIT, Map.of())) {
      return jvm.finish();
    }
  }

  /** Runs take turns, as in a process that serves many users. */
  private static void write(Path log) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(log, UTF_8)) {
      for (int first = 0; first < RUNS; first += AT_ONE_TIME) {
        for (int event = 0; event < EVENTS_OF_A_RUN; event++) {
          for (int run = first; run < first + AT_ONE_TIME; run++) {
            out.write(event(run, event));
            out.write('\n');
          }
        }
      }
    }
  }

  private static String event(int run, int event) {
    boolean halted = run % 10 == 0;
    String time = BEGIN.plusSeconds(run * 12L + event).toString();
    int number = event / 2;
    if (event < 2 * TURNS && event % 2 == 0) {
      return head("turn", time, run)
          + ",\"turn\":%d,\"model\":\"model-%d\",\"tool_calls\":1,\"input_tokens\":%d,\"output_tokens\":90,\"user_message_before\":false,\"prompt\":\"results\",\"compacted_before\":false}"
              .formatted(number, run % 3, 900 + run % 777 + 100 * number);
    }
    if (event < 2 * TURNS) {
      int call = halted && number > 2 ? number % 2 : 100 + number;
      return head("step", time, run)
          + ",\"digests\":\"siphash-2-4/1:cd2d2531\",\"step\":%1$d,\"turn\":%1$d,\"tool\":\"tool_%2$d\",\"action_class\":\"tool_%2$d\",\"effect\":\"read\",\"failed\":%3$s,\"edits\":false,\"looks_only\":true,\"sleeps\":false,\"action\":\"%4$016x\",\"result\":\"%5$016x\",\"normalized_result\":\"%5$016x\",\"shape\":\"31eb9814a18ce6d4\",\"news\":{\"short\":true,\"lines\":\"a3008f51\"},\"start_ms\":%6$d,\"end_ms\":%7$d}"
              .formatted(
                  number, call % 40, halted && call == 1, call + 1L, call + 2L, event, event + 7);
    }
    if (event == 2 * TURNS) {
      return head("intervention", time, run)
          + ",\"digests\":\"siphash-2-4/1:cd2d2531\",\"intervention\":\"%s\",\"enforced\":true,\"stop_reason\":%s,\"detector\":\"novelty\",\"rule\":\"no_news\",\"count\":5,\"step\":%d,\"turn\":%d,\"evidence\":{\"action\":\"0000000000000001\",\"outcome\":\"0000000000000002\"}}"
              .formatted(
                  halted ? "halt" : "nudge",
                  halted ? "\"no_progress\"" : "null",
                  TURNS - 1,
                  TURNS - 1);
    }
    return head("run_end", time, run)
        + ",\"preset\":\"standard@2\",\"parent\":null,\"stop_reason\":{\"kind\":\"%s\",\"detail\":\"\"},\"partial\":false,\"steps\":%d,\"turns\":%d,\"input_tokens\":%d,\"output_tokens\":%d,\"cost\":%s,\"wall_seconds\":20.5,\"tools\":{\"tool_1\":{\"calls\":%d,\"repeated\":%s}}}"
            .formatted(
                halted ? "no_progress" : "done",
                TURNS,
                TURNS,
                9_000 + run % 777,
                90 * TURNS,
                String.format(Locale.ROOT, "%.4f", 0.01 + run % 777 / 1e5),
                TURNS,
                halted);
  }

  private static String head(String kind, String time, int run) {
    return "{\"event\":\"%s\",\"time\":\"%s\",\"jvm\":\"4711-1a2b3c4d\",\"run\":\"session-%d\",\"task\":\"task-%d\""
        .formatted(kind, time, run, run % 25);
  }
}
