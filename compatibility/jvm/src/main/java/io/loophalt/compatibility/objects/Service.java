package io.loophalt.compatibility.objects;

import io.loophalt.AgentTool;
import io.loophalt.Effect;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Tools of a service. Each returns an object in which something differs from call to call. */
@SuppressWarnings("MethodCanBeStatic")
class Service {

  record Ran(int exitCode, String stdout, String stderr, long durationMs) {}

  record Found(List<String> hits, int total, long tookMs) {}

  record Failed(String error, String hint) {}

  record Row(int id, String name, double amount) {}

  record Page(List<Row> items, int number, int pages) {}

  record Progress(String state, int done, int total) {}

  record Board(List<String> rows, int score) {}

  record Verdict(boolean spam, double score) {}

  record Saved(String id, int version, Instant savedAt) {}

  /** As JPA has them. */
  @SuppressWarnings("unused") // read by whoever serializes it
  static final class Customer {
    private final long id;
    private final String name;
    private final Instant createdAt;
    private final List<String> tags;
    private final @Nullable String note;

    Customer(long id, String name, Instant createdAt, List<String> tags, @Nullable String note) {
      this.id = id;
      this.name = name;
      this.createdAt = createdAt;
      this.tags = tags;
      this.note = note;
    }
  }

  private static final String NO_SUCH_FILE = "ls: cannot access '/nope': No such file or directory";
  private static final Instant START = Instant.parse("2026-01-05T08:00:00Z");
  private static final String[] NAMES = {
    "amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "heron", "inlet", "jetty"
  };

  private int calls;

  private int next() {
    return ++calls;
  }

  private static String name(int n) {
    return NAMES[n % NAMES.length] + " " + NAMES[n / NAMES.length % NAMES.length];
  }

  @AgentTool(name = "shell")
  Ran runs(String command) {
    return new Ran(2, "", NO_SUCH_FILE, 10 + next() * 7 % 97);
  }

  @AgentTool(name = "shell")
  CompletableFuture<Ran> runsLater(String command) {
    return CompletableFuture.supplyAsync(() -> runsInside());
  }

  private Ran runsInside() {
    return new Ran(2, "", NO_SUCH_FILE, 10 + next() * 7 % 97);
  }

  @AgentTool(name = "shell")
  Map<String, Object> runsAsMap(String command) {
    Map<String, Object> ran = new LinkedHashMap<>();
    ran.put("exit", 2);
    ran.put("out", NO_SUCH_FILE + "\n");
    ran.put("pid", 4_000 + next());
    return ran;
  }

  @AgentTool(name = "find")
  Found finds(String query) {
    return new Found(List.of(), 0, 3 + next() % 40);
  }

  @AgentTool(name = "edit", actionClass = "file_edit", effect = Effect.WRITE)
  Failed edits(String file, String text) {
    return new Failed(
        "AssertionError: expected 200 but was 500 at line " + (40 + next()), "see the log");
  }

  @AgentTool(name = "job")
  Map<String, Object> waits(String id) {
    return Map.of("state", "RUNNING", "checkedAt", START.plusSeconds(next()));
  }

  @AgentTool(name = "http_status")
  Map<String, Object> asksAServer(String url) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("status", 500);
    answer.put("body", "Internal Server Error");
    answer.put("headers", Map.of("date", "Mon, 30 Nov 2026 13:00:" + (10 + next()) + " GMT"));
    return answer;
  }

  @AgentTool(name = "progress")
  Progress gets(String job) {
    int done = next();
    return new Progress("RUNNING", done, 40);
  }

  @AgentTool(name = "next_rows")
  List<Row> reads(String table) {
    int first = 3 * next();
    List<Row> rows = new ArrayList<>();
    IntStream.range(first, first + 3)
        .forEach(n -> rows.add(new Row(n, name(n), n * 17 % 101 + 0.25)));
    return rows;
  }

  @AgentTool(name = "list_orders")
  Page turns(int page) {
    int n = 2 * page;
    return new Page(List.of(new Row(n, name(n), 2.5), new Row(n + 1, name(n + 1), 7)), page, 30);
  }

  @AgentTool(name = "move")
  Board moves(String direction) {
    int at = next() % 36;
    List<String> rows = new ArrayList<>();
    for (int row = 0; row < 6; row++) {
      StringBuilder cells = new StringBuilder("......");
      if (at / 6 == row) {
        cells.setCharAt(at % 6, '@');
      }
      rows.add(cells.toString());
    }
    return new Board(rows, 10 * calls);
  }

  @AgentTool(name = "get_customer", effect = Effect.READ)
  Customer looksUp(int id) {
    return new Customer(id, name(id), START.plusSeconds(id * 977L), List.of("b2b"), null);
  }

  @AgentTool(name = "save_article", effect = Effect.WRITE)
  Saved saves(String title) {
    int n = next();
    return new Saved("art-" + (100 + n), 1, START.plusSeconds(n));
  }

  @AgentTool(name = "is_spam")
  boolean isSpam(String message) {
    return false;
  }

  @AgentTool(name = "violation")
  Optional<String> violates(String message) {
    return Optional.empty();
  }

  @AgentTool(name = "classify")
  Verdict classifies(String message) {
    return new Verdict(false, 0);
  }

  @AgentTool(name = "queue_length")
  int counts(String queue) {
    return 400 - next() * 13;
  }
}
