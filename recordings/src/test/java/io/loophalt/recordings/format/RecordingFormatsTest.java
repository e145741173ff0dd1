package io.loophalt.recordings.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The same two runs in every format: one that runs the same failing test six times, one that makes
 * progress between its tests.
 */
class RecordingFormatsTest {

  private final Recordings recordings = new Recordings();

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "trajectory-loop.jsonl,       trajectory-loop,     880, 220",
    "openai-chat-loop.json,       openai-chat-loop,      0,   0",
    "openai-responses-loop.jsonl, responses-loop,        0,   0",
    "anthropic-loop.jsonl,        anthropic-loop,      770, 110",
    "gemini-loop.json,            gemini-loop,           0,   0",
    "gemini-sdk-loop.jsonl,       gemini-sdk-loop,       0,   0",
    "langchain-loop.json,         langchain-loop,      880, 220",
    "langchain-data-loop.jsonl,   langchain-data-loop, 880, 220",
    "langchain-dump-loop.json,    langchain-dump-loop, 880, 220",
    "claude-code-loop.jsonl,      session-loop,        880, 220",
    "claude-code-stream-loop.jsonl, stream-loop,       880, 220",
    "atif-loop.json,              atif-loop,           880, 220",
    "openhands-v0-loop.json,      openhands-v0-loop,   770, 110",
    "openhands-sdk-loop.jsonl,    openhands-sdk-loop,    0,   0",
    "swe-agent-loop.traj,         swe-agent-loop,        0,   0",
    "otlp-loop.jsonl,             conversation-loop,   880, 220",
    "event-log-loop.jsonl,        run-loop,            880, 220",
  })
  void aRunThatRepeatsItselfIsNudgedAtTheThirdAndHaltedAtTheFifthRepeat(
      String file, String id, long tokens, long tokensAfterHalt) throws IOException {
    assertThat(recordings.verdicts(file))
        .isEqualTo(
            """
            {"id":"%s","preset":"test","steps":8,"nudged_at":3,"escalated_at":null,"halted_at":5,\
            "detector":"same-call","stop_reason":{"kind":"no_progress","detail":\
            "same, count 5"},"findings":[\
            {"step":3,"turn":3,"detector":"same-call","count":3,\
            "intervention":"nudge","observed":false,"delivered":true},\
            {"step":5,"turn":5,"detector":"same-call","count":5,\
            "intervention":"halt","observed":false,"delivered":true}],\
            "tokens_total":%d,"tokens_after_halt":%d}
            """
                .formatted(id, tokens, tokensAfterHalt));
    assertThat(recordings.problems).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "trajectory-legit.jsonl,       trajectory-legit,   880",
    "openai-chat-legit.json,       openai-chat-legit,    0",
    "openai-responses-legit.jsonl, responses-legit,      0",
    "anthropic-legit.jsonl,        anthropic-legit,    770",
    "gemini-legit.json,            gemini-legit,         0",
    "gemini-sdk-legit.jsonl,       gemini-sdk-legit,     0",
    "langchain-legit.json,         langchain-legit,    880",
    "langchain-data-legit.jsonl,   langchain-data-legit, 880",
    "langchain-dump-legit.json,    langchain-dump-legit, 880",
    "claude-code-legit.jsonl,      session-legit,      880",
    "claude-code-stream-legit.jsonl, stream-legit,     880",
    "atif-legit.json,              atif-legit,         880",
    "openhands-v0-legit.json,      openhands-v0-legit, 770",
    "openhands-sdk-legit.jsonl,    openhands-sdk-legit,  0",
    "swe-agent-legit.traj,         swe-agent-legit,      0",
    "otlp-legit.jsonl,             conversation-legit, 880",
    "event-log-legit.jsonl,        run-legit,          880",
  })
  void aRunThatMakesProgressIsLeftAlone(String file, String id, long tokens) throws IOException {
    assertThat(recordings.verdicts(file))
        .isEqualTo(
            """
            {"id":"%s","preset":"test","steps":8,"nudged_at":null,"escalated_at":null,"halted_at":null,\
            "detector":null,"stop_reason":{"kind":"done","detail":""},"findings":[],\
            "tokens_total":%d,"tokens_after_halt":0}
            """
                .formatted(id, tokens));
    assertThat(recordings.problems).isEmpty();
  }

  @Test
  void anEventLogWithoutStepsIsToldAsItHappened() throws IOException {
    assertThat(recordings.verdicts("event-log-without-steps.jsonl"))
        .isEqualTo(
            """
            {"id":"run-9","preset":null,"steps":6,"nudged_at":3,"escalated_at":null,"halted_at":5,\
            "detector":"novelty","stop_reason":{"kind":"no_progress","detail":\
            "five steps without anything new"},"findings":[\
            {"step":3,"turn":3,"detector":"novelty","count":3,\
            "intervention":"nudge","observed":false,"delivered":true},\
            {"step":5,"turn":5,"detector":"novelty","count":5,\
            "intervention":"halt","observed":false,"delivered":true}],\
            "tokens_total":660,"tokens_after_halt":0,"judged_anew":false}
            {"id":"run-10","preset":"standard@1","steps":2,"nudged_at":null,"escalated_at":null,"halted_at":null,\
            "detector":null,"stop_reason":{"kind":"done","detail":""},"findings":[],\
            "tokens_total":330,"tokens_after_halt":0,"judged_anew":false}
            """);
  }

  /** What was said before was rotated away. */
  @Test
  void ofARunOfWhichOnlyTheEndIsLeftIsToldWhatThatSays() throws IOException {
    assertThat(recordings.verdicts("event-log-ends.jsonl"))
        .isEqualTo(
            """
            {"id":"run-9","preset":"standard@2","steps":6,"nudged_at":null,"escalated_at":null,"halted_at":5,\
            "detector":null,"stop_reason":{"kind":"no_progress","detail":\
            "the same call with the same outcome 5 times in a row"},"findings":[],\
            "tokens_total":660,"tokens_after_halt":0,"judged_anew":false}
            {"id":"run-10","preset":"standard@2","steps":0,"nudged_at":null,"escalated_at":null,"halted_at":0,\
            "detector":null,"stop_reason":{"kind":"operator","detail":"too dear"},"findings":[],\
            "tokens_total":110,"tokens_after_halt":0,"judged_anew":false}
            {"id":"run-11","preset":"standard@2","steps":2,"nudged_at":null,"escalated_at":null,"halted_at":null,\
            "detector":null,"stop_reason":{"kind":"done","detail":""},"findings":[],\
            "tokens_total":330,"tokens_after_halt":0,"judged_anew":false}
            """);
    assertThat(recordings.problems).isEmpty();
  }

  @Nested
  class OfMessages {

    @Test
    void parallelCallsOfOneReplyAreOneTurnAndResultsFindTheirCallsById() throws IOException {
      assertThat(
              recordings.transcript(
                  """
                  [{"role":"assistant","content":"Both.","tool_calls":[\
                  {"id":"a","type":"function","function":{"name":"f","arguments":"{\\"x\\":1}"}},\
                  {"id":"b","type":"function","function":{"name":"g","arguments":"{}"}}]},\
                  {"role":"tool","tool_call_id":"b","content":"of g"},\
                  {"role":"tool","tool_call_id":"a","content":"of f"}]
                  """))
          .isEqualTo(
              """
              test
                0 "Both." | f {"x":1} -> of f | g {} -> of g
              """);
    }

    @Test
    void itemsOfTheResponsesApiBetweenTwoInputsAreOneTurn() throws IOException {
      assertThat(
              recordings.transcript(
                  """
                  [{"role":"user","content":"Go."},\
                  {"type":"message","role":"assistant","content":[{"type":"output_text","text":"Two."}]},\
                  {"type":"function_call","call_id":"a","name":"f","arguments":"{}"},\
                  {"type":"function_call","call_id":"b","name":"g","arguments":"{}"},\
                  {"type":"function_call_output","call_id":"a","output":"1"},\
                  {"type":"function_call_output","call_id":"b","output":"2"},\
                  {"type":"function_call","call_id":"c","name":"f","arguments":"{}"},\
                  {"type":"function_call_output","call_id":"c","output":"3"}]
                  """))
          .isEqualTo(
              """
              test
                0 "Two." | f {} -> 1 | g {} -> 2
                1 | f {} -> 3
              """);
    }

    @Test
    void aUserWhoSpeaksAgainIsSeenAndThePromptIsNot() throws IOException {
      assertThat(
              recordings.transcript(
                  """
                  [{"role":"user","content":"Go."},{"role":"assistant","content":"Done?"},\
                  {"role":"user","content":"Go on."},{"role":"assistant","content":"Done."}]
                  """))
          .isEqualTo(
              """
              test
                0 "Done?"
                1 user "Done."
              """);
    }

    @Test
    void whatWasSaidBeforeIsAProgramsAndNoUserSpeaks() throws IOException {
      assertThat(
              recordings.transcript(
                  """
                  [{"role":"user","content":"Go."},{"role":"assistant","content":"a"},\
                  {"role":"user","content":"Use a tool."},{"role":"assistant","content":"b"},\
                  {"role":"user","content":"Use a tool."},{"role":"assistant","content":"c"},\
                  {"role":"user","content":"Stop it."},{"role":"assistant","content":"d"},\
                  {"role":"user","content":"Use a tool."},{"role":"assistant","content":"e"}]
                  """))
          .isEqualTo(
              """
              test
                0 "a"
                1 user "b"
                2 "c"
                3 user "d"
                4 "e"
              """);
    }

    @Test
    void aFailureWithoutAFlagIsToldByItsText() throws IOException {
      assertThat(
              recordings.transcript(
                  """
                  [{"role":"assistant","tool_calls":[\
                  {"id":"a","function":{"name":"f","arguments":"{}"}},\
                  {"id":"b","function":{"name":"f","arguments":"{}"}},\
                  {"id":"c","function":{"name":"f","arguments":"{}"}}]},\
                  {"role":"tool","tool_call_id":"a","content":"java.io.FileNotFoundException: x"},\
                  {"role":"tool","tool_call_id":"b","content":"{\\"error\\":\\"no such city\\"}"},\
                  {"role":"tool","tool_call_id":"c","content":"no errors found"}]
                  """))
          .isEqualTo(
              """
              test
                0 | f {} -> java.io.FileNotFoundException: x !java.io.FileNotFoundException: x\
               | f {} -> {"error":"no such city"} !no such city | f {} -> no errors found
              """);
    }

    @Test
    void callsWithoutRecordedResultsAreNeverAlike() throws IOException {
      String transcript =
          recordings.transcript(
              """
              [{"role":"assistant","tool_calls":[\
              {"id":"a","function":{"name":"f","arguments":"{}"}},\
              {"id":"b","function":{"name":"f","arguments":"{}"}}]}]
              """);

      assertThat(transcript.lines().skip(1).findFirst().orElseThrow().split(" \\| "))
          .as("the steps of: %s", transcript)
          .doesNotHaveDuplicates()
          .hasSize(3);
    }

    @Test
    void messagesOnLinesOfTheirOwnAreOneRun() throws IOException {
      assertThat(
              recordings.transcript(
                  """
                  {"role":"user","content":"Go."}
                  {"role":"assistant","content":[{"type":"tool_use","id":"t","name":"f","input":{"a":[1]}}]}
                  {"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"no","is_error":true}]}
                  """))
          .isEqualTo(
              """
              test
                0 | f {"a":[1]} -> no !no
              """);
    }
  }

  @Nested
  class OfClaudeCode {

    private static final String HEAD = "\"sessionId\":\"s\",\"isSidechain\":false,";

    @Test
    void aReplySpreadOverLinesIsOneTurnAndItsTokensCountOnce() throws IOException {
      assertThat(
              recordings.transcript(
                  "{\"type\":\"assistant\","
                      + HEAD
                      + """
                      "message":{"id":"m","content":[{"type":"text","text":"Look."}],"usage":\
                      {"input_tokens":5,"cache_read_input_tokens":90,"output_tokens":1}}}
                      """
                      + "{\"type\":\"assistant\","
                      + HEAD
                      + """
                      "message":{"id":"m","content":[{"type":"tool_use","id":"t","name":"Read",\
                      "input":{"p":"a"}}],"usage":\
                      {"input_tokens":5,"cache_read_input_tokens":90,"output_tokens":7}}}
                      """
                      + "{\"type\":\"user\","
                      + HEAD
                      + """
                      "message":{"content":[{"type":"tool_result","tool_use_id":"t",\
                      "content":[{"type":"text","text":"line"}]}]}}
                      """))
          .isEqualTo(
              """
              s
                0 [95+7] "Look." | Read {"p":"a"} -> line
              """);
    }

    /** LiteLLM says both, as it has made one of the other. */
    @Test
    void tokensThatAreSaidInTwoWaysCountOnce() throws IOException {
      assertThat(
              recordings.transcript(
                  "{\"type\":\"assistant\","
                      + HEAD
                      + """
                      "message":{"id":"m","content":[{"type":"text","text":"Look."}],"usage":\
                      {"prompt_tokens":20000,"input_tokens":100,"cache_read_input_tokens":19000,\
                      "cache_creation_input_tokens":900,"completion_tokens":50,"output_tokens":50}}}
                      """))
          .isEqualTo(
              """
              s
                0 [20000+50] "Look."
              """);
    }

    @Test
    void subAgentsAreRunsOfTheirOwnAndACompactionIsSeen() throws IOException {
      assertThat(
              recordings.transcript(
                  """
                  {"type":"assistant","sessionId":"s","message":{"id":"1","content":[{"type":"text","text":"a"}]}}
                  {"type":"assistant","sessionId":"s","isSidechain":true,"agentId":"x","message":{"id":"2","content":[{"type":"text","text":"b"}]}}
                  {"type":"system","subtype":"compact_boundary","sessionId":"s"}
                  {"type":"user","sessionId":"s","isCompactSummary":true,"message":{"content":"Summary"}}
                  {"type":"assistant","sessionId":"s","message":{"id":"3","content":[{"type":"text","text":"c"}]}}
                  """))
          .isEqualTo(
              """
              s
                0 "a"
                1 compacted "c"
              s/x
                0 "b"
              """);
    }
  }

  @Nested
  class OfClaudeCodesOutput {

    @Test
    void aSubAgentIsARunOfItsOwn() throws IOException {
      assertThat(
              recordings.transcript(
                  """
                  {"type":"system","subtype":"init","session_id":"s"}
                  {"type":"assistant","session_id":"s","parent_tool_use_id":null,"message":{"id":"1","content":[{"type":"tool_use","id":"t","name":"Task","input":{}}]}}
                  {"type":"user","session_id":"s","parent_tool_use_id":"t","message":{"content":[{"type":"text","text":"Look."}]}}
                  {"type":"assistant","session_id":"s","parent_tool_use_id":"t","message":{"id":"2","content":[{"type":"text","text":"b"}]}}
                  {"type":"user","session_id":"s","parent_tool_use_id":null,"message":{"content":[{"type":"tool_result","tool_use_id":"t","content":"b"}]}}
                  {"type":"result","subtype":"success","session_id":"s"}
                  """))
          .isEqualTo(
              """
              s
                0 | Task {} -> b
              s/t
                0 "b"
              """);
    }

    @Test
    void whatAHookSaysIsNoWordOfTheUser() throws IOException {
      assertThat(
              recordings.transcript(
                  """
                  {"type":"assistant","session_id":"s","message":{"id":"1","content":[{"type":"text","text":"a"}]}}
                  {"type":"user","session_id":"s","isSynthetic":true,"message":{"content":"Stop hook feedback: tests fail"}}
                  {"type":"assistant","session_id":"s","message":{"id":"2","content":[{"type":"text","text":"b"}]}}
                  """))
          .isEqualTo(
              """
              s
                0 "a"
                1 "b"
              """);
    }

    @Test
    void ofAReplyThatBrokeOffAndWasAskedForAnewNothingStays() throws IOException {
      assertThat(
              recordings.transcript(
                  """
                  {"type":"assistant","session_id":"s","message":{"id":"1","content":[{"type":"text","text":"I look."},{"type":"tool_use","id":"t","name":"Read","input":{"p":"a"}}],"usage":{"input_tokens":7}}}
                  {"type":"assistant","session_id":"s","message":{"id":"2","content":[{"type":"tool_use","id":"t","name":"Read","input":{"p":"b"}}],"usage":{"input_tokens":8,"output_tokens":1}}}
                  {"type":"user","session_id":"s","message":{"content":[{"type":"tool_result","tool_use_id":"t","content":"line"}]}}
                  """))
          .isEqualTo(
              """
              s
                0 [8+1] | Read {"p":"b"} -> line
              """);
    }
  }

  @Nested
  class OfWhatOnlyLooksLikeIt {

    @Test
    void messagesWithATypeAndASessionAreNoSessionOfClaudeCode() throws IOException {
      assertThat(
              recordings.transcript(
                  """
                  {"type":"system","session_id":"s","role":"system","content":"x"}
                  {"type":"user","session_id":"s","role":"user","content":"Go."}
                  {"type":"assistant","session_id":"s","role":"assistant","content":null,"tool_calls":[{"id":"a","function":{"name":"f","arguments":"{}"}}]}
                  {"type":"tool","session_id":"s","role":"tool","tool_call_id":"a","content":"1"}
                  """))
          .isEqualTo(
              """
              s
                0 | f {} -> 1
              """);
      assertThat(recordings.problems).isEmpty();
    }

    @Test
    void whereTheUserSpokeBeforeTheNextReplyTheCallWasMade() throws IOException {
      assertThat(
              recordings.transcript(
                  """
                  {"type":"assistant","session_id":"s","message":{"id":"1","content":[{"type":"tool_use","id":"t","name":"Read","input":{}}]}}
                  {"type":"user","session_id":"s","message":{"content":"Stop."}}
                  {"type":"assistant","session_id":"s","message":{"id":"2","content":[{"type":"text","text":"b"}]}}
                  """))
          .isEqualTo(
              """
              s
                0 | Read {} -> (not recorded: aaaaaaaaaaaaaaaa)
                1 user "b"
              """);
    }

    @Test
    void callsOnLinesOfTheirOwnAreReported() throws IOException {
      recordings.transcript(
          """
          {"type":"assistant","session_id":"s","message":{"content":[{"type":"text","text":"a"}]}}
          {"type":"tool_call","subtype":"started","session_id":"s","tool_call":{}}
          """);

      assertThat(recordings.problems)
          .singleElement()
          .asString()
          .startsWith("test.jsonl:2: a call on a line of its own");
    }
  }

  @Nested
  class OfAtif {

    @Test
    void callsWithoutIdsHaveTheResultOfTheirStep() throws IOException {
      assertThat(
              recordings.transcript(
                  atif(
                      """
                      {"step_id":1,"source":"agent","message":"","tool_calls":[{"function_name":"f","arguments":{}}],"observation":{"results":[{"content":"done"}]}}
                      """)))
          .isEqualTo(
              """
              s
                0 | f {} -> done
              """);
    }

    @Test
    void afterAMessageOfTheUserAStepIsAReplyAlthoughItHasNoMetrics() throws IOException {
      assertThat(
              recordings.transcript(
                  atif(
                      """
                      {"step_id":1,"source":"agent","message":"a","metrics":{"prompt_tokens":9}},
                      {"step_id":2,"source":"user","message":"Go on."},
                      {"step_id":3,"source":"agent","message":"b"},
                      {"step_id":4,"source":"system","message":"note"},
                      {"step_id":5,"source":"agent","message":"c","metrics":{"prompt_tokens":9}},
                      {"step_id":6,"source":"system","message":"note"},
                      {"step_id":7,"source":"agent","message":"d"}
                      """)))
          .isEqualTo(
              """
              s
                0 [9+0] "a"
                1 user "b"
                2 [9+0] "c"
                3 "d"
              """);
    }

    @Test
    void stepsThatBelongToOneReplyAreOneTurn() throws IOException {
      assertThat(
              recordings.transcript(
                  atif(
                      """
                      {"step_id":1,"source":"user","message":"Go."},
                      {"step_id":2,"source":"agent","message":"Both.","metrics":{"prompt_tokens":9,"completion_tokens":2}},
                      {"step_id":3,"source":"agent","message":"Executed f","tool_calls":[{"tool_call_id":"a","function_name":"f","arguments":{"x":1}}],"observation":{"results":[{"source_call_id":"a","content":"1"}]}},
                      {"step_id":4,"source":"agent","message":"Executed g","tool_calls":[{"tool_call_id":"b","function_name":"g","arguments":{}}],"observation":{"results":[{"source_call_id":"b","content":[{"type":"text","text":"2"}]}]}},
                      {"step_id":5,"source":"agent","message":"Done.","metrics":{"prompt_tokens":12,"completion_tokens":1}}
                      """)))
          .isEqualTo(
              """
              s
                0 [9+2] "Both." | f {"x":1} -> 1 | g {} -> 2
                1 [12+1] "Done."
              """);
    }

    @Test
    void withoutMetricsAStepIsAReply() throws IOException {
      assertThat(
              recordings.transcript(
                  atif(
                      """
                      {"step_id":1,"source":"agent","message":"a"},
                      {"step_id":2,"source":"agent","message":"b","tool_calls":[{"tool_call_id":"a","function_name":"f","arguments":{}}]},
                      {"step_id":3,"source":"agent","llm_call_count":0,"message":"","tool_calls":[{"tool_call_id":"b","function_name":"g","arguments":{}}],"observation":{"results":[{"source_call_id":"b","content":"Error: no"}]}}
                      """)))
          .isEqualTo(
              """
              s
                0 "a"
                1 "b" | f {} -> (not recorded: aaaaaaaaaaaaaaab) | g {} -> Error: no !Error: no
              """);
    }

    @Test
    void aResultThatNamesNoCallIsOfAllCallsOfItsStep() throws IOException {
      assertThat(
              recordings.transcript(
                  atif(
                      """
                      {"step_id":1,"source":"agent","message":"","tool_calls":[{"tool_call_id":"a","function_name":"keys","arguments":{"k":"ls"}},{"tool_call_id":"b","function_name":"keys","arguments":{"k":"pwd"}}],"observation":{"results":[{"content":"screen"}]}},
                      {"step_id":2,"source":"agent","message":"mv a b","observation":{"results":[{"content":"done"}]}}
                      """)))
          .isEqualTo(
              """
              s
                0 | keys {"k":"ls"} -> screen | keys {"k":"pwd"} -> screen
                1 "mv a b" | action mv a b -> done
              """);
    }

    @Test
    void aFlagSaysMoreThanTheText() throws IOException {
      assertThat(
              recordings.transcript(
                  atif(
                      """
                      {"step_id":1,"source":"agent","message":"","tool_calls":[{"tool_call_id":"a","function_name":"f","arguments":{}}],"observation":{"results":[{"source_call_id":"a","content":"Error: of the log","extra":{"is_error":false}}]}},
                      {"step_id":2,"source":"agent","message":"","tool_calls":[{"tool_call_id":"b","function_name":"f","arguments":{}}],"observation":{"results":[{"source_call_id":"b","content":"nothing"}]},"extra":{"tool_result_is_error":true}}
                      """)))
          .isEqualTo(
              """
              s
                0 | f {} -> Error: of the log
                1 | f {} -> nothing !nothing
              """);
    }

    @Test
    void theUserACompactionAndWhatWasCopiedAreSeenAndSubAgentsAreRunsOfTheirOwn()
        throws IOException {
      assertThat(
              recordings.transcript(
                  """
                  {"schema_version":"ATIF-v1.7","trajectory_id":"s","steps":[
                    {"step_id":1,"source":"agent","message":"before","is_copied_context":true},
                    {"step_id":2,"source":"agent","message":"a"},
                    {"step_id":3,"source":"user","message":"Go on."},
                    {"step_id":4,"source":"agent","message":"b"},
                    {"step_id":5,"source":"system","message":"","extra":{"context_management":{"type":"compaction"}}},
                    {"step_id":6,"source":"agent","message":"c"}],
                   "subagent_trajectories":[
                    {"schema_version":"ATIF-v1.7","trajectory_id":"x","steps":[{"step_id":1,"source":"agent","message":"d"}],
                     "subagent_trajectories":[{"trajectory_id":"y","steps":[{"step_id":1,"source":"agent","message":"e"}]}]}]}
                  """))
          .isEqualTo(
              """
              s
                0 "a"
                1 user "b"
                2 compacted "c"
              s/x
                0 "d"
              s/x/y
                0 "e"
              """);
    }

    private static String atif(String steps) {
      return "{\"schema_version\":\"ATIF-v1.6\",\"session_id\":\"s\",\"steps\":[" + steps + "]}";
    }
  }

  @Nested
  class OfOpenHands {

    @Test
    void exitCodesAreErrorsAndPairsOfOldEvaluationsAreRead() throws IOException {
      assertThat(
              recordings.transcript(
                  """
                  {"instance_id":"i-1","resolved":false,"history":[[\
                  {"id":1,"source":"agent","action":"run","args":{"command":"make","thought":"Try."}},\
                  {"observation":"run","source":"agent","cause":1,"content":"no rule","extras":{"metadata":{"exit_code":2}}}],[\
                  {"id":3,"source":"agent","action":"run","args":{"command":"tail -f log","thought":""}},\
                  {"observation":"run","source":"agent","cause":3,"content":"...","extras":{"metadata":{"exit_code":-1}}}]]}
                  """))
          .isEqualTo(
              """
              i-1 failure
                0 "Try." | run {"command":"make"} -> no rule !exit code 2
                1 | run {"command":"tail -f log"} -> ...
              """);
    }

    @Test
    void actionsOfOneResponseAreOneTurn() throws IOException {
      assertThat(
              recordings.transcript(
                  """
                  [{"kind":"ActionEvent","source":"agent","thought":[],"action":{"kind":"A","p":1},"tool_name":"f","tool_call_id":"a","llm_response_id":"r"},\
                  {"kind":"ActionEvent","source":"agent","thought":[],"action":null,"tool_name":"g","tool_call_id":"b","tool_call":{"arguments":"{}"},"llm_response_id":"r"},\
                  {"kind":"ObservationEvent","source":"environment","tool_call_id":"a","observation":{"content":[{"type":"text","text":"x"}],"is_error":true}},\
                  {"kind":"AgentErrorEvent","source":"agent","tool_call_id":"b","error":"unknown tool"}]
                  """))
          .isEqualTo(
              """
              test
                0 | f {"p":1} -> x !x | g {} -> unknown tool !unknown tool
              """);
    }
  }

  @Nested
  class OfSpans {

    @Test
    void stepsAreOrderedByTheirStartAndASubAgentIsARunOfItsOwn() throws IOException {
      assertThat(
              recordings.transcript(
                  "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":["
                      + span("7", "6", "chat", 5, "")
                      + ','
                      + span("6", "5", "invoke_agent", 4, attribute("gen_ai.agent.name", "helper"))
                      + ','
                      + span("5", "1", "execute_tool", 3, tool("ask", "{}", "answer"))
                      + ','
                      + span("3", "1", "execute_tool", 2, tool("look", "{\\\"x\\\":1}", "seen"))
                      + ','
                      + span("2", "1", "chat", 1, "")
                      + ','
                      + span("1", "", "invoke_agent", 0, attribute("gen_ai.agent.name", "main"))
                      + "]}]}]}\n"))
          .isEqualTo(
              """
              t
                0 | look {"x":1} -> seen | ask {} -> answer
              t/helper-6
                0
              """);
    }

    @Test
    void layersOfOneCallCountOnce() throws IOException {
      assertThat(
              recordings.transcript(
                  "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":["
                      + span("1", "", "chat", 1, "")
                      + ','
                      + span("2", "1", "chat", 2, "")
                      + ','
                      + span("3", "", "execute_tool", 3, tool("f", "{}", "outer"))
                      + ','
                      + span("4", "3", "execute_tool", 4, tool("f", "{}", "inner"))
                      + "]}]}]}\n"))
          .isEqualTo(
              """
              t
                0 | f {} -> outer
              """);
    }

    @Test
    void contentThatWasNotCapturedIsNeverTakenForARepeatAndSaidSo() throws IOException {
      StringBuilder spans = new StringBuilder();
      for (int i = 1; i <= 9; i++) {
        spans.append(i == 1 ? "" : ",");
        spans.append(span("" + i, "", "execute_tool", i, attribute("gen_ai.tool.name", "f")));
      }

      String transcript =
          recordings.transcript(
              "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[" + spans + "]}]}]}\n");

      assertThat(transcript.lines().skip(1).map(line -> line.substring(4)))
          .hasSize(9)
          .doesNotHaveDuplicates();
      assertThat(recordings.problems)
          .singleElement()
          .asString()
          .startsWith("test.jsonl: 9 of 9 tool spans have neither arguments nor a result");
    }

    @Test
    void thatNothingOfATraceIsRecordedIsSaidToo() throws IOException {
      String spans = span("1", "", "chat", 1, "") + ',' + span("2", "", "chat", 2, "");

      recordings.transcript(
          "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[" + spans + "]}]}]}\n");

      assertThat(recordings.problems)
          .containsExactly(
              "test.jsonl: 2 of 2 model spans have neither messages nor an answer, nor calls beside"
                  + " them; such turns are never taken for idle. Let the instrumentation capture"
                  + " message content.");
    }

    @Test
    void whatAModelSaidNeedNotBeRecordedWhereItsCallsAre() throws IOException {
      String spans =
          span("1", "", "chat", 1, "")
              + ','
              + span("2", "", "execute_tool", 2, tool("f", "{}", "fine"));

      recordings.transcript(
          "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[" + spans + "]}]}]}\n");

      assertThat(recordings.problems).isEmpty();
    }

    private static String span(
        String id, String parent, String operation, long second, String attributes) {
      return """
      {"traceId":"t","spanId":"%s","parentSpanId":"%s","name":"%s x","startTimeUnixNano":"%d000000000",\
      "endTimeUnixNano":"%d500000000","attributes":[%s%s]}"""
          .formatted(
              id,
              parent,
              operation,
              second,
              second,
              attribute("gen_ai.operation.name", operation),
              attributes.isEmpty() ? "" : ',' + attributes);
    }

    private static String tool(String name, String arguments, String result) {
      return attribute("gen_ai.tool.name", name)
          + ','
          + attribute("gen_ai.tool.call.arguments", arguments)
          + ','
          + attribute("gen_ai.tool.call.result", result);
    }

    private static String attribute(String key, String value) {
      return "{\"key\":\"" + key + "\",\"value\":{\"stringValue\":\"" + value + "\"}}";
    }
  }
}
