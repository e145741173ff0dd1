package io.loophalt.operations.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loophalt.operations.control.ControlProtocol;
import io.loophalt.operations.control.GuardedJvms.Jvm;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class BoardTest {

  private static final Jvm JVM = new Jvm(4711, "4711-1", "Bot", "1.0", Path.of("socket"));
  private static final long TIME = 1_795_500_000_000L;

  private final Board board = new Board(() -> TIME);

  @Test
  void aNewPageIsToldEverythingAndThenWhatIsNew() {
    board.connected(JVM);
    board.changed(JVM, changes(run("one", "going"), run("two", "going")));

    Board.Update first = board.since(0);
    assertThat(json(first).path("whole").asBoolean()).isTrue();
    assertThat(json(first).path("jvms")).hasSize(1);
    assertThat(json(first).path("runs")).hasSize(2);
    assertThat(board.since(first.version()).json()).as("nothing is new").isNull();

    ObjectNode changed = changes(run("two", "nudged"));
    changed.putArray("gone").add("one");
    board.changed(JVM, changed);
    ObjectNode news = json(board.since(first.version()));

    assertThat(news.has("whole")).isFalse();
    assertThat(news.path("runs")).hasSize(1);
    assertThat(news.path("runs").get(0).path("state").asText()).isEqualTo("nudged");
    assertThat(news.path("gone")).hasSize(1);
    assertThat(json(board.since(0)).path("runs")).hasSize(1);
  }

  @Test
  void ofThousandsAMessageHasNotAll() {
    board.connected(JVM);
    JsonNode[] runs = new JsonNode[Board.MOST_IN_A_MESSAGE + 10];
    for (int i = 0; i < runs.length; i++) {
      runs[i] = run("run-" + i, "going");
    }
    board.changed(JVM, changes(runs));

    Board.Update first = board.since(0);
    assertThat(json(first).path("runs")).hasSize(Board.MOST_IN_A_MESSAGE);
    assertThat(first.more()).isTrue();
    Board.Update second = board.since(first.version());
    assertThat(json(second).path("runs")).hasSize(10);
    assertThat(second.more()).isFalse();
  }

  @Test
  void aJvmThatEndsTakesItsRunsAlongAndStaysInTheList() {
    board.connected(JVM);
    board.changed(JVM, changes(run("one", "going")));
    long known = board.since(0).version();

    board.gone(JVM);

    ObjectNode news = json(board.since(known));
    assertThat(news.path("gone")).hasSize(1);
    assertThat(news.path("jvms").get(0).path("presence").asText()).isEqualTo("gone");
    assertThat(news.path("events").toString()).contains("has ended");
  }

  @Test
  void aNewConnectionFindsTheRunsThatStillAre() {
    board.connected(JVM);
    board.changed(JVM, changes(run("one", "going"), run("two", "going")));
    JsonNode before = json(board.since(0)).path("runs");
    board.silent(JVM, "no answer in time");

    board.connected(JVM);
    board.changed(JVM, changes(run("two", "going")).put("more", true));
    assertThat(json(board.since(0)).path("runs")).as("not all is told yet").hasSize(2);
    board.changed(JVM, changes());

    JsonNode after = json(board.since(0)).path("runs");
    assertThat(after).hasSize(1);
    assertThat(after.get(0).path("key"))
        .as("by which a page has it open")
        .isEqualTo(before.get(1).path("key"));
  }

  @Test
  void ordersAndHaltsAreToldWithWhoDidIt() {
    board.connected(JVM);
    board.changed(JVM, changes(run("one", "going")));
    long known = board.since(0).version();
    ObjectNode halted = run("one", "halted");
    halted.put("reason", "no_progress: the same call 5 times");
    ObjectNode changed = changes(halted);
    changed
        .putArray("orders")
        .addObject()
        .put("time", "2026-11-24T02:00:00Z")
        .put("by", "JMX")
        .put("command", "freeze")
        .put("said", "frozen until ten");
    board.changed(JVM, changed);

    assertThat(json(board.since(known)).path("events").toString())
        .contains("\"by\":\"JMX\",\"text\":\"freeze: frozen until ten\"")
        .contains("\"by\":\"Loophalt\",\"text\":\"halt: one: no_progress: the same call 5 times\"");
  }

  /** Thousands come in several answers, and old halts would push out what was done. */
  @Test
  void whatWasHaltedBeforeTheFirstLookIsNotToldAsNew() {
    board.connected(JVM);
    board.changed(JVM, changes(run("one", "halted")).put("more", true));
    board.changed(JVM, changes(run("two", "halted")));
    assertThat(events()).doesNotContain("halt: ");

    board.changed(JVM, changes(run("three", "halted")));
    assertThat(events()).contains("halt: three: ").doesNotContain("halt: one", "halt: two");
  }

  @Test
  void aRunThatBeginsAndIsHaltedBetweenTwoLooksIsTold() {
    board.connected(JVM);
    board.changed(JVM, changes());

    board.changed(JVM, changes(run("one", "halted")));

    assertThat(events()).contains("halt: one: ");
  }

  @Test
  void aHaltOfTheTimeWithoutAConnectionIsTold() {
    board.connected(JVM);
    board.changed(JVM, changes(run("one", "going")));
    board.silent(JVM, "no answer in time");

    board.connected(JVM);
    board.changed(JVM, changes(run("one", "halted"), run("two", "halted")));

    assertThat(events()).contains("halt: one: ").doesNotContain("halt: two");
  }

  private String events() {
    return json(board.since(0)).path("events").toString();
  }

  @Test
  void whatRunsShareIsToldWithTheirJvm() {
    board.connected(JVM);
    ObjectNode changes = changes();
    changes
        .withArray("/agent/budgets")
        .addObject()
        .put("name", "team-a")
        .put("state", "spent")
        .put("percent", 104)
        .put("until", "2026-11-25T00:00:00Z");
    board.changed(JVM, changes);

    JsonNode budget = json(board.since(0)).path("jvms").get(0).path("budgets").get(0);
    assertThat(budget.path("name").asText()).isEqualTo("team-a");
    assertThat(budget.path("percent").asLong()).isEqualTo(104);
  }

  /** Nothing of other users is read. */
  @Test
  void aJvmSaysItselfWhatItsMainClassIsWhereNobodyElseDoes() {
    Jvm others = new Jvm(4711, "4711-1", "", "", Path.of("socket"));
    board.connected(others);
    ObjectNode changes = changes();
    changes.withObject("/agent").put("main", "Bot").put("version", "1.0");
    board.changed(others, changes);

    JsonNode jvm = json(board.since(0)).path("jvms").get(0);
    assertThat(jvm.path("main").asText()).isEqualTo("Bot");
    assertThat(jvm.path("version").asText()).isEqualTo("1.0");
    assertThat(json(board.since(0)).path("events").get(0).path("jvm").asText()).isEqualTo("4711");
  }

  @Test
  void namesOfAgentsBecomePrintable() {
    board.connected(JVM);
    ObjectNode hostile = run("a\u202e\u001b[2Jb\n", "going");
    hostile.put("task", "c\u0007d");
    hostile.put("reason", "e\u2028f");
    board.changed(JVM, changes(hostile));

    JsonNode run = json(board.since(0)).path("runs").get(0);
    assertThat(run.path("run").asText()).isEqualTo("a\\u202e\\u001b[2Jb\\u000a");
    assertThat(run.path("task").asText()).isEqualTo("c\\u0007d");
    assertThat(run.path("reason").asText()).isEqualTo("e\\u2028f");
    assertThat(Objects.requireNonNull(board.run(run.path("key").asLong())).id)
        .as("by which the agent knows it")
        .isEqualTo("a\u202e\u001b[2Jb\n");
  }

  private static ObjectNode json(Board.Update update) {
    return Objects.requireNonNull(update.json());
  }

  static ObjectNode run(String id, String state) {
    return ControlProtocol.JSON
        .createObjectNode()
        .put("id", id)
        .put("task", "desk")
        .put("state", state)
        .put("steps", 1)
        .put("tokens", 10);
  }

  private static ObjectNode changes(JsonNode... runs) {
    ObjectNode changes = ControlProtocol.JSON.createObjectNode();
    ArrayNode list = changes.putArray("runs");
    for (JsonNode each : runs) {
      list.add(each);
    }
    changes.putObject("agent").put("mode", "act");
    return changes;
  }
}
