package io.loophalt.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.fingerprint.TextDigest;
import java.util.Locale;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.StringLength;

/** What holds for every error text. */
class ErrorNormalizerPropertyTest {

  @Property(tries = 500)
  void theNormalFormOfAnyTextIsItsOwnNormalForm(@ForAll("anyText") String text) {
    String normal = ErrorNormalizer.normalize(text);
    assertThat(ErrorNormalizer.normalize(normal))
        .as("normalised twice: <%s>", text)
        .isEqualTo(normal);
  }

  @Property(tries = 3000)
  void theNormalFormOfTextMadeOfTrickyPiecesIsItsOwnNormalForm(@ForAll("trickyText") String text) {
    String normal = ErrorNormalizer.normalize(text);
    assertThat(ErrorNormalizer.normalize(normal))
        .as("normalised twice: <%s>", text)
        .isEqualTo(normal);
  }

  @Property(tries = 500)
  void theDigestIsThatOfTheNormalForm(@ForAll("trickyText") String text) {
    assertThat(ErrorNormalizer.digest(text))
        .as("digest of <%s>", text)
        .isEqualTo(TextDigest.of(ErrorNormalizer.normalize(text)));
  }

  @Property(tries = 200)
  void theDigestOfLongTextIsThatOfTheNormalForm(@ForAll("trickyText") String text) {
    String longText = (text + "x").repeat(1 + 8_000 / (text.length() + 1));
    assertThat(ErrorNormalizer.digest(longText))
        .isEqualTo(TextDigest.of(ErrorNormalizer.normalize(longText)));
  }

  @Property(tries = 200)
  void lineNumbersMakeNoDifference(
      @ForAll("templates") ErrorTemplate template,
      @ForAll @IntRange(max = 1_000_000) int first,
      @ForAll @IntRange(max = 1_000_000) int second) {
    assertAlike(template, "Foo.java:" + first, "Foo.java:" + second);
    assertAlike(template, "line " + first, "line " + second);
    assertAlike(template, "(" + first + ", " + second + ")", "(" + second + ", " + first + ")");
    assertAlike(template, "a.py:" + first + ":" + second, "a.py:" + second + ":" + first);
  }

  @Property(tries = 200)
  void addressesMakeNoDifference(
      @ForAll("templates") ErrorTemplate template, @ForAll long first, @ForAll long second) {
    assertAlike(template, "0x" + Long.toHexString(first), "0x" + Long.toHexString(second));
    assertAlike(template, "0x" + upperHex(first), "0x" + upperHex(second));
    assertAlike(
        template,
        "a.b.Foo@" + Integer.toHexString((int) first),
        "a.b.Foo@" + Integer.toHexString((int) second));
  }

  @Property(tries = 200)
  void timesMakeNoDifference(
      @ForAll("templates") ErrorTemplate template,
      @ForAll @LongRange(min = 0, max = 4_000_000_000_000L) long first,
      @ForAll @LongRange(min = 0, max = 4_000_000_000_000L) long second) {
    java.time.Instant one = java.time.Instant.ofEpochMilli(first);
    java.time.Instant other = java.time.Instant.ofEpochMilli(second);
    assertAlike(template, one.toString(), other.toString());
    java.time.LocalDateTime oneLocal = one.atOffset(java.time.ZoneOffset.UTC).toLocalDateTime();
    java.time.LocalDateTime otherLocal = other.atOffset(java.time.ZoneOffset.UTC).toLocalDateTime();
    assertAlike(template, oneLocal.toLocalDate().toString(), otherLocal.toLocalDate().toString());
    var clock =
        java.time.format.DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss,SSS", Locale.ROOT);
    assertAlike(template, clock.format(oneLocal), clock.format(otherLocal));
    assertAlike(
        template,
        java.time.Duration.ofMillis(first + 1).toString(),
        java.time.Duration.ofMillis(second + 1).toString());
    assertAlike(template, first + " ms", second / 1000 + "." + second % 1000 + "s");
  }

  @Property(tries = 200)
  void uuidsMakeNoDifference(
      @ForAll("templates") ErrorTemplate template,
      @ForAll("uuids") UUID first,
      @ForAll("uuids") UUID second) {
    assertAlike(template, first.toString(), second.toString());
    assertAlike(template, first.toString(), second.toString().toUpperCase(Locale.ROOT));
  }

  @Property(tries = 200)
  void directoriesMakeNoDifference(
      @ForAll("templates") ErrorTemplate template,
      @ForAll("directories") String first,
      @ForAll("directories") String second) {
    assertAlike(template, first + "config.py", second + "config.py");
    assertAlike(template, "\"" + first + "Makefile\"", "\"" + second + "Makefile\"");
  }

  @Property(tries = 200)
  void anotherMessageTemplateIsAnotherError(
      @ForAll("templates") ErrorTemplate first,
      @ForAll("templates") ErrorTemplate second,
      @ForAll int value) {
    if (first.equals(second)) {
      return;
    }
    assertThat(ErrorNormalizer.normalize(first.with("line " + value)))
        .isNotEqualTo(ErrorNormalizer.normalize(second.with("line " + value)));
  }

  @Property(tries = 200)
  void anotherWordIsAnotherError(
      @ForAll @AlphaChars @StringLength(min = 1, max = 12) String first,
      @ForAll @CharRange(from = 'a', to = 'z') @StringLength(min = 1, max = 12) String second) {
    if (first.equals(second)) {
      return;
    }
    assertThat(ErrorNormalizer.normalize("cannot find symbol '" + first + "' in 3 files"))
        .isNotEqualTo(ErrorNormalizer.normalize("cannot find symbol '" + second + "' in 3 files"));
  }

  @Provide
  Arbitrary<ErrorTemplate> templates() {
    return ErrorTemplate.any();
  }

  @Provide
  Arbitrary<UUID> uuids() {
    return Combinators.combine(Arbitraries.longs(), Arbitraries.longs()).as(UUID::new);
  }

  @Provide
  Arbitrary<String> directories() {
    Arbitrary<String> names =
        Arbitraries.of(
            "home",
            "run-12",
            "tmp",
            "v1.2",
            "a_b",
            "pytest-of-root",
            "0",
            "2026-11-22",
            "é",
            "$x",
            "@scope");
    Arbitrary<String> posix = names.list().ofMaxSize(5).map(list -> "/" + slashed(list, "/"));
    Arbitrary<String> relative = names.list().ofMaxSize(5).map(list -> "./" + slashed(list, "/"));
    Arbitrary<String> windows = names.list().ofMaxSize(5).map(list -> "C:\\" + slashed(list, "\\"));
    return Arbitraries.oneOf(posix, relative, windows);
  }

  private static String slashed(java.util.List<String> names, String separator) {
    StringBuilder path = new StringBuilder();
    names.forEach(name -> path.append(name).append(separator));
    return path.toString();
  }

  @Provide
  Arbitrary<String> anyText() {
    Arbitrary<String> ascii = Arbitraries.strings().withCharRange('\0', '\u00FF').ofMaxLength(60);
    return Arbitraries.oneOf(Arbitraries.strings().all().ofMaxLength(60), ascii);
  }

  @Provide
  Arbitrary<String> trickyText() {
    return Arbitraries.of(
            "/",
            "\\",
            ":",
            "//",
            "://",
            "\\\\",
            ".",
            "..",
            "-",
            "@",
            "<",
            ">",
            "<n>",
            "<id>",
            "<uuid>",
            "<duration>",
            "n",
            "id",
            "C",
            "C:",
            "C:\\",
            "c",
            "s",
            "ms",
            "5",
            "12",
            "123456",
            "2026",
            "-01",
            "-01-02",
            "T",
            "T10:11",
            "10:11:12",
            ":11",
            "Z",
            "+01:00",
            "P",
            "PT",
            "1D",
            "5S",
            "0x",
            "0X1F",
            "ab",
            "abcdef",
            "deadbeef",
            "deadbeef-abcd-abcd-abcd-abcdefabcdef",
            "550e8400-e29b-41d4-a716-446655440000",
            "file",
            "http",
            "x",
            "x.y",
            "foo",
            ".py",
            "~",
            "$",
            "%",
            "+",
            "_",
            "e",
            "E",
            "e5",
            ",",
            "=",
            "'",
            "\"",
            "(",
            ")",
            "[",
            "]",
            ";",
            " ",
            "  ",
            "\t",
            "\n",
            "\r\n",
            "\n\tat ",
            "at ",
            "a.b(",
            "C.java:1)",
            "File \"",
            "\", line 3, in ",
            "... ",
            "more",
            " more",
            "\u001B[31m",
            "\u001B",
            "\u001B[",
            "m",
            "\u001B]8;;",
            "\u0007",
            "\uD83D",
            "\uDE00",
            "é",
            "\u00A0",
            "\u2028",
            "µs",
            "Foo@",
            "]",
            "#",
            "&",
            "?",
            "!",
            "{",
            "}",
            "`",
            "\\n",
            "\\\\?\\",
            "\\\\srv\\x",
            "file:/",
            "jar:",
            "/x/y/",
            "x\\y\\",
            "Program Files",
            "GET ",
            "Thu, ",
            "Jan 1",
            " 10:00:00",
            " CET",
            " AM",
            "01/Jan/2026",
            "20260101T100000Z",
            "[Europe/Berlin]",
            "E1122 ",
            "W20260101 ",
            "10:00:00.123456",
            " 12345 x.cc:1]",
            "2026-W01-7",
            "2026W017",
            "-W01")
        .list()
        .ofMaxSize(12)
        .map(pieces -> String.join("", pieces));
  }

  private static String upperHex(long value) {
    return Long.toHexString(value).toUpperCase(Locale.ROOT);
  }

  private static void assertAlike(ErrorTemplate template, String first, String second) {
    assertThat(ErrorNormalizer.normalize(template.with(first)))
        .as("<%s> and <%s>", template.with(first), template.with(second))
        .isEqualTo(ErrorNormalizer.normalize(template.with(second)));
  }
}
