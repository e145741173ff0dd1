package io.loophalt.compatibility;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.ValidationMessage;
import io.loophalt.compatibility.harness.EventLog;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.recorded.RecordedAgent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real event logs are as their published schema says, to the last field. */
class EventSchemaIT {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String WATCHED =
      """
      ceilings: {turns: 20, warn-at: 20%}
      weave: {models: [{method: io.loophalt.compatibility.recorded.RecordedAgent.complete,
        input-tokens: result.sent, output-tokens: result.received, tool-calls: result.calls,
        text: result.text, messages: argument0}]}
      events: {file: events.jsonl, steps: true}
      """;

  @TempDir Path folder;

  @OnEveryJdk
  void everyKindOfEventIsAsTheSchemaSaysAndHasNoOtherField(ForkedContainer container)
      throws IOException {
    assertThatRun(container.run(Applications.recorded(), new Guard.AtStart(WATCHED), folder))
        .endedWell()
        .reports("record-1.halted", true);

    JsonSchema schema = StrictSchema.ofEvents();
    Set<String> kinds = new LinkedHashSet<>();
    List<String> wrong = new ArrayList<>();
    List<String> lines = EventLog.lines(folder);
    for (String line : lines) {
      JsonNode event = JSON.readTree(line);
      kinds.add(event.path("event").asText());
      for (ValidationMessage each : schema.validate(event)) {
        wrong.add(each + " in " + line);
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(kinds)
        .containsExactlyInAnyOrder(
            "turn", "step", "progress", "reset", "intervention", "ceiling_warning", "run_end");
    assertThat(String.join("\n", lines))
        .as("contents, without 'capture'")
        .doesNotContain(
            RecordedAgent.PLANTED_ARGUMENT,
            RecordedAgent.PLANTED_SECRET,
            RecordedAgent.PLANTED_RESULT,
            RecordedAgent.PLANTED_PROMPT,
            "\"arguments\"");
  }

  @OnEveryJdk
  void capturedArgumentsAreThereWithoutTheirSecretsAndAsTheSchemaSays(ForkedContainer container)
      throws IOException {
    String configuration = WATCHED + "capture: {arguments: true, redact: ['page [0-9]+']}\n";
    assertThatRun(container.run(Applications.recorded(), new Guard.AtStart(configuration), folder))
        .endedWell();

    JsonSchema schema = StrictSchema.ofEvents();
    List<String> arguments = new ArrayList<>();
    for (String line : EventLog.lines(folder)) {
      JsonNode event = JSON.readTree(line);
      assertThat(schema.validate(event)).as(line).isEmpty();
      if (event.path("event").asText().equals("step")) {
        arguments.add(event.path("arguments").asText());
      }
    }
    assertThat(arguments)
        .startsWith(
            "{\"place\":\"[redacted]\",\"headers\":{\"token\":\"[redacted]\"}}",
            "{\"place\":\"[redacted]\"}",
            "{\"place\":\"planted-argument-4f9a\",\"headers\":{\"password\":\"[redacted]\"}}");
    assertThat(String.join("\n", EventLog.lines(folder)))
        .doesNotContain(
            RecordedAgent.PLANTED_SECRET,
            RecordedAgent.PLANTED_RESULT,
            RecordedAgent.PLANTED_PROMPT);
  }

  @Test
  void anUnknownFieldIsNoticedWhereverItStands() throws IOException {
    JsonSchema schema = StrictSchema.ofEvents();
    String reset =
        "{\"event\":\"reset\",\"time\":\"2026-11-24T02:00:00Z\",\"jvm\":\"1-a\",\"run\":\"r\","
            + "\"task\":\"t\",\"step\":-1%s}";
    String step =
        "{\"event\":\"ceiling_warning\",\"time\":\"2026-11-24T02:00:00Z\",\"jvm\":\"1-a\","
            + "\"run\":\"r\",\"task\":\"t\",\"ceiling\":\"turns\",\"used\":8,\"limit\":%s}";

    assertThat(schema.validate(JSON.readTree(reset.formatted("")))).isEmpty();
    assertThat(schema.validate(JSON.readTree(reset.formatted(",\"more\":1")))).isNotEmpty();
    assertThat(schema.validate(JSON.readTree(step.formatted("10")))).isEmpty();
    assertThat(schema.validate(JSON.readTree(step.formatted("\"10\"")))).isNotEmpty();
    assertThat(StrictSchema.read("events.schema.json").path("$id").asText())
        .isEqualTo("urn:loophalt:events:1");
  }
}
