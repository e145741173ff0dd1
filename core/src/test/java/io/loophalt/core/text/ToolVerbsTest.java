package io.loophalt.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.Effect;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ToolVerbsTest {

  @ParameterizedTest
  @CsvSource({
    "get_current_time, true",
    "mcp__clock__now, true",
    "whatTimeIsIt, true",
    "obtener_hora_actual, true",
    "uptime, true",
    "list_time_entries, false",
    "get_time_sheet, false",
    "get_delivery_date, false",
    "book_clock_in, false",
    "query_time_series, false",
    "obtener_fecha_entrega, false"
  })
  void aToolThatTellsTheTimeIsNamedAfterNothingElse(String tool, boolean tells) {
    for (String arguments : List.of("", "{\"id\": 7}")) {
      int nature = ToolVerbs.natureOf(tool, arguments, Effect.UNKNOWN);
      assertThat((nature & ToolVerbs.TELLS_THE_TIME) != 0).as(arguments).isEqualTo(tells);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "read_file, READ",
    "listUsers, READ",
    "search-orders, READ",
    "BashOutput, READ",
    "write_file, WRITE",
    "update_ticket, WRITE",
    "getAndDelete, WRITE",
    "shell, UNKNOWN",
    "spreadsheet, UNKNOWN"
  })
  void aVerbInTheNameTellsTheEffectAndWritingOutweighsReading(String tool, Effect effect) {
    assertThat(ToolVerbs.effectOf(tool)).isEqualTo(effect);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sed -i s/a/b/ x.py",
        "{\"command\":\"echo x >> log.txt\"}",
        "{\"timeout\": 5, \"command\": \"cat <<'EOF' > a.py\\nx = 1\\nEOF\"}",
        "{\"command\":\"cd /repo && sed -i s/a/b/ x.py\"}"
      })
  void aShellCommandThatChangesAFileEdits(String arguments) {
    assertThat(is(ToolVerbs.EDITING_CALL, "shell", arguments)).as(arguments).isTrue();
    assertThat(is(ToolVerbs.LOOKING_CALL, "shell", arguments)).as(arguments).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ls -la",
        "{\"command\":\"cd /repo && git status\"}",
        "{\"command\":\"cat a.py | grep x | head -3\"}",
        "echo trying again",
        "# just a comment",
        "git grep -n deprecated",
        "[ -f a.yml ] && echo yes",
        "find . -name '*.java' | xargs grep -l x",
        "{\"command\":\"cd /a && grep -rnE 'x|y' src | head -3\"}",
        "{\"command\":\"grep -rn \\\"x && y\\\" src; ls\"}",
        "grep -n 'x => y' a",
        "# don't; ls",
        "zgrep -c x a.log.gz | sort",
        "test -f a.yml && jq .name a.yml",
        "command -v jq",
        "cat a 2>/dev/null; ls 2>&1",
        "{\"command\":\"nl -ba a.py | sed -n '3,9p'\"}",
        "awk '{print $2}' a.csv"
      })
  void aShellCommandThatOnlyPrintsLooks(String arguments) {
    assertThat(is(ToolVerbs.LOOKING_CALL, "shell", arguments)).as(arguments).isTrue();
    assertThat(is(ToolVerbs.EDITING_CALL, "shell", arguments)).as(arguments).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "make test",
        "test/run.sh",
        "jq-edit a",
        "ls; make",
        "git gc",
        "command rm a",
        "df['a'] = df['b'].fillna(0)",
        "{\"source\":\"df[\\\"a\\\"].hist()\"}",
        "df = load('a.csv')",
        "head(5)",
        "cat a > b",
        "{}",
        ""
      })
  void anythingElseMayHaveChangedSomething(String arguments) {
    assertThat(is(ToolVerbs.LOOKING_CALL, "shell", arguments)).as(arguments).isFalse();
  }

  @Test
  void theFirstTextThatAShellIsGivenIsItsCommandWhateverItIsCalled() {
    String arguments = "{\"timeout\": 5, \"befehl\": \"mkdir a\"}";
    assertThat(is(ToolVerbs.CHANGING_CALL, "powershell", arguments)).isTrue();
    assertThat(is(ToolVerbs.CHANGING_CALL, "run_sql", "{\"q\":\"update a set b = 1\"}")).isTrue();
    assertThat(is(ToolVerbs.NO_OP, "run_sql", "{\"q\":\"-- next\"}")).isTrue();
    assertThat(is(ToolVerbs.LOOKING_CALL, "shell", "{\"query\":\"ls\"}")).isTrue();
    assertThat(is(ToolVerbs.LOOKING_CALL, "ask", "{\"query\":\"ls\"}")).isFalse();
  }

  @Test
  void aListOfThingsToDoIsANoteUntilOneIsDone() {
    String open = "{\"path\":\"a.md\",\"content\":\"- [ ] a\\n- [ ] b\\n- [ ] c\"}";
    assertThat(is(ToolVerbs.NOTE, "write_file", open)).isTrue();
    assertThat(is(ToolVerbs.NOTE, "write_file", open.replace("- [ ] b", "- [x] b"))).isFalse();
    assertThat(is(ToolVerbs.NOTE, "read_file", open)).isFalse();
  }

  @Test
  void agentsAreHandedSomethingOver() {
    assertThat(List.of("transfer_to_billing", "ask_agent", "Task", "委派", "mensaje_agente"))
        .allMatch(ToolVerbsTest::handsOver);
    assertThat(List.of("create_task", "user_age", "send_mail")).noneMatch(ToolVerbsTest::handsOver);
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "#",
      value = {
        "grep -rn x src # true # false",
        "cat a && test -f b # true # false",
        "mvn test | grep FAIL # true # true",
        "{\"command\":\"cd a && ps aux | grep -E 'x|y'\"} # true # true",
        "./deploy.sh && grep ok log # true # false",
        "./deploy.sh || grep ok log # true # false",
        "cat a # false # false",
        "ls | rg-wrapper # false # false",
        "grep x a; make # true # false",
        "mvn test | grep FAIL | wc -l # true # false",
        "echo 'a | grep b' # false # false",
        "mvn test | grep FAIL > a # false # false",
        "{\"query\":\"grep\"} # false # false",
        "'' # false # false"
      })
  void theStatusOfACommandIsThatOfASearchInItIfNothingElseDecides(
      String arguments, boolean ifAllLook, boolean otherwise) {
    assertThat(ToolVerbs.endsAsASearch("run", arguments, true)).as(arguments).isEqualTo(ifAllLook);
    assertThat(ToolVerbs.endsAsASearch("run", arguments, false)).as(arguments).isEqualTo(otherwise);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"command\":\"view\",\"path\":\"a\"} | false",
        "{\"command\":\"insert\",\"path\":\"a\"} | true"
      })
  void anEditorThatIsAskedToViewDoesNotEdit(String arguments, boolean edits) {
    assertThat(is(ToolVerbs.EDITING_CALL, "str_replace_based_edit_tool", arguments))
        .isEqualTo(edits);
  }

  @ParameterizedTest
  @CsvSource({
    "write_file, true",
    "apply_patch, true",
    "apply_diff, true",
    "append_to_file, true",
    "write_stdin, false",
    "apply_migrations, false",
    "append_row, false"
  })
  void onlyWhatChangesATextEdits(String tool, boolean edits) {
    assertThat(is(ToolVerbs.EDITING_CALL, tool, "{}")).isEqualTo(edits);
  }

  @ParameterizedTest
  @CsvSource({
    "think, {}, true",
    "shell, echo trying again, true",
    "shell, # a comment, true",
    "shell, echo $(git status), false",
    "shell, cat a.py, false",
    "echo_service, {}, false"
  })
  void aRemarkSaysNothingThatWasNotInIt(String tool, String arguments, boolean remark) {
    assertThat(is(ToolVerbs.REMARK, tool, arguments)).isEqualTo(remark);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "web_search | {\"query\":\": [\"} | true",
        "web_search | {\"query\":\"a\"} | false",
        "bash | : [ | true",
        "run_cell | {\"code\":\"pass  # later\"} | true",
        "run_cell | {\"code\":\"\\n\\n\"} | true",
        "run_cell | {\"code\":\"passed = 1\"} | false",
        "bash | ./pass | false",
        "press_key | {\"key\":\"→\"} | false"
      })
  void whoReadsAndNamesNothingDoesNothing(String tool, String arguments, boolean nothing) {
    assertThat(is(ToolVerbs.NO_OP, tool, arguments)).isEqualTo(nothing);
  }

  @ParameterizedTest
  @CsvSource({
    "task_done, true",
    "taskDone, true",
    "attempt_completion, true",
    "mcp__agent__finish, true",
    "functions.final_answer, true",
    "get_task_done, false",
    "finish_line, false",
    "task_done_later, false"
  })
  void aToolThatIsThereForItSaysThatTheTaskIsDone(String tool, boolean done) {
    String report =
        "{\"message\":\"The port is changed to 9090 and the service was started with it.\"}";

    assertThat(is(ToolVerbs.SAYS_DONE, tool, report)).isEqualTo(done);
    assertThat(is(ToolVerbs.SAYS_DONE, tool, "{\"title\":\"write the tests\"}"))
        .as("an item of a list")
        .isFalse();
  }

  private static boolean is(int nature, String tool, String arguments) {
    return (ToolVerbs.natureOf(tool, arguments, Effect.UNKNOWN) & nature) != 0;
  }

  @Provide
  Arbitrary<String> nearlyCommands() {
    return Arbitraries.strings().withChars("{}\":\\ ,;&|>#\ncommandcatview-").ofMaxLength(40);
  }

  @Property
  void noTextIsTooStrangeToBeRead(@ForAll("nearlyCommands") String arguments) {
    boolean edits = is(ToolVerbs.EDITING_CALL, "shell", arguments);
    boolean looks = is(ToolVerbs.LOOKING_CALL, "shell", arguments);

    assertThat(edits && looks).as("both edits and only looks: %s", arguments).isFalse();
  }

  private static boolean handsOver(String tool) {
    return (ToolVerbs.natureOfTool(tool) & ToolVerbs.HANDING_OVER_TOOL) != 0;
  }
}
