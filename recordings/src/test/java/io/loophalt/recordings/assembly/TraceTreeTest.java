package io.loophalt.recordings.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.recordings.assembly.GenAiSpan.Operation;
import io.loophalt.recordings.assembly.GenAiSpan.Requested;
import io.loophalt.recordings.assembly.GenAiSpan.Response;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which run each span of a trace is of. */
class TraceTreeTest {

  private static final String TRACE = "trace";

  /** As where one process evaluates an agent, and traces that as a whole. */
  @Test
  void conversationsOfOneTraceAreRunsOfTheirOwnInWhateverOrderTheirSpansArrive() {
    List<GenAiSpan> spans =
        List.of(
            span("eval", "", 0, Operation.OTHER, ""),
            span("agent-a", "eval", 1, Operation.AGENT, "a"),
            span("model-a", "agent-a", 2, Operation.MODEL, "a"),
            span("tool-a", "agent-a", 3, Operation.TOOL, ""),
            span("model-b", "eval", 4, Operation.MODEL, "b"),
            span("model-a2", "eval", 5, Operation.MODEL, "a"),
            span("judge", "eval", 6, Operation.MODEL, ""));
    Map<String, List<String>> runs =
        Map.of("a", List.of("model-a", "tool-a", "model-a2", "judge"), "b", List.of("model-b"));
    List<GenAiSpan> reversed = new ArrayList<>(spans);
    Collections.reverse(reversed);

    assertThat(ids(tree(spans).all(TRACE))).isEqualTo(runs);
    assertThat(ids(tree(reversed).all(TRACE))).isEqualTo(runs);
  }

  /** As many instrumentations say it: on some of the spans. */
  @Test
  void theOnlyConversationOfATraceIsThatOfAllItsSpans() {
    TraceTree tree =
        tree(
            List.of(
                span("root", "", 0, Operation.AGENT, ""),
                span("model", "root", 1, Operation.MODEL, ""),
                span("sub", "root", 2, Operation.AGENT, "a"),
                span("inner", "sub", 3, Operation.MODEL, "a")));

    assertThat(ids(tree.all(TRACE)))
        .isEqualTo(Map.of("a", List.of("model"), "a/agent-sub", List.of("inner")));
  }

  /** Each time the same conversation is asked, another span is around it. */
  @Test
  void anAgentThatBeginsAConversationAmongOthersIsNotInsideAnother() {
    TraceTree tree =
        tree(
            List.of(
                span("root", "", 0, Operation.AGENT, ""),
                span("turn-1", "root", 1, Operation.AGENT, "a"),
                span("model-1", "turn-1", 2, Operation.MODEL, ""),
                span("sub", "turn-1", 3, Operation.AGENT, "a"),
                span("inner", "sub", 4, Operation.MODEL, ""),
                span("turn-2", "root", 5, Operation.AGENT, "b"),
                span("model-2", "turn-2", 6, Operation.MODEL, ""),
                span("turn-3", "root", 7, Operation.AGENT, "a"),
                span("model-3", "turn-3", 8, Operation.MODEL, "")));

    assertThat(ids(tree.all(TRACE)))
        .isEqualTo(
            Map.of(
                "a", List.of("model-1", "model-3"),
                "a/agent-sub", List.of("inner"),
                "b", List.of("model-2")));
  }

  /** What goes on with a trace whose beginning was told without a conversation. */
  @Test
  void conversationsThatAreHeardOfLaterAreKnownWhereTheTreeIsSaved() throws IOException {
    TraceTree tree = tree(List.of(span("1", "", 1, Operation.MODEL, "")));
    assertThat(ids(tree.until(TRACE, span -> true))).containsOnlyKeys(TRACE);
    tree.take(span("2", "root", 2, Operation.TOOL, "a"));
    tree.take(span("3", "root", 3, Operation.TOOL, "b"));
    assertThat(ids(tree.until(TRACE, span -> true)))
        .isEqualTo(Map.of(TRACE, List.of("2"), "b", List.of("3")));

    TraceTree restored = restored(tree);
    restored.take(span("4", "2", 4, Operation.MODEL, ""));
    restored.take(span("5", "3", 5, Operation.MODEL, ""));

    Map<String, List<GenAiSpan>> runs = restored.all(TRACE);
    assertThat(ids(runs)).isEqualTo(Map.of(TRACE, List.of("4"), "b", List.of("5")));
    assertThat(runs.keySet()).filteredOn(run -> restored.endsWith(TRACE, run)).containsOnly(TRACE);
  }

  /** As of LangChain's messages around the spans of a provider's SDK, which has none by default. */
  @Test
  void ofModelSpansInsideEachOtherTheContentsCountWhereverTheyStand() {
    TraceTree tree = tree(List.of(model("outer", "", 0, "So.", 0), hidden("inner", "outer", 1)));

    assertThat(tree.all(TRACE).get(TRACE))
        .singleElement()
        .satisfies(
            span -> {
              assertThat(span.spanId()).isEqualTo("outer");
              assertThat(span.text()).isEqualTo("So.");
              assertThat(span.userSaid()).isEqualTo("Hello?");
              assertThat(span.inputTokens()).as("those of the inner one").isEqualTo(7);
              assertThat(span.outputTokens()).isEqualTo(7);
            });
  }

  @Test
  void ofModelSpansInsideEachOtherThatHaveContentsTheInnermostCounts() {
    TraceTree tree =
        tree(
            List.of(
                model("outer", "", 0, "So.", 5),
                hidden("middle", "outer", 1),
                model("inner", "middle", 2, "Here.", 5)));

    assertThat(ids(tree.all(TRACE))).isEqualTo(Map.of(TRACE, List.of("inner")));
  }

  /** A call is tried again, and layers lie in layers. */
  @Test
  void ofSeveralModelSpansWithoutContentsInsideOneItCountsOnceForAll() {
    TraceTree tree =
        tree(
            List.of(
                hidden("chain", "", 0),
                model("outer", "chain", 1, "So.", 0),
                hidden("middle", "outer", 2),
                hidden("first", "middle", 3),
                hidden("second", "middle", 5)));

    assertThat(tree.all(TRACE).get(TRACE))
        .singleElement()
        .satisfies(
            span -> {
              assertThat(span.spanId()).isEqualTo("outer");
              assertThat(span.inputTokens()).as("of the innermost").isEqualTo(14);
            });
  }

  @Test
  void whereNoneHasContentsTheInnermostCounts() {
    TraceTree tree = tree(List.of(hidden("outer", "", 0), hidden("inner", "outer", 1)));

    assertThat(ids(tree.all(TRACE))).isEqualTo(Map.of(TRACE, List.of("inner")));
  }

  /** It ends a moment before, and what it lacks is known already. */
  @Test
  void anInnerModelSpanWithoutContentsWaitsForTheEndOfTheOneAroundIt() {
    TraceTree tree = tree(List.of(model("outer", "", 0, "So.", 0), hidden("inner", "outer", 1)));

    assertThat(ids(tree.until(TRACE, span -> span.spanId().equals("inner")))).isEmpty();
    assertThat(tree.untold()).extracting(GenAiSpan::spanId).containsExactly("outer", "inner");
    assertThat(ids(tree.all(TRACE))).isEqualTo(Map.of(TRACE, List.of("outer")));
  }

  @Test
  void aModelSpanWhoseInnerOneWasToldCountsNoMore() {
    TraceTree tree = tree(List.of(hidden("inner", "outer", 1)));
    assertThat(ids(tree.until(TRACE, span -> true))).isEqualTo(Map.of(TRACE, List.of("inner")));

    tree.take(model("outer", "", 0, "So.", 0));

    assertThat(ids(tree.all(TRACE))).isEqualTo(Map.of(TRACE, List.of()));
  }

  private static GenAiSpan model(String id, String parent, long start, String text, int tokens) {
    return span(
        id, parent, start, Operation.MODEL, "", "Hello?", List.of(), text, List.of(), tokens);
  }

  private static GenAiSpan hidden(String id, String parent, long start) {
    String said = GenAiSpan.NOT_RECORDED;
    return span(id, parent, start, Operation.MODEL, "", said, List.of(), "", List.of(), 7);
  }

  private static TraceTree tree(List<GenAiSpan> spans) {
    TraceTree tree = new TraceTree();
    spans.forEach(tree::take);
    return tree;
  }

  private static TraceTree restored(TraceTree tree) throws IOException {
    ByteArrayOutputStream saved = new ByteArrayOutputStream();
    tree.save(new DataOutputStream(saved));
    TraceTree restored = new TraceTree();
    restored.restore(
        new DataInputStream(new ByteArrayInputStream(saved.toByteArray())), TraceTree.FORM);
    return restored;
  }

  private static Map<String, List<String>> ids(Map<String, List<GenAiSpan>> runs) {
    Map<String, List<String>> ids = new TreeMap<>();
    runs.forEach((run, spans) -> ids.put(run, spans.stream().map(GenAiSpan::spanId).toList()));
    return ids;
  }

  private static GenAiSpan span(
      String id, String parent, long start, Operation operation, String conversation) {
    return span(id, parent, start, operation, conversation, null, List.of(), "", List.of(), 0);
  }

  private static GenAiSpan span(
      String id,
      String parent,
      long start,
      Operation operation,
      String conversation,
      @Nullable String userSaid,
      List<Response> responses,
      String text,
      List<Requested> requested,
      int tokens) {
    return new GenAiSpan(
        TRACE,
        id,
        parent,
        start,
        start + 1,
        operation,
        conversation,
        "",
        "",
        "",
        null,
        null,
        null,
        "",
        tokens,
        tokens,
        userSaid,
        responses,
        text,
        requested);
  }
}
