package io.loophalt.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.loophalt.configuration.schema.ConfigException;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever happens to a file, it is either a configuration or refused in one line. */
class ScrambledFileTest {

  private static final String VALID =
      """
      # Everything once.
      mode: act
      preset: standard
      ladder: &slow [{at: 3, do: nudge, message: "Try another way."}, {at: 5, do: halt}]
      ceilings: {steps: 200, total-tokens: 200_000, wall-clock: 10m, cost: 5.00, warn-at: 80%,
                 tool-calls: {total: 100, "search*": 20}, idle-turns: 5}
      detectors:
        polling: {mode: observe, ladder: {nudge: 8, halt: 12}, window: 20}
        identical-call: off
      tasks:
        code-search: {preset: karimo, ladder: *slow, on-halt: finish}
      tools:
        "read_*": {effect: read, action-class: search, files: [path], ignore-arguments: [id]}
      weave:
        tool-annotations: [com.acme.MyTool]
        tools: ["com.acme.Loop.dispatch(java.lang.String)", {method: a.B.c, effect: write}]
      prices:
        "gpt-4o*": {input: 2.50, cached-input: 1.25, output: 10.00}
      events: {file: events.jsonl, max-size: 10MB}
      idle-gap: 1h30m
      max-runs: 10_000
      """;

  private static final List<String> SNIPPETS =
      List.of(
          "",
          " ",
          "\n",
          "\t",
          "\r",
          "  ",
          ":",
          ": ",
          "-",
          "- ",
          "{",
          "}",
          "[",
          "]",
          "&a ",
          "*a",
          "*slow",
          "<<: *slow",
          "!!int ",
          "|",
          ">",
          "'",
          "\"",
          "#",
          "?",
          "%",
          "@",
          "`",
          "~",
          "null",
          "0",
          "-1",
          "99999999999999999999",
          "1e999999999",
          ".5",
          "._",
          "P",
          "PT",
          "5m",
          "none",
          "true",
          "\u0000",
          "\u0007",
          "\u0085",
          "\u2028",
          "\uFEFF",
          "\uD83D\uDE00",
          "---\n",
          "...\n",
          "%YAML 1.1\n",
          "%TAG ! x\n",
          "(",
          ")",
          "a.b(",
          "*",
          "\\",
          "\"\\x\"",
          "\"\\0\"");

  private record Edit(int position, int dropped, String inserted) {

    String applyTo(String text) {
      int from = Math.floorMod(position, text.length() + 1);
      int to = Math.min(text.length(), from + dropped);
      return text.substring(0, from) + inserted + text.substring(to);
    }
  }

  @Provide
  Arbitrary<List<Edit>> edits() {
    return Combinators.combine(
            Arbitraries.integers().between(0, VALID.length()),
            Arbitraries.integers().between(0, 12),
            Arbitraries.of(SNIPPETS))
        .as(Edit::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(6);
  }

  @Property(tries = 1_500)
  void aScrambledFileIsReadOrRefusedInOneLine(@ForAll("edits") List<Edit> edits) {
    String text = VALID;
    for (Edit edit : edits) {
      text = edit.applyTo(text);
    }
    readOrRefuse(text.getBytes(StandardCharsets.UTF_8));
  }

  @Property(tries = 300)
  void bytesAreReadOrRefusedInOneLine(@ForAll byte[] bytes) {
    readOrRefuse(bytes);
  }

  private static void readOrRefuse(byte[] bytes) {
    try {
      String text = SourceText.of("loophalt.yaml", new ByteArrayInputStream(bytes));
      assertThat(
              new ConfigLoader(new SampleCatalog(), new SampleFrameworks())
                  .parse("loophalt.yaml", text))
          .isNotNull();
    } catch (ConfigException refused) {
      assertThat(refused.getMessage())
          .as("the message is one line that begins with the place")
          .startsWith("loophalt.yaml:")
          .doesNotContainPattern("\\R|\\p{Cntrl}");
      assertThat(refused.line()).isPositive();
      assertThat(refused.column()).isPositive();
    } catch (RuntimeException e) {
      fail("only ConfigException may refuse a file, not " + e, e);
    }
  }
}
