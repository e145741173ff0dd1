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
    tree.take(span("2", "root-a", 2, Operation.TOOL, "a"));
    tree.take(span("3", "root-b", 3, Operation.TOOL, "b"));
    assertThat(ids(tree.until(TRACE, span -> true)))
        .isEqualTo(Map.of(TRACE, List.of("2"), "b", List.of("3")));

    TraceTree restored = restored(tree);
    restored.take(span("4", "2", 4, Operation.MODEL, ""));
    restored.take(span("5", "3", 5, Operation.MODEL, ""));

    Map<String, List<GenAiSpan>> runs = restored.all(TRACE);
    assertThat(ids(runs)).isEqualTo(Map.of(TRACE, List.of("4"), "b", List.of("5")));
    assertThat(runs.keySet()).filteredOn(run -> restored.endsWith(TRACE, run)).containsOnly(TRACE);
  }

  /**
   * As Microsoft's instrumentation says it: the answer before is what the next one goes on from.
   */
  @Test
  void whatAnAgentsModelAndToolSpansNameMakesNoRunsInWhateverOrderTheyArrive() {
    List<GenAiSpan> spans =
        List.of(
            span("agent", "", 0, Operation.AGENT, ""),
            span("chat-1", "agent", 1, Operation.MODEL, ""),
            span("call-1", "agent", 2, Operation.TOOL, "answer-0"),
            span("chat-2", "agent", 3, Operation.MODEL, "answer-1"),
            span("call-2", "agent", 4, Operation.TOOL, ""),
            span("chat-3", "agent", 5, Operation.MODEL, "answer-2"));
    List<GenAiSpan> reversed = new ArrayList<>(spans);
    Collections.reverse(reversed);
    List<String> all = List.of("chat-1", "call-1", "chat-2", "call-2", "chat-3");

    assertThat(ids(tree(spans).all(TRACE))).isEqualTo(Map.of("answer-0", all));
    assertThat(ids(tree(reversed).all(TRACE))).isEqualTo(Map.of("answer-0", all));
  }

  @Test
  void whereAnAgentsSpanNamesAConversationItIsThatOfItsModelSpansToo() {
    TraceTree tree =
        tree(
            List.of(
                span("eval", "", 0, Operation.OTHER, ""),
                span("agent-a", "eval", 1, Operation.AGENT, "a"),
                span("chat-1", "agent-a", 2, Operation.MODEL, "answer-1"),
                span("turn", "agent-a", 3, Operation.OTHER, ""),
                span("chat-2", "turn", 4, Operation.MODEL, "answer-2"),
                span("agent-b", "eval", 5, Operation.AGENT, "b"),
                span("chat-3", "agent-b", 6, Operation.MODEL, "answer-3")));

    assertThat(ids(tree.all(TRACE)))
        .isEqualTo(Map.of("a", List.of("chat-1", "chat-2"), "b", List.of("chat-3")));
  }

  /** As where it is judged while the agent's span, which ends last, is still to come. */
  @Test
  void whatIsInsideASpanThatIsStillToComeGoesOnAsItWasTold() throws IOException {
    TraceTree tree =
        tree(
            List.of(
                span("chat-1", "agent", 1, Operation.MODEL, ""),
                span("chat-2", "agent", 2, Operation.MODEL, "answer-1"),
                span("chat-3", "agent", 3, Operation.MODEL, "answer-2"),
                span("other-1", "agent-2", 4, Operation.MODEL, "answer-3")));
    assertThat(ids(tree.until(TRACE, span -> true)))
        .isEqualTo(
            Map.of(
                "answer-1", List.of("chat-1", "chat-2", "chat-3"), "answer-3", List.of("other-1")));

    TraceTree restored = restored(tree);
    restored.take(span("chat-4", "agent", 5, Operation.MODEL, "answer-4"));
    restored.take(span("other-2", "agent-2", 6, Operation.MODEL, "answer-5"));
    assertThat(ids(restored.until(TRACE, span -> true)))
        .isEqualTo(Map.of("answer-1", List.of("chat-4"), "answer-3", List.of("other-2")));

    restored.take(span("chat-5", "agent", 7, Operation.MODEL, "answer-6"));
    restored.take(span("agent", "", 0, Operation.AGENT, ""));
    assertThat(ids(restored.all(TRACE))).containsEntry("answer-1", List.of("chat-5"));
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

  @Test
  void layersWithoutContentsMayLieInLayers() {
    TraceTree tree =
        tree(
            List.of(
                hidden("chain", "", 0),
                model("outer", "chain", 1, "So.", 0),
                hidden("middle", "outer", 2),
                hidden("inner", "middle", 3)));

    assertThat(tree.all(TRACE).get(TRACE))
        .singleElement()
        .satisfies(
            span -> {
              assertThat(span.spanId()).isEqualTo("outer");
              assertThat(span.inputTokens()).as("of the innermost").isEqualTo(7);
            });
  }

  /** As where a client that calls the tools itself is traced around all that it does. */
  @Test
  void aModelSpanAroundSeveralOrAroundAToolIsNoLayerOfACall() {
    List<GenAiSpan> several =
        List.of(
            model("outer", "", 0, "So.", 0),
            hidden("middle", "outer", 1),
            hidden("first", "middle", 2),
            hidden("second", "middle", 4));
    List<GenAiSpan> loop =
        List.of(
            model("outer", "", 0, "So.", 0),
            hidden("first", "outer", 1),
            span("call", "outer", 2, Operation.TOOL, ""),
            hidden("second", "outer", 4));
    List<GenAiSpan> tool =
        List.of(
            model("outer", "", 0, "So.", 0),
            hidden("first", "outer", 1),
            span("wrapped", "outer", 2, Operation.OTHER, ""),
            span("call", "wrapped", 3, Operation.TOOL, ""));
    List<GenAiSpan> reversed = new ArrayList<>(loop);
    Collections.reverse(reversed);

    assertThat(ids(tree(several).all(TRACE))).isEqualTo(Map.of(TRACE, List.of("first", "second")));
    assertThat(ids(tree(loop).all(TRACE)))
        .isEqualTo(Map.of(TRACE, List.of("first", "call", "second")));
    assertThat(ids(tree(reversed).all(TRACE)))
        .isEqualTo(Map.of(TRACE, List.of("first", "call", "second")));
    assertThat(ids(tree(tool).all(TRACE))).isEqualTo(Map.of(TRACE, List.of("first", "call")));
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
