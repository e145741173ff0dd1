package io.loophalt.recordings.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls of tools and what came of them, in the forms in which agents keep their messages. */
class MessageFormsTest {

  private final Recordings recordings = new Recordings();

  /** As LangChain, Qwen and loops of one's own write them, beside the form of the API. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"tool_calls\":[{\"id\":\"c\",\"name\":\"f\",\"type\":\"tool_call\",\"args\":{\"a\":1}}]",
        "\"tool_calls\":[{\"id\":\"c\",\"name\":\"f\",\"arguments\":\"{\\\"a\\\":1}\"}]",
        "\"tool_calls\":[{\"id\":\"c\",\"name\":\"f\",\"parameters\":{\"a\":1}}]",
        "\"tool_calls\":[{\"id\":\"c\",\"function\":{\"name\":\"f\",\"arguments\":\"{\\\"a\\\":1}\"}}]",
        "\"tool_calls\":[{\"id\":\"c\",\"type\":\"custom\",\"custom\":{\"name\":\"f\",\"input\":\"{\\\"a\\\":1}\"}}]",
        "\"additional_kwargs\":{\"tool_calls\":[{\"id\":\"c\",\"function\":{\"name\":\"f\",\"arguments\":\"{\\\"a\\\":1}\"}}]}",
        "\"function_call\":{\"name\":\"f\",\"arguments\":\"{\\\"a\\\":1}\"}",
      })
  void callsBesideTheContent(String calls) throws IOException {
    String result =
        calls.startsWith("\"function_call\"")
            ? "\"role\":\"function\",\"name\":\"f\""
            : "\"role\":\"tool\",\"tool_call_id\":\"c\"";

    assertThat(
            recordings.transcript(
                "[{\"role\":\"assistant\",\"content\":\"\",%s},{%s,\"content\":\"done\"}]"
                    .formatted(calls, result)))
        .isEqualTo("test\n  0 | f {\"a\":1} -> done\n");
    assertThat(recordings.problems).isEmpty();
  }

  @Test
  void vercelsModelMessages() throws IOException {
    assertThat(
            recordings.transcript(
                """
                [{"role":"user","content":[{"type":"text","text":"Go."}]},
                 {"role":"assistant","content":[{"type":"reasoning","text":"Hm."},{"type":"text","text":"I do."},
                  {"type":"tool-call","toolCallId":"a","toolName":"f","input":{"q":1}},
                  {"type":"tool-call","toolCallId":"b","toolName":"g","args":{}},
                  {"type":"tool-call","toolCallId":"c","toolName":"h","input":{}},
                  {"type":"tool-call","toolCallId":"d","toolName":"i","input":{}}]},
                 {"role":"tool","content":[
                  {"type":"tool-result","toolCallId":"b","toolName":"g","result":{"n":[1]}},
                  {"type":"tool-result","toolCallId":"a","toolName":"f","output":{"type":"text","value":"fine"}},
                  {"type":"tool-result","toolCallId":"c","toolName":"h","output":{"type":"error-text","value":"gone"}},
                  {"type":"tool-error","toolCallId":"d","toolName":"i","error":"broken"}]},
                 {"role":"assistant","content":"Done."}]
                """))
        .isEqualTo(
            """
            test
              0 "I do." | f {"q":1} -> fine | g {} -> {"n":[1]} | h {} -> gone !gone | i {} -> broken !broken
              1 "Done."
            """);
    assertThat(recordings.problems).isEmpty();
  }

  @Test
  void bedrocksConverse() throws IOException {
    assertThat(
            recordings.transcript(
                """
                [{"role":"user","content":[{"text":"Go."}]},
                 {"role":"assistant","content":[{"reasoningContent":{"reasoningText":{"text":"Hm."}}},{"text":"I do."},
                  {"toolUse":{"toolUseId":"a","name":"f","input":{"q":1}}},{"toolUse":{"toolUseId":"b","name":"f","input":{"q":2}}}]},
                 {"role":"user","content":[
                  {"toolResult":{"toolUseId":"b","status":"error","content":[{"text":"gone"}]}},
                  {"toolResult":{"toolUseId":"a","status":"success","content":[{"text":"Error: of the log"},{"json":{"n":1}}]}}]},
                 {"role":"assistant","content":[{"text":"Done."},{"cachePoint":{"type":"default"}}]},
                 {"role":"user","content":[{"text":"And now?"}]},
                 {"role":"assistant","content":[{"text":"Done."}]}]
                """))
        .isEqualTo(
            """
            test
              0 "I do." | f {"q":1} -> Error: of the log
            {"json":{"n":1}} | f {"q":2} -> gone !gone
              1 "Done."
              2 user "Done."
            """);
    assertThat(recordings.problems).isEmpty();
  }

  @Test
  void toolsThatAnthropicCallsItself() throws IOException {
    assertThat(
            recordings.transcript(
                """
                [{"role":"assistant","content":[
                  {"type":"mcp_tool_use","id":"a","name":"f","server_name":"s","input":{"q":1}},
                  {"type":"mcp_tool_result","tool_use_id":"a","is_error":false,"content":[{"type":"text","text":"fine"}]},
                  {"type":"server_tool_use","id":"b","name":"bash_code_execution","input":{}},
                  {"type":"bash_code_execution_tool_result","tool_use_id":"b","content":{"stdout":"x"}},
                  {"type":"mcp_tool_use","id":"c","name":"f","server_name":"s","input":{"q":2}},
                  {"type":"mcp_tool_result","tool_use_id":"c","is_error":true,"content":[{"type":"text","text":"gone"}]}]}]
                """))
        .isEqualTo(
            """
            test
              0 | f {"q":1} -> fine | bash_code_execution {} -> {"stdout":"x"} | f {"q":2} -> gone !gone
            """);
    assertThat(recordings.problems).isEmpty();
  }

  @Test
  void itemsOfOpenAisResponses() throws IOException {
    assertThat(
            recordings.transcript(
                """
                [{"role":"user","content":"Go."},
                 {"type":"mcp_list_tools","id":"l","server_label":"s","tools":[]},
                 {"type":"reasoning","summary":[],"id":"r0"},
                 {"type":"computer_call","id":"x1","call_id":"a","action":{"type":"click"}},
                 {"type":"computer_call_output","call_id":"a","output":{"type":"computer_screenshot"}},
                 {"type":"local_shell_call","id":"x2","call_id":"b","action":{"command":["ls"]}},
                 {"type":"local_shell_call_output","id":"b","output":"Error: gone"},
                 {"type":"mcp_call","id":"c","name":"f","arguments":"{}","output":"fine","error":null},
                 {"type":"mcp_call","id":"d","name":"f","arguments":"{}","output":null,"error":"no such page"},
                 {"type":"web_search_call","id":"e","action":{"query":"q"}},
                 {"type":"code_interpreter_call","id":"f","code":"1+1","outputs":[{"type":"logs","logs":"2"}]},
                 {"type":"custom_tool_call","id":"x3","call_id":"g","name":"patch","input":"+1"},
                 {"type":"custom_tool_call_output","call_id":"g","output":"applied"}]
                """))
        .isEqualTo(
            """
            test
              0 | computer_call {"type":"click"} -> {"type":"computer_screenshot"}
              1 | local_shell_call {"command":["ls"]} -> Error: gone !Error: gone
              2 | f {} -> fine | f {} -> no such page !no such page\
             | web_search_call {"query":"q"} -> (not recorded: aaaaaaaaaaaaaaae)\
             | code_interpreter_call 1+1 -> {"type":"logs","logs":"2"} | patch +1 -> applied
            """);
    assertThat(recordings.problems).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"local_shell_call", "computer_call", "mcp_call"})
  void itemsOnLinesOfTheirOwn(String type) throws IOException {
    assertThat(
            recordings.transcript(
                """
                {"type":"TYPE","id":"x","call_id":"a","action":{}}
                {"type":"TYPE_output","call_id":"a","output":"1"}
                """
                    .replace("TYPE", type)))
        .isEqualTo("test\n  0 | %s {} -> 1\n".formatted(type));
    assertThat(recordings.problems).isEmpty();
  }

  @Test
  void rolesAsLangChainAndGeminiCallThem() throws IOException {
    assertThat(
            recordings.transcript(
                """
                [{"role":"human","content":"Go."},
                 {"role":"ai","content":"I do.","tool_calls":[{"id":"a","name":"f","args":{}}]},
                 {"role":"tool","tool_call_id":"a","status":"error","content":"gone"},
                 {"role":"model","content":[{"functionCall":{"name":"f","args":{}}}]},
                 {"role":"function","content":[{"functionResponse":{"name":"f","response":{"error":"gone"}}}]},
                 {"role":"developer","content":"Be quick."},
                 {"role":"ai","content":"Done."},
                 {"role":"human","content":"And now?"},
                 {"role":"ai","content":"Done."}]
                """))
        .isEqualTo(
            """
            test
              0 "I do." | f {} -> gone !gone
              1 | f {} -> {"error":"gone"} !gone
              2 "Done."
              3 user "Done."
            """);
    assertThat(recordings.problems).isEmpty();
  }

  /** Without ids, what came of parallel calls is found by the tool's name. */
  @Test
  void geminisContents() throws IOException {
    assertThat(
            recordings.transcript(
                """
                {"contents":[{"parts":[{"text":"Go."}]},
                 {"role":"model","parts":[{"text":"**Planning**","thought":true},{"text":"I do."},
                  {"functionCall":{"name":"f","args":{"q":1}},"thoughtSignature":"x"},{"functionCall":{"name":"g","args":{}}}]},
                 {"role":"user","parts":[{"functionResponse":{"name":"g","response":{"error":"gone"}}},
                  {"functionResponse":{"name":"f","response":{"result":2}}}]},
                 {"role":"model","parts":[{"function_call":{"id":"c","name":"f","args":{}}}]},
                 {"role":"user","parts":[{"function_response":{"id":"c","name":"f","response":{"output":"fine"}}}]},
                 {"role":"model","parts":[{"text":"Done."}]},
                 {"role":"user","parts":[{"text":"And now?"},{"inlineData":{"mimeType":"image/png","data":"x"}}]},
                 {"role":"model","parts":[{"text":"Done."}]}]}
                """))
        .isEqualTo(
            """
            test
              0 "I do." | f {"q":1} -> {"result":2} | g {} -> {"error":"gone"} !gone
              1 | f {} -> {"output":"fine"}
              2 "Done."
              3 user "Done."
            """);
    assertThat(recordings.problems).isEmpty();
  }

  @Test
  void langChainsMessages() throws IOException {
    assertThat(
            recordings.transcript(
                """
                [{"type":"system","content":"Be quick."},
                 {"type":"human","content":"Go."},
                 {"type":"ai","content":[{"type":"text","text":"I do."},{"type":"tool_use","id":"a","name":"f","input":{"q":1}}],
                  "tool_calls":[{"name":"f","args":{"q":1},"id":"a","type":"tool_call"},{"name":"g","args":{},"id":"b"}]},
                 {"type":"tool","content":"gone","tool_call_id":"b","id":"m1","status":"error"},
                 {"type":"tool","content":"2","tool_call_id":"a","id":"m2","status":"success"},
                 {"type":"AIMessageChunk","content":"","additional_kwargs":{"function_call":{"name":"f","arguments":"{}"}},
                  "tool_calls":[{"name":"f","args":{},"id":"c"}]},
                 {"type":"tool","content":"3","tool_call_id":"c"},
                 {"type":"ai","content":"Wait."},
                 {"type":"ai","content":"Done."},
                 {"type":"human","content":"And now?"},
                 {"type":"ai","content":"Done."}]
                """))
        .isEqualTo(
            """
            test
              0 "I do." | f {"q":1} -> 2 | g {} -> gone !gone
              1 | f {} -> 3
              2 "Wait."
              3 "Done."
              4 user "Done."
            """);
    assertThat(recordings.problems).isEmpty();
  }

  @Test
  void linesOfLangChainAreOfTheRunThatTheyName() throws IOException {
    assertThat(
            recordings.transcript(
                """
                {"session_id":"one","type":"human","data":{"content":"Go."}}
                {"session_id":"two","type":"human","data":{"content":"Go."}}
                {"session_id":"one","type":"ai","data":{"content":"","tool_calls":[{"name":"f","args":{},"id":"a"}]}}
                {"session_id":"two","type":"ai","data":{"content":"Done."}}
                {"type":"tool","data":{"content":"1","tool_call_id":"a"}}
                """))
        .isEqualTo("two\n  0 \"Done.\"\none\n  0 | f {} -> 1\n");
    assertThat(recordings.problems).isEmpty();
  }

  /** Their calls are written in a way that is not known: taken for talk, they would be judged. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"text\":\"Go.\"}]}",
        "{\"role\":\"user\",\"parts\":[{\"kind\":\"text\",\"text\":\"Go.\"}]}",
        "{\"parts\":[{\"name\":\"bolt\"}]}",
        "{\"type\":\"tool\",\"name\":\"f\"}",
      })
  void partsAndTypesOfOthersAreNoMessages(String other) throws IOException {
    assertThat(recordings.transcript('[' + other + "]\n")).isEmpty();
    assertThat(recordings.problems)
        .singleElement()
        .asString()
        .contains("none of the known formats");
  }

  @ParameterizedTest
  @ValueSource(strings = {"log", "thought"})
  void messagesOfUnknownRolesTakeNoResultsPlace(String role) throws IOException {
    assertThat(
            recordings.transcript(
                """
                [{"role":"assistant","content":"","tool_calls":[{"id":"a","function":{"name":"f","arguments":"{}"}}]},
                 {"role":"ROLE","content":"Calling f"},
                 {"role":"ROLE","id":"m1","content":"Calling f"},
                 {"role":"tool","tool_call_id":"a","content":"compiled"},
                 {"role":"assistant","content":"","tool_calls":[{"id":"b","function":{"name":"f","arguments":"{}"}}]},
                 {"role":"ROLE","content":"Calling f"},
                 {"role":"tool","tool_call_id":"b","content":"linked"}]
                """
                    .replace("ROLE", role)))
        .isEqualTo("test\n  0 | f {} -> compiled\n  1 | f {} -> linked\n");
    assertThat(recordings.problems)
        .containsExactly(
            "test.jsonl: not understood: messages of role '%s' (3); calls of tools that are written so are not judged, or never taken for repeats"
                .formatted(role));
  }

  @Test
  void messagesOfUnknownRolesAreResultsOfTheCallsOrToolsTheyName() throws IOException {
    assertThat(
            recordings.transcript(
                """
                [{"role":"assistant","content":"","tool_calls":[{"id":"a","name":"f","args":{}},{"id":"b","name":"g","args":{}},{"id":"c","name":"f","args":{}}]},
                 {"role":"g","content":"Error: gone"},
                 {"role":"bot","tool_call_id":"c","content":"3"},
                 {"role":"f","id":"m1","content":"1"}]
                """))
        .isEqualTo("test\n  0 | f {} -> 1 | g {} -> Error: gone !Error: gone | f {} -> 3\n");
    assertThat(recordings.problems).isEmpty();
  }

  @Test
  void messagesOfUnknownRolesAreResultsOfCallsThatNothingCouldName() throws IOException {
    assertThat(
            recordings.transcript(
                """
                [{"role":"assistant","content":"","function_call":{"name":"f","arguments":"{}"}},
                 {"role":"bot","content":"1"}]
                """))
        .isEqualTo("test\n  0 | f {} -> 1\n");
    assertThat(recordings.problems)
        .containsExactly(
            "test.jsonl: not understood: messages of role 'bot' (1); calls of tools that are written so are not judged, or never taken for repeats");
  }

  @Test
  void whatIsNotUnderstoodIsTold() throws IOException {
    recordings.transcript(
        """
        [{"role":"user","content":[{"type":"image","source":{}},{"type":"text","text":"Go."}]},
         {"role":"assistant","content":[{"type":"agent_step","call":"f"},{"type":"agent_step","call":"f"}]},
         {"type":"robot_move","to":1},
         {"role":"assistant","content":[{"thinking":"Hm."},{"invoke":{"f":1}}]},
         {"role":"critic","content":"Better."}]
        """);

    assertThat(recordings.problems)
        .containsExactly(
            "test.jsonl: not understood: blocks of type 'agent_step' (2), messages of type"
                + " 'robot_move' (1), blocks with 'thinking' (1), blocks with 'invoke' (1), messages"
                + " of role 'critic' (1); calls of tools that are written so are not judged, or"
                + " never taken for repeats");
  }

  @Test
  void callsWhoseToolIsNotKnownAreNeverAlikeUnlessAllOfThemIs() throws IOException {
    assertThat(
            recordings.transcript(
                """
                [{"role":"assistant","tool_calls":[{"id":"a","invoke":{"f":1}},{"invoke":{"f":1}},{"invoke":{"f":2}}]}]
                """))
        .contains("{\"id\":\"a\",\"invoke\":{\"f\":1}}", "{\"invoke\":{\"f\":2}}");
    assertThat(recordings.problems)
        .containsExactly(
            "test.jsonl: not understood: calls without a tool's name (3); calls of tools that are"
                + " written so are not judged, or never taken for repeats");
  }
}
