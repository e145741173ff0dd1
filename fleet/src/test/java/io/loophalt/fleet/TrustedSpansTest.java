package io.loophalt.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.recordings.assembly.GenAiSpan;
import io.loophalt.recordings.assembly.OwnRun;
import io.loophalt.recordings.assembly.TraceTree;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which runs spans name, and whom that is believed. */
class TrustedSpansTest {

  private static final SpanReader TRUSTING = new SpanReader("agent.run", "order");

  @Test
  void theTrustedAttributeNamesTheRunOfItsSpanWhateverElseTheTraceSays() throws Exception {
    Map<String, List<GenAiSpan>> runs =
        runs(
            TRUSTING,
            span("1", "", "\"gen_ai.conversation.id\"", "\"chat\""),
            span("2", "0", "\"agent.run\"", "\"job-1\""),
            span("3", "0", "\"agent.run\"", "\"job-2\""));

    assertThat(runs.keySet().stream().map(OwnRun::name))
        .containsExactly(null, "order/job-1", "order/job-2");
    assertThat(runs.keySet()).contains("chat");
  }

  @Test
  void whereNoAttributeIsTrustedNoneNamesARun() throws Exception {
    assertThat(runs(SpanReader.TRUSTING_NONE, span("1", "", "\"agent.run\"", "\"job-1\"")))
        .containsOnlyKeys("trace");
  }

  /** What a tenant would have to be called to be taken for the run of another. */
  @ParameterizedTest
  @ValueSource(
      strings = {"order/job-1", "\\u0001order/job-1\\u0001", "\\u0001order/job-1\\u0001\\u0001"})
  void noConversationAndNoTraceIsTakenForATrustedRun(String impostor) throws Exception {
    String conversation = span("1", "", "\"gen_ai.conversation.id\"", '"' + impostor + '"');
    String trace = span("1", "", "\"x\"", "\"\"").replace("\"trace\"", '"' + impostor + '"');
    for (String span : List.of(conversation, trace)) {
      List<GenAiSpan> spans = read(TRUSTING, span);
      TraceTree tree = new TraceTree();
      spans.forEach(tree::take);

      assertThat(tree.all(spans.get(0).traceId()).keySet()).noneMatch(OwnRun::is);
    }
  }

  /** An agent inside a trusted run is none, and its name and its span's id can be anything. */
  @Test
  void anAgentInsideATrustedRunIsNotTakenForIt() throws Exception {
    String around =
        span("9\\u0001", "1", "\"agent.run\"", "\"job-1\"").replace("chat", "invoke_agent");
    String outer = span("1", "", "\"agent.run\"", "\"job-1\"").replace("chat", "invoke_agent");
    Map<String, List<GenAiSpan>> runs =
        runs(TRUSTING, outer, around, span("2", "9\\u0001", "\"agent.run\"", "\"job-1\""));

    assertThat(runs).hasSize(1);
    assertThat(runs.keySet()).allMatch(OwnRun::is).noneMatch(run -> OwnRun.name(run) != null);
    assertThat(runs.keySet()).allMatch(run -> "order/job-1".equals(OwnRun.around(run)));
  }

  @Test
  void aSpanThatNamesNoRunIsOfThatWhichTheNearestOneAroundItNames() throws Exception {
    Map<String, List<GenAiSpan>> runs =
        runs(
            TRUSTING,
            span("1", "", "\"agent.run\"", "\"job-1\""),
            span("2", "1", "\"agent.run\"", "\"job-2\"").replace("chat", "invoke_agent"),
            span("3", "2", "\"x\"", "\"\"").replace("chat", "invoke_agent"),
            span("4", "3", "\"x\"", "\"\""));

    assertThat(runs.keySet()).hasSize(2);
    assertThat(runs.keySet().stream().map(OwnRun::around))
        .containsExactlyInAnyOrder("order/job-1", "order/job-2");
    assertThat(runs.keySet().stream().map(OwnRun::name)).contains(null, "order/job-1");
  }

  @Test
  void whatIsNoTrustedRunIsInsideNone() {
    assertThat(OwnRun.around("order/job-1")).isNull();
    assertThat(OwnRun.around("trace/agent-1")).isNull();
    assertThat(OwnRun.around("")).isNull();
  }

  /** As where the spans around them, which end last, are still to come. */
  @Test
  void eachOfSeveralTrustedRunsOfOneTraceIsItselfWhileTheSpansAroundThemAreUnknown()
      throws Exception {
    TraceTree tree = new TraceTree();
    read(TRUSTING, span("1", "a", "\"agent.run\"", "\"job-1\"")).forEach(tree::take);
    read(TRUSTING, span("2", "b", "\"agent.run\"", "\"job-2\"")).forEach(tree::take);
    assertThat(
            tree.until("trace", span -> span.endNanos() <= 10).keySet().stream().map(OwnRun::name))
        .containsExactly("order/job-1", "order/job-2");

    TraceTree goesOn = restored(tree);
    read(TRUSTING, span("3", "b", "\"agent.run\"", "\"job-2\"")).forEach(goesOn::take);
    read(TRUSTING, span("4", "c", "\"agent.run\"", "\"job-2\"")).forEach(goesOn::take);

    assertThat(
            goesOn.until("trace", span -> span.endNanos() <= 10).keySet().stream()
                .map(OwnRun::name))
        .containsExactly("order/job-2", null);
  }

  private static TraceTree restored(TraceTree tree) throws IOException {
    ByteArrayOutputStream saved = new ByteArrayOutputStream();
    tree.save(new DataOutputStream(saved));
    TraceTree restored = new TraceTree();
    restored.restore(
        new DataInputStream(new ByteArrayInputStream(saved.toByteArray())), TraceTree.FORM);
    return restored;
  }

  @ParameterizedTest
  @ValueSource(strings = {"\" \"", "\"\"", "\"a\\u0001b\"", "\"a\\nb\""})
  void whatIsNoIdIsNotBelieved(String id) throws Exception {
    assertThat(runs(TRUSTING, span("1", "", "\"agent.run\"", id))).containsOnlyKeys("trace");
  }

  private static Map<String, List<GenAiSpan>> runs(SpanReader reader, String... spans)
      throws IOException {
    TraceTree tree = new TraceTree();
    for (String each : spans) {
      read(reader, each).forEach(tree::take);
    }
    return tree.all("trace");
  }

  private static List<GenAiSpan> read(SpanReader reader, String span) throws IOException {
    String request = "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[" + span + "]}]}]}";
    return SpansRead.by(reader, request.getBytes(StandardCharsets.UTF_8));
  }

  private static String span(String id, String parent, String key, String value) {
    return "{\"traceId\":\"trace\",\"spanId\":\""
        + id
        + "\",\"parentSpanId\":\""
        + parent
        + "\",\"name\":\"chat\",\"startTimeUnixNano\":\"1\",\"endTimeUnixNano\":\"2\",\"attributes\":["
        + "{\"key\":\"gen_ai.operation.name\",\"value\":{\"stringValue\":\"chat\"}},"
        + "{\"key\":"
        + key
        + ",\"value\":{\"stringValue\":"
        + value
        + "}}]}";
  }
}
