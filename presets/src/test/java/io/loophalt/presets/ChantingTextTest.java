package io.loophalt.presets;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;

/** The index by hash chains finds what the rule, written down word by word, finds. */
class ChantingTextTest {

  @Property(tries = 300)
  void itFindsWhatTheRuleSays(@ForAll("contents") List<String> contents) {
    ChantingText actual = new ChantingText();
    RuleAsWritten rule = new RuleAsWritten();
    int found = 0;

    for (int i = 0; i < contents.size(); i++) {
      boolean expected = rule.add(contents.get(i));
      found += expected ? 1 : 0;
      assertThat(actual.add(contents.get(i)))
          .as("content %d of %s", i, contents)
          .isEqualTo(expected);
    }
    Statistics.label("chants")
        .collect(found > 0)
        .coverage(c -> c.check(true).percentage(p -> p > 5));
  }

  @Example
  void fiveContinuationsInTurnAreAChantAndSixAreNone() {
    assertThat(new ChantingText().add(continuations(5))).as("5 continuations").isTrue();
    assertThat(new ChantingText().add(continuations(6))).as("6 continuations").isFalse();
  }

  /** One beginning twenty times over, followed by so many different words in turn. */
  private static String continuations(int different) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 20; i++) {
      text.append("so let me now look at the next one of the files there, which is ");
      text.append("abcdef".charAt(i % different)).append(". ");
    }
    return text.toString();
  }

  @Provide
  Arbitrary<List<String>> contents() {
    Arbitrary<String> phrase =
        Arbitraries.of(
            "let me look at that file once more, it must be there. ",
            "now i will try again. ",
            "ab",
            "the build is still red, i should run it again and see what it says this time. ");
    Arbitrary<String> repeated =
        phrase.flatMap(p -> Arbitraries.integers().between(1, 14).map(p::repeat));
    Arbitrary<String> unlike =
        Arbitraries.strings().withCharRange('a', 'e').ofMinLength(1).ofMaxLength(400);
    Arbitrary<String> longText =
        Arbitraries.strings().withCharRange('a', 'z').ofLength(30).map(s -> s.repeat(160) + "!");
    return Arbitraries.frequencyOf(
            net.jqwik.api.Tuple.of(6, repeated),
            net.jqwik.api.Tuple.of(2, unlike),
            net.jqwik.api.Tuple.of(1, longText))
        .list()
        .ofMinSize(1)
        .ofMaxSize(16);
  }

  /** The rule of the conformance vectors for text without mark-up, sentence for sentence. */
  private static final class RuleAsWritten {

    private String text = "";
    private int position;
    private final Map<String, List<Integer>> positions = new HashMap<>();

    boolean add(String content) {
      text += content;
      int excess = text.length() - 5000;
      if (excess > 0) {
        text = text.substring(excess);
        position = Math.max(0, position - excess);
        positions.values().forEach(list -> list.replaceAll(p -> p - excess));
        positions.values().forEach(list -> list.removeIf(p -> p < 0));
      }
      while (position + 50 <= text.length()) {
        List<Integer> same =
            positions.computeIfAbsent(
                text.substring(position, position + 50), piece -> new ArrayList<>());
        same.add(position);
        if (chants(same)) {
          return true;
        }
        position++;
      }
      return false;
    }

    private boolean chants(List<Integer> same) {
      if (same.size() < 10) {
        return false;
      }
      List<Integer> last = same.subList(same.size() - 10, same.size());
      Set<String> between = new HashSet<>();
      for (int i = 1; i < 10; i++) {
        between.add(text.substring(last.get(i - 1), last.get(i)));
      }
      return (last.get(9) - last.get(0)) / 9.0 <= 250 && between.size() <= 5;
    }
  }
}
