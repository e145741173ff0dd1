package io.loophalt.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What holds of leaving out whatever the parts and the text are. */
class VolatilePartsPropertyTest {

  /** Of what texts and patterns meet in: quotes, braces, stars, ends of lines. */
  private static final List<String> PIECES =
      List.of(
          "{",
          "}",
          "[",
          "]",
          ",",
          ":",
          "\"",
          "\\",
          "\n",
          "\r",
          " ",
          "*",
          "**",
          "id",
          "\"id\":",
          "\"a\": ",
          "{\"id\": 7, ",
          "\"x\"",
          "17",
          "true",
          "x=",
          "&",
          "é",
          "\uD83D",
          "\t",
          "\u0000");

  @Property(tries = 8_000)
  void leavingOutTwiceIsTheSameAsOnce(
      @ForAll("parts") VolatileParts parts, @ForAll("texts") String text) {
    String left = parts.leaveOut(text);

    assertThat(parts.leaveOut(left)).as("%s of <%s>", parts, text).isEqualTo(left);
  }

  @Property(tries = 3_000)
  void whatIsAnyTextIsAPartOrRefusedAndNothingElse(
      @ForAll("texts") String part, @ForAll("texts") String text) {
    VolatileParts parts = partsOf(List.of(part));

    assertThat(parts.leaveOut(text)).isNotNull();
  }

  @Property(tries = 2_000)
  void textsThatDifferInAPartAloneBecomeOne(
      @ForAll("tokens") String one, @ForAll("tokens") String other, @ForAll("tokens") String rest) {
    VolatileParts parts = VolatileParts.of("$..request_id", "request *", "seen **");
    String template = "{\"request_id\": \"%s\", \"of\": [\"request %s, seen %s\"], \"n\": \"%s\"}";

    assertThat(parts.leaveOut(template.formatted(one, one, one, rest)))
        .isEqualTo(parts.leaveOut(template.formatted(other, other, other, rest)));
    assertThat(parts.leaveOut(template.formatted(one, one, one, rest)))
        .isNotEqualTo(parts.leaveOut(template.formatted(one, one, one, rest + "x")));
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.of(PIECES).list().ofMaxSize(24).map(pieces -> String.join("", pieces));
  }

  @Provide
  Arbitrary<String> tokens() {
    return Arbitraries.strings().alpha().numeric().withChars('-', '_', '.').ofMinLength(1);
  }

  /** Mostly right ones; what is refused is left out of the list. */
  @Provide
  Arbitrary<VolatileParts> parts() {
    Arbitrary<String> likely =
        Arbitraries.of(
            "$.id",
            "$..id",
            "$.a.id",
            "$.a",
            "$[*]",
            "$.*",
            "$[0]",
            "id*",
            "x=*",
            "x=**",
            "\"a\": *",
            "\"a\": **",
            "{**",
            ",**",
            "* ",
            "a * b",
            "id * **",
            "\"id\":*,",
            "17*",
            "=*&*");
    return Arbitraries.oneOf(likely, texts())
        .list()
        .ofMinSize(1)
        .ofMaxSize(4)
        .map(VolatilePartsPropertyTest::partsOf);
  }

  private static VolatileParts partsOf(List<String> written) {
    List<String> right = new ArrayList<>();
    for (String part : written) {
      try {
        VolatileParts.of(part);
        right.add(part);
      } catch (IllegalArgumentException refused) {
        assertThat(refused).hasMessageMatching("(?s).{10,}");
      }
    }
    return VolatileParts.of(right);
  }
}
