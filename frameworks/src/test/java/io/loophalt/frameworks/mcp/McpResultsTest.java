package io.loophalt.frameworks.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a result of MCP's counts by. */
class McpResultsTest {

  /** As the SDK has it. */
  public record Result(List<?> content, @Nullable Object structuredContent) {}

  /** As the SDK has it. */
  public record TextContent(String text) {}

  @Test
  void structuredContentThatTheTextLeavesUnsaidCountsBesideIt() {
    assertThat(text(Map.of("rows", 5), "Job status attached."))
        .isEqualTo("Job status attached.\n{rows=5}");
  }

  @Test
  void withoutAnyTextItCountsAlone() {
    assertThat(text(Map.of("rows", 5))).isEqualTo("{rows=5}");
  }

  @Test
  void withoutStructuredContentTheTextsCount() {
    assertThat(text(null, "one")).isEqualTo("one");
    assertThat(text(null, "one", "two")).isEqualTo("one\ntwo\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"rows\": 5, \"state\": \"running\"}",
        " [{\"rows\": 5}]\n",
        "{\"rows\": 500}",
        "running: 5 rows",
        "5 rows copied, still RUNNING and running"
      })
  void aTextThatSaysItCountsAlone(String text) {
    assertThat(text(Map.of("rows", 5, "state", "running"), text)).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[INFO] running",
        "running: 15 rows",
        "running: 5.5 rows",
        "running: 1,5 rows",
        "running5 rows",
        "running, 50%"
      })
  void aPartOfAWordOrOfANumberSaysNothing(String text) {
    assertThat(text(Map.of("rows", 5), text)).isEqualTo(text + "\n{rows=5}");
  }

  @Test
  void aTextThatTheServerHasWrappedCountsOnce() {
    String text = "The cook said:\n\"no soup\" today. ";

    assertThat(text(Map.of("result", text), text)).isEqualTo(text);
  }

  @Test
  void structuredContentOfNothingLeavesATextThatSaysSoAlone() {
    Map<String, @Nullable Object> nothing = new LinkedHashMap<>();
    nothing.put("hits", List.of());
    nothing.put("count", 0);
    nothing.put("more", false);
    nothing.put("cursor", "");
    nothing.put("next", null);

    assertThat(text(nothing, "No results found")).isEqualTo("No results found");
  }

  @Test
  void valuesInsideOthersAreLookedFor() {
    Map<String, Object> jobs =
        Map.of("jobs", List.of(Map.of("id", "a"), Map.of("id", "b", "done", true)));

    assertThat(text(jobs, "jobs a and b")).isEqualTo("jobs a and b\n" + jobs);
    assertThat(text(jobs, "jobs a and b, done: true")).isEqualTo("jobs a and b, done: true");
  }

  private static String text(@Nullable Object structured, String... texts) {
    return McpResults.text(
        new Result(Arrays.stream(texts).map(TextContent::new).toList(), structured));
  }
}
