package io.loophalt.recordings.spans;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loophalt.recordings.assembly.GenAiSpan;
import io.loophalt.recordings.assembly.GenAiSpan.Operation;
import io.loophalt.recordings.assembly.GenAiSpan.Requested;
import io.loophalt.recordings.assembly.GenAiSpan.Response;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GenAiSpansTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @ParameterizedTest
  @CsvSource({
    "gen_ai.operation.name, chat, MODEL",
    "gen_ai.operation.name, execute_tool, TOOL",
    "gen_ai.operation.name, call_llm, MODEL",
    "gen_ai.operation.name, embeddings, OTHER",
    "openinference.span.kind, LLM, MODEL",
    "openinference.span.kind, CHAIN, OTHER",
    "traceloop.span.kind, tool, TOOL",
    "traceloop.span.kind, workflow, OTHER",
    "langfuse.observation.type, generation, MODEL",
    "langfuse.observation.type, span, OTHER",
    "mlflow.spanType, '\"TOOL\"', TOOL",
    "ai.operationId, ai.generateText.doGenerate, MODEL",
    "ai.operationId, ai.generateText, AGENT",
    "spring.ai.kind, tool_call, TOOL",
    "http.request.method, POST, OTHER"
  })
  void theKindOfWorkIsSaidByManyNames(String name, String value, Operation operation) {
    assertThat(read("chat gpt-4o", Map.of(name, value)).operation()).isEqualTo(operation);
  }

  @Test
  void aNameThatSaysNothingMakesWayForOneThatDoes() {
    assertThat(
            read("x", Map.of("gen_ai.operation.name", "framework", "spring.ai.kind", "tool_call"))
                .operation())
        .isEqualTo(Operation.TOOL);
  }

  /** Some write the schema of a tool there: the same for each call. */
  @Test
  void theParametersOfAToolAreNotTakenForItsArguments() {
    GenAiSpan call =
        read(
            "f",
            Map.of(
                "openinference.span.kind", "TOOL",
                "tool.parameters", "{\"type\":\"object\"}",
                "input.value", "{\"q\":1}"));

    assertThat(call.arguments()).isEqualTo("{\"q\":1}");
  }

  /** LangChain's spans have no attribute for it. */
  @Test
  void theMessageInWhichAResultStandsSaysOfWhichCallItIs() {
    String message = "{\"output\":{\"content\":\"sunny\",\"tool_call_id\":\"c1\"}}";
    Map<String, String> call = Map.of("openinference.span.kind", "TOOL", "output.value", message);
    Map<String, String> named = new HashMap<>(call);
    named.put("tool_call.id", "c2");

    assertThat(read("f", call).callId()).isEqualTo("c1");
    assertThat(read("f", call).result()).isEqualTo("sunny");
    assertThat(read("f", named).callId()).isEqualTo("c2");
  }

  /** Contents that an instrumentation hides are the same each time, and mean nothing. */
  @Test
  void whatIsHiddenIsNotRecorded() {
    GenAiSpan ofAdk =
        read(
            "execute_tool f",
            Map.of(
                "gen_ai.operation.name", "execute_tool",
                "gcp.vertex.agent.tool_call_args", "{}",
                "gcp.vertex.agent.tool_response", "{}"));
    GenAiSpan ofOpenInference =
        read(
            "f",
            Map.of(
                "openinference.span.kind", "TOOL",
                "input.value", "__REDACTED__",
                "output.value", "__REDACTED__"));
    GenAiSpan without =
        read(
            "execute_tool f",
            Map.of(
                "gen_ai.operation.name", "execute_tool",
                "gcp.vertex.agent.tool_call_args", "{}",
                "gcp.vertex.agent.tool_response", "{\"result\":1}"));

    assertThat(ofAdk.arguments()).isNull();
    assertThat(ofAdk.result()).isNull();
    assertThat(ofOpenInference.arguments()).isNull();
    assertThat(ofOpenInference.result()).isNull();
    assertThat(without.arguments()).isEqualTo("{}");
  }

  /** A tool's JSON, in an event of the conventions up to 1.36. */
  @Test
  void anEventMayHoldJsonThatSomebodySays() {
    ObjectNode span = span("chat m", Map.of("gen_ai.operation.name", "chat"));
    ArrayNode events = span.putArray("events");
    ObjectNode answered = events.addObject().put("name", "gen_ai.tool.message");
    put(answered, "id", "c1");
    put(answered, "content", "{\"temp\":20}");
    put(events.addObject().put("name", "gen_ai.user.message"), "content", "{\"order\":4711}");
    put(events.addObject().put("name", "gen_ai.choice"), "message", "{\"answer\":1}");

    GenAiSpan read = GenAiSpans.of(span);
    assertThat(read.responses()).containsExactly(new Response("c1", "{\"temp\":20}"));
    assertThat(read.userSaid()).isEqualTo("{\"order\":4711}");
    assertThat(read.text()).isEqualTo("{\"answer\":1}");
  }

  /** Of the conventions of 1.27: all messages as JSON, in one event for each side. */
  @Test
  void anEventMayHoldAllMessages() {
    ObjectNode span = span("chat m", Map.of("gen_ai.operation.name", "chat"));
    ArrayNode events = span.putArray("events");
    put(
        events.addObject().put("name", "gen_ai.content.prompt"),
        "gen_ai.prompt",
        """
        [{"role":"user","content":"Hello?"},
         {"role":"assistant","tool_calls":[{"id":"c1","function":{"name":"f","arguments":"{}"}}]},
         {"role":"tool","tool_call_id":"c1","content":"seen"}]""");
    put(
        events.addObject().put("name", "gen_ai.content.completion"),
        "gen_ai.completion",
        """
        [{"role":"assistant","content":"So.",
          "tool_calls":[{"id":"c2","function":{"name":"g","arguments":"{}"}}]}]""");

    GenAiSpan read = GenAiSpans.of(span);
    assertThat(read.userSaid()).isNull();
    assertThat(read.responses()).containsExactly(new Response("c1", "seen"));
    assertThat(read.requested()).containsExactly(new Requested("c2", "g", "{}"));
    assertThat(read.text()).isEqualTo("So.");
  }

  /** At the beginning of its trace it would stand before all that it came after. */
  @Test
  void aSpanThatLacksOneOfItsTimesHasTheOther() {
    Map<String, String> call = Map.of("gen_ai.operation.name", "execute_tool");

    GenAiSpan ended = GenAiSpans.of(span("f", call).put("endTimeUnixNano", "7000000"));
    GenAiSpan begun = GenAiSpans.of(span("f", call).put("startTimeUnixNano", "5000000"));

    assertThat(ended.startNanos()).isEqualTo(7_000_000);
    assertThat(begun.endNanos()).isEqualTo(5_000_000);
  }

  /** Ids in it would make each answer look new. */
  @Test
  void jsonOfAnUnknownFormIsNotWhatTheModelSaid() {
    assertThat(
            read(
                    "llm",
                    Map.of(
                        "mlflow.spanType", "\"LLM\"",
                        "mlflow.spanOutputs", "{\"id\":\"r1\",\"data\":[1]}"))
                .text())
        .isEmpty();
    assertThat(
            read(
                    "llm",
                    Map.of(
                        "mlflow.spanType", "\"LLM\"",
                        "mlflow.spanOutputs",
                            "{\"generations\":[[{\"text\":\"So.\",\"message\":{\"content\":\"So.\",\"type\":\"ai\"}}]]}"))
                .text())
        .isEqualTo("So.");
  }

  /** A program may drive the agent on, or a person: who cannot see it must not judge it. */
  @Test
  void whatAModelWasSentIsRecordedInAKnownFormOrNot() {
    String kind = "gen_ai.operation.name";
    String sent = "gen_ai.input.messages";
    String system =
        "[{\"role\":\"system\",\"parts\":[{\"type\":\"text\",\"content\":\"Think.\"}]}]";
    String cutOff = "[{\"role\":\"user\",\"parts\":[{\"type\":\"te";

    assertThat(read("chat", Map.of(kind, "chat", sent, system)).userSaid()).isNull();
    assertThat(read("chat", Map.of(kind, "chat", sent, cutOff)).userSaid())
        .isEqualTo(GenAiSpan.NOT_RECORDED);
    assertThat(read("chat", Map.of(kind, "chat", "gen_ai.prompt", "user: Hello?")).userSaid())
        .isEqualTo(GenAiSpan.NOT_RECORDED);
    assertThat(read("chat", Map.of(kind, "chat", "gen_ai.prompt", "[\"Hello?\"]")).userSaid())
        .isEqualTo(GenAiSpan.NOT_RECORDED);
    assertThat(read("f", Map.of(kind, "execute_tool")).userSaid()).isNull();
  }

  /** As {@code any-agent} calls them. */
  @Test
  void anAnswerMayBeATextAlone() {
    GenAiSpan answered =
        read("call_llm m", Map.of("gen_ai.operation.name", "call_llm", "gen_ai.output", "So."));
    GenAiSpan called =
        read(
            "execute_tool f",
            Map.of(
                "gen_ai.operation.name", "execute_tool",
                "gen_ai.tool.args", "{}",
                "gen_ai.output", "seen"));

    assertThat(answered.text()).isEqualTo("So.");
    assertThat(called.arguments()).isEqualTo("{}");
    assertThat(called.result()).isEqualTo("seen");
  }

  /** OpenAI's Responses: each item of an answer stands by itself. */
  @Test
  void anAnswerMayBeAListOfItems() {
    GenAiSpan answered =
        read(
            "response",
            Map.of(
                "langfuse.observation.type",
                "generation",
                "langfuse.observation.input",
                """
                [{"role":"user","content":"Hello?"},
                 {"type":"function_call","call_id":"c1","name":"f","arguments":"{}"},
                 {"type":"function_call_output","call_id":"c1","output":"seen"}]""",
                "langfuse.observation.output",
                """
                {"output":[{"type":"reasoning","summary":[]},
                 {"type":"function_call","call_id":"c2","id":"fc_1","name":"g","arguments":"{}"},
                 {"type":"message","role":"assistant","content":[{"type":"output_text","text":"So."}]}]}"""));

    assertThat(answered.userSaid()).isNull();
    assertThat(answered.responses()).containsExactly(new Response("c1", "seen"));
    assertThat(answered.requested()).containsExactly(new Requested("c2", "g", "{}"));
    assertThat(answered.text()).isEqualTo("So.");
  }

  /** Responses that name no call are those of the calls before them, in their order. */
  @Test
  void aResponseMayNameNoCall() {
    GenAiSpan asked =
        read(
            "generation",
            Map.of(
                "langfuse.observation.type",
                "generation",
                "langfuse.observation.input",
                """
                [{"role":"assistant","content":"","tool_calls":[
                   {"id":"c1","function":{"name":"f","arguments":"{}"}},
                   {"id":"c2","function":{"name":"g","arguments":"{}"}}]},
                 {"role":"f","content":"one"},{"role":"g","content":"two"}]"""));

    assertThat(asked.responses())
        .containsExactly(new Response("c1", "one"), new Response("c2", "two"));
  }

  /** A call without an id has one of its own, so that two of them are not one. */
  @Test
  void aCallMayHaveNoId() {
    Map<String, String> answer =
        Map.of(
            "openinference.span.kind", "LLM",
            "llm.output_messages.0.message.role", "assistant",
            "llm.output_messages.0.message.tool_calls.0.tool_call.function.name", "f",
            "llm.output_messages.0.message.tool_calls.1.tool_call.function.name", "f");

    assertThat(read("llm", answer).requested())
        .extracting(Requested::id)
        .doesNotHaveDuplicates()
        .doesNotContain("");
  }

  @Test
  void aListThatAPersonSaysIsNoListOfParts() {
    String said = "[{\"order\":4711},{\"order\":4712}]";

    assertThat(
            read(
                    "llm",
                    Map.of(
                        "openinference.span.kind", "LLM",
                        "llm.input_messages.0.message.role", "user",
                        "llm.input_messages.0.message.content", said))
                .userSaid())
        .isEqualTo(said);
  }

  /** Attributes of a list are in no order, and ten comes after nine. */
  @Test
  void messagesStandInTheOrderOfTheirNumbers() {
    ObjectNode span = span("llm", Map.of("openinference.span.kind", "LLM"));
    for (int i = 11; i >= 0; i--) {
      String message = "llm.output_messages." + i + ".message.";
      put(span, message + "role", "assistant");
      put(span, message + "content", String.valueOf((char) ('a' + i)));
    }

    assertThat(GenAiSpans.of(span).text().replace("\n", "")).isEqualTo("abcdefghijkl");
  }

  /** The conventions up to 1.36, as an attribute of Pydantic AI's or as events of Azure's. */
  @Test
  void messagesMayBeEvents() {
    ObjectNode ofPydantic =
        span(
            "chat m",
            Map.of(
                "gen_ai.operation.name",
                "chat",
                "events",
                """
                [{"event.name":"gen_ai.user.message","content":"Hello?","role":"user"},
                 {"event.name":"gen_ai.choice","index":0,"message":{"role":"assistant",
                  "content":"So.","tool_calls":[{"id":"c1","type":"function",
                   "function":{"name":"f","arguments":{}}}]}}]"""));
    ObjectNode ofAzure = span("chat m", Map.of("gen_ai.operation.name", "chat"));
    ArrayNode events = ofAzure.putArray("events");
    put(
        events.addObject().put("name", "gen_ai.user.message"),
        "gen_ai.event.content",
        "{\"content\":\"Hello?\"}");
    put(
        events.addObject().put("name", "gen_ai.choice"),
        "gen_ai.event.content",
        """
        {"message":{"content":"So.","tool_calls":[{"id":"c1","type":"function",
          "function":{"name":"f","arguments":"{}"}}]}}""");

    for (ObjectNode span : new ObjectNode[] {ofPydantic, ofAzure}) {
      GenAiSpan read = GenAiSpans.of(span);
      assertThat(read.userSaid()).isEqualTo("Hello?");
      assertThat(read.text()).isEqualTo("So.");
      assertThat(read.requested()).containsExactly(new Requested("c1", "f", "{}"));
    }
  }

  /** What the exporter has cut off is not recorded; the rest of the span is. */
  @Test
  void aTextThatWasCutOffIsNoMessage() {
    GenAiSpan cut =
        read(
            "chat m",
            Map.of(
                "gen_ai.operation.name", "chat",
                "gen_ai.usage.input_tokens", "7",
                "gen_ai.input.messages", "[{\"role\":\"user\",\"parts\":[{\"ty"));

    assertThat(cut.userSaid()).isEqualTo(GenAiSpan.NOT_RECORDED);
    assertThat(cut.inputTokens()).isEqualTo(7);
  }

  private static GenAiSpan read(String name, Map<String, String> attributes) {
    return GenAiSpans.of(span(name, attributes));
  }

  private static ObjectNode span(String name, Map<String, String> attributes) {
    ObjectNode span = JSON.createObjectNode().put("spanId", "1").put("name", name);
    attributes.forEach((key, value) -> put(span, key, value));
    return span;
  }

  private static void put(ObjectNode holder, String key, String value) {
    holder
        .withArray("attributes")
        .addObject()
        .put("key", key)
        .putObject("value")
        .put("stringValue", value);
  }
}
