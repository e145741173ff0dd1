package io.loophalt.recordings.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What stands beside the messages or steps of a run: its name, its task and what came of it. */
class RunLabelsTest {

  private static final String MESSAGES =
      "\"messages\":[{\"role\":\"assistant\",\"content\":\"a\"}]";

  private final Recordings recordings = new Recordings();

  @Nested
  class Outcomes {

    @ParameterizedTest
    @CsvSource(
        quoteCharacter = '`',
        value = {
          "true,' success'",
          "1,' success'",
          "1.0,' success'",
          "\"true\",' success'",
          "\"Success\",' success'",
          "\"succeeded\",' success'",
          "\"passed\",' success'",
          "\"resolved\",' success'",
          "false,' failure'",
          "0,' failure'",
          "\"False\",' failure'",
          "\"failure\",' failure'",
          "\"failed\",' failure'",
          "\"unresolved\",' failure'",
          "null,''",
          "0.5,''",
          "\"\",''",
          "\"timeout\",''",
          "[true],''",
          "{\"success\":true},''",
        })
    void mayBeWordsAndNumbers(String said, String told) throws IOException {
      String outcome = told.replace("'", "");

      assertThat(recordings.transcript("{\"id\":\"r\",\"outcome\":" + said + "," + MESSAGES + "}"))
          .isEqualTo("r" + outcome + "\n  0 \"a\"\n");
      assertThat(
              recordings.transcript(
                  "{\"id\":\"r\",\"outcome\":" + said + ",\"steps\":[{\"text\":\"a\"}]}"))
          .isEqualTo("r" + outcome + "\n  0 \"a\"\n");
      assertThat(recordings.problems).isEmpty();
    }
  }

  @Nested
  class LinesOfSeveralRuns {

    @ParameterizedTest
    @CsvSource({"conversation_id", "session_id", "run_id", "instance_id", "trajectory_id"})
    void areToldApartByTheirRuns(String name) throws IOException {
      assertThat(
              recordings.transcript(
                  """
                  {"id":"1","KEY":"x","role":"user","content":"Go."}
                  {"id":"2","KEY":"y","task":"t","role":"user","content":"Go."}
                  {"id":"3","KEY":"y","role":"assistant","content":"b"}
                  {"id":"4","KEY":"x","role":"assistant","content":"a"}
                  {"id":"5","role":"assistant","content":"c"}
                  {"id":"6","role":"assistant","content":"d"}
                  """
                      .replace("KEY", name)))
          .isEqualTo(
              """
              y (t)
                0 "b"
              x
                0 "a"
                1 "c"
                2 "d"
              """);
      assertThat(recordings.problems).isEmpty();
    }

    @Test
    void goOnWithTheRunOfTheLineBeforeWhereTheyNameNone() throws IOException {
      assertThat(
              recordings.transcript(
                  """
                  {"role":"user","content":"Go."}
                  {"role":"assistant","session_id":"s","content":"","tool_calls":[{"id":"a","name":"f","args":{}}]}
                  {"role":"tool","tool_call_id":"a","content":"1"}
                  {"role":"assistant","session_id":"s","content":"","tool_calls":[{"id":"b","name":"f","args":{}}]}
                  {"role":"tool","tool_call_id":"b","content":"2"}
                  """))
          .isEqualTo("s\n  0 | f {} -> 1\n  1 | f {} -> 2\n");
    }

    @Test
    void goToTheRunThatAwaitsThem() throws IOException {
      assertThat(
              recordings.transcript(
                  """
                  {"role":"assistant","session_id":"x","content":"","tool_calls":[{"id":"a","name":"f","args":{}}]}
                  {"role":"assistant","session_id":"y","content":[{"type":"tool_use","id":"b","name":"f","input":{}}]}
                  {"role":"tool","tool_call_id":"a","content":"1"}
                  {"role":"user","content":[{"type":"tool_result","tool_use_id":"b","content":"2"}]}
                  """))
          .isEqualTo("x\n  0 | f {} -> 1\ny\n  0 | f {} -> 2\n");
    }

    @Test
    void withoutANameThatHaveAnsweredAreARunOfTheirOwn() throws IOException {
      assertThat(
              recordings.transcript(
                  """
                  {"role":"assistant","content":"a"}
                  {"role":"user","session_id":"s","content":"Go."}
                  {"role":"assistant","session_id":"s","content":"b"}
                  """))
          .isEqualTo("test\n  0 \"a\"\ns\n  0 \"b\"\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"run_id", "instance_id"})
    void areOneWhereOnlyAnswersAndResultsBringNewNames(String name) throws IOException {
      assertThat(
              recordings.transcript(
                  """
                  {"role":"assistant","KEY":"1","content":"","tool_calls":[{"id":"a","name":"f","args":{}}]}
                  {"role":"tool","tool_call_id":"a","content":"1"}
                  {"role":"assistant","KEY":"2","content":"","tool_calls":[{"id":"b","name":"f","args":{}}]}
                  {"role":"tool","KEY":"3","tool_call_id":"b","content":"2"}
                  {"role":"assistant","KEY":"4","content":[{"type":"tool_use","id":"c","name":"f","input":{}}]}
                  {"role":"user","KEY":"5","content":[{"type":"tool_result","tool_use_id":"c","content":"3"}]}
                  {"type":"function_call","KEY":"6","call_id":"d","name":"f","arguments":"{}"}
                  {"type":"function_call_output","KEY":"7","call_id":"d","output":"4"}
                  """
                      .replace("KEY", name)))
          .isEqualTo("1\n  0 | f {} -> 1\n  1 | f {} -> 2\n  2 | f {} -> 3\n  3 | f {} -> 4\n");
    }

    @Test
    void areThoseOfTheConversationWhereARunIsNamedToo() throws IOException {
      assertThat(
              recordings.transcript(
                  """
                  {"run_id":"1","session_id":"s1","conversation_id":"c","role":"user","content":"Go."}
                  {"run_id":"2","conversation_id":"c","session_id":"s2","role":"assistant","content":"a"}
                  {"run_id":"2","session_id":"d","role":"assistant","content":"b"}
                  """))
          .isEqualTo("c\n  0 \"a\"\nd\n  0 \"b\"\n");
    }

    @Test
    void endWithTheOneThatWasSilentLongestWhereTheyAreVeryMany() throws IOException {
      StringBuilder lines = new StringBuilder();
      for (int i = 0; i <= ListReading.OPEN_RUNS; i++) {
        lines.append(
            "{\"session_id\":\"s%d\",\"role\":\"assistant\",\"content\":\"a\"}\n".formatted(i));
      }

      String told = recordings.transcript(lines.toString());

      assertThat(told).startsWith("s0\n  0 \"a\"\ns1\n");
      assertThat(told.lines()).hasSize(2 * (ListReading.OPEN_RUNS + 1));
    }
  }

  @Nested
  class Tasks {

    @ParameterizedTest
    @ValueSource(
        strings = {
          "{\"id\":\"r\",\"task\":\"t\"," + MESSAGES + "}",
          "{\"id\":\"r\"," + MESSAGES + ",\"task\":\"t\"}",
          "{" + MESSAGES + ",\"task_type\":\"t\",\"id\":\"r\"}",
          "{\"instance_id\":\"r\",\"task\":\"t\",\"trajectory\":[{\"thought\":\"a\"}]}",
          "{\"trajectory\":[{\"thought\":\"a\"}],\"task\":\"t\",\"instance_id\":\"r\"}",
          "{\"schema_version\":\"ATIF-v1.7\",\"task\":\"t\",\"session_id\":\"r\","
              + "\"steps\":[{\"source\":\"agent\",\"message\":\"a\"}]}",
          "{\"schema_version\":\"ATIF-v1.7\",\"steps\":[{\"source\":\"agent\","
              + "\"message\":\"a\"}],\"session_id\":\"r\",\"task\":\"t\"}",
        })
    void mayStandBeforeTheStepsOrBehindThem(String text) throws IOException {
      assertThat(recordings.transcript(text)).isEqualTo("r (t)\n  0 \"a\"\n");
      assertThat(recordings.problems).isEmpty();
    }

    @Test
    void thatComeTooLateAreTold() throws IOException {
      String much = "a".repeat(LateTask.KEPT_CHARACTERS / 2);
      String messages =
          "\"messages\":[{\"role\":\"assistant\",\"content\":\"a\"},"
              + "{\"role\":\"assistant\",\"content\":\"MUCH\"},"
              + "{\"role\":\"assistant\",\"content\":\"MUCH\"},"
              + "{\"role\":\"assistant\",\"content\":\"b\"}]";

      String told =
          recordings.transcript(
              "{\"id\":\"r\",%s,\"task\":\"t\"}".formatted(messages).replace("MUCH", much));

      assertThat(told).startsWith("r\n");
      assertThat(told.lines()).hasSize(5);
      assertThat(recordings.problems)
          .containsExactly(
              "test.jsonl: the task of r stands behind more of its messages or steps than are"
                  + " held back, so that it was not heeded; let it stand before them");
    }
  }
}
