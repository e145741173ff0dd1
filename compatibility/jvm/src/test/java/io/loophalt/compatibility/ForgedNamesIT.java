package io.loophalt.compatibility;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.Artifacts;
import io.loophalt.compatibility.harness.EventLog;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.Outcome;
import io.loophalt.compatibility.harness.SpreadOverJdks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/**
 * A run's id, its task and its tools' names often come from somebody else: a user's session, a
 * model, an MCP server. Wherever they are shown they are one line of harmless text.
 */
@SpreadOverJdks
class ForgedNamesIT {

  private static final String LOGGED =
      """
      events: {file: events.jsonl, steps: true}
      ceilings: {steps: 10, warn-at: 20%}
      ladder: {nudge: 2, escalate: 3, halt: 5}
      """;

  /** What {@code ForgedNames} writes behind every name, as it is to be shown. */
  private static final String SHOWN =
      "\\u000a[loophalt] WARNING forged\\u001b[2J\\u009b31m\\u202eevil\\u2066\\u2028\\u2029\\u0085";

  @TempDir Path folder;

  @OnEveryJdk
  void onTheConsoleNamesForgeNoLineAndCommandNoTerminal(ForkedContainer container) {
    Outcome outcome = container.run(Applications.forgedNames(), guard(), folder);

    assertThatRun(outcome).endedWell();
    assertThat(outcome.err())
        .as(outcome.describe())
        .allMatch(line -> line.startsWith("[loophalt] ") && isHarmless(line))
        .noneMatch(line -> line.startsWith("[loophalt] WARNING forged"))
        .anyMatch(
            line -> line.startsWith("[loophalt] nudge at step") && line.contains("task" + SHOWN))
        .anyMatch(line -> line.contains("onEscalation threw") && line.contains(SHOWN))
        .anyMatch(line -> line.contains("has used") && line.contains(SHOWN))
        .anyMatch(line -> line.startsWith("[loophalt] halted session-") && line.contains(SHOWN));
  }

  @OnEveryJdk
  void theApplicationReadsHarmlessTextAndComparesItsOwnIds(ForkedContainer container) {
    Outcome outcome = container.run(Applications.forgedNames(), guard(), folder);

    assertThatRun(outcome)
        .endedWell()
        .reports("run.id.is.its.own", true)
        .reports("task.is.its.own", true);
    assertThat(outcome.facts())
        .as(outcome.describe())
        .hasEntrySatisfying("message", text -> assertThat(text).contains("task" + SHOWN))
        .hasEntrySatisfying("exception", text -> assertThat(text).contains("task" + SHOWN))
        .hasEntrySatisfying("reason", text -> assertThat(text).contains("search" + SHOWN))
        .hasEntrySatisfying("actions", text -> assertThat(text).contains("search" + SHOWN))
        .containsKeys("nudge", "detail")
        .allSatisfy(
            (fact, text) ->
                assertThat(text)
                    .as(fact)
                    .doesNotContain("<a>", "<1b>", "<9b>", "<202e>", "<2066>")
                    .doesNotContain("<2028>", "<2029>", "<85>", "<d800>"));
  }

  @OnEveryJdk
  void theEventLogAndReplayShowNoneOfItAndKeepIt(ForkedContainer container) {
    assertThatRun(container.run(Applications.forgedNames(), guard(), folder)).endedWell();

    Path file = EventLog.files(folder).get(0);
    Outcome text = command(container, "replay", file.toString());
    Outcome json = command(container, "replay", "--format", "json", file.toString());

    assertThat(EventLog.lines(folder))
        .allMatch(ForgedNamesIT::isHarmless)
        .allMatch(line -> line.startsWith("{\"event\":"))
        .anyMatch(line -> line.contains("\"run\":\"session-ü-会话-\\uD83D\\uDE00\\n[loophalt]"))
        .anyMatch(line -> line.contains("{\"search\\n[loophalt] WARNING forged\\u001B[2J\\u009B"));
    assertThat(text.out()).as(text.describe()).allMatch(ForgedNamesIT::isHarmless);
    assertThat(text.out().subList(1, 3))
        .as(text.describe())
        .satisfiesExactly(
            run -> assertThat(run).contains("\\u2066\\u2028\\u2029\\u0085").contains("identical"),
            end -> assertThat(end).isEmpty());
    assertThat(json.out())
        .as(json.describe())
        .hasSize(1)
        .allMatch(ForgedNamesIT::isHarmless)
        .allMatch(line -> line.contains("session-ü-会话-\\uD83D\\uDE00\\n[loophalt] WARNING"));
  }

  @OnEveryJdk
  void theReportShowsThemAsTextAndAsNothingElse(ForkedContainer container) throws Exception {
    assertThatRun(container.run(Applications.forgedNames(), guard(), folder)).endedWell();

    Path file = EventLog.files(folder).get(0);
    Outcome json = command(container, "report", "--json", "-o", "page.html", file.toString());
    List<String> page = Files.readAllLines(folder.resolve("page.html"));

    assertThat(page)
        .allMatch(ForgedNamesIT::isHarmless)
        .noneMatch(line -> line.startsWith("[loophalt]"))
        .anyMatch(line -> line.contains("task" + SHOWN))
        .anyMatch(line -> line.contains("<code>search" + SHOWN));
    assertThat(json.out())
        .as(json.describe())
        .hasSize(1)
        .allMatch(ForgedNamesIT::isHarmless)
        .allMatch(line -> line.contains("\"run\":\"session-ü-会话-"));
  }

  private static Guard guard() {
    return new Guard.AtStart(LOGGED);
  }

  private Outcome command(ForkedContainer container, String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(container.jdk().command("java"), "-jar", Artifacts.agent().toString()));
    command.addAll(List.of(arguments));
    try (ForkedJvm tool = ForkedJvm.start(command, folder)) {
      Outcome outcome = tool.finish();
      assertThatRun(outcome).exitedWith(0);
      return outcome;
    }
  }

  /** Whether it holds nothing that a terminal or an editor obeys. */
  static boolean isHarmless(String line) {
    return line.codePoints()
        .noneMatch(
            character ->
                switch (Character.getType(character)) {
                  case Character.CONTROL,
                      Character.FORMAT,
                      Character.SURROGATE,
                      Character.LINE_SEPARATOR,
                      Character.PARAGRAPH_SEPARATOR ->
                      true;
                  default -> false;
                });
  }
}
