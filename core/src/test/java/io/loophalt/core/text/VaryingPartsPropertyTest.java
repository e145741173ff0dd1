package io.loophalt.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.UUID;
import java.util.function.Function;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What both digests of an error leave out, and what neither does. */
class VaryingPartsPropertyTest {

  @Property(tries = 3000)
  void textsThatDifferOnlyInAPartThatVariesAreAlike(
      @ForAll("templates") ErrorTemplate template, @ForAll("varyingPairs") Pair pair) {
    assertAlike(template.with(pair.first()), template.with(pair.second()));
  }

  @Property(tries = 1000)
  void inQuotesTheyAreAlikeAsWell(
      @ForAll("templates") ErrorTemplate template, @ForAll("varyingPairs") Pair pair) {
    assertAlike(
        template.with("\"" + pair.first() + "\""), template.with("\"" + pair.second() + "\""));
    assertAlike(template.with("'" + pair.first() + "'"), template.with("'" + pair.second() + "'"));
  }

  @Property(tries = 1000)
  void inJsonTheyAreAlikeAsWell(
      @ForAll("templates") ErrorTemplate template, @ForAll("varyingPairs") Pair pair) {
    assertAlike(json(template.with(pair.first())), json(template.with(pair.second())));
  }

  @Property(tries = 3000)
  void anotherTemplateIsAnotherErrorWhateverVariesInIt(
      @ForAll("templates") ErrorTemplate first,
      @ForAll("templates") ErrorTemplate second,
      @ForAll("varyingPairs") Pair pair) {
    Assume.that(!first.equals(second));
    assertDifferent(first.with(pair.first()), second.with(pair.second()));
  }

  @Property(tries = 500)
  void anotherFileIsAnotherErrorWhateverItsDirectory(
      @ForAll("templates") ErrorTemplate template,
      @ForAll("directories") String first,
      @ForAll("directories") String second) {
    assertDifferent(template.with(first + "main.py"), template.with(second + "test.py"));
  }

  @Property(tries = 500)
  void anotherEndpointIsAnotherError(
      @ForAll("templates") ErrorTemplate template,
      @ForAll("methods") String method,
      @ForAll("words") String first,
      @ForAll("words") String second) {
    Assume.that(!first.equals(second));
    String one = "/" + first + "/list";
    String other = "/" + second + "/list";
    assertDifferent(template.with(method + " " + one), template.with(method + " " + other));
    assertDifferent(template.with("http://host" + one), template.with("http://host" + other));
  }

  @Property(tries = 500)
  void directoriesThatTheCallAskedAboutTellFailuresApart(
      @ForAll("words") String first, @ForAll("words") String second) {
    Assume.that(!first.equals(second));
    for (String form : new String[] {"%s/config.py", "/srv/%s/config.py", "/srv/%s/"}) {
      String one = String.format(Locale.ROOT, form, first);
      String other = String.format(Locale.ROOT, form, second);
      assertThat(FailureText.ofMessage("cannot open " + one, "{\"path\":\"" + one + "\"}"))
          .as("<%s> and <%s>", one, other)
          .isNotEqualTo(
              FailureText.ofMessage("cannot open " + other, "{\"path\":\"" + other + "\"}"));
    }
  }

  /** Two values of one kind. */
  record Pair(String first, String second) {}

  @Provide
  Arbitrary<ErrorTemplate> templates() {
    return ErrorTemplate.any();
  }

  @Provide
  Arbitrary<Pair> varyingPairs() {
    Arbitrary<Arbitrary<String>> kinds =
        Arbitraries.of(
            written("yyyy-MM-dd'T'HH:mm:ss'Z'"),
            written("yyyy-MM-dd'T'HH:mm:ss.SSSxxx'[Europe/Berlin]'"),
            written("yyyy-MM-dd HH:mm:ss,SSS"),
            written("yyyy/MM/dd HH:mm:ss"),
            written("yyyyMMdd'T'HHmmss'Z'"),
            written("yyyyMMdd-HHmmss"),
            written("EEE, dd MMM yyyy HH:mm:ss 'GMT'"),
            written("EEE MMM dd HH:mm:ss 'CET' yyyy"),
            written("MMM dd, yyyy h:mm:ss a"),
            written("EEEE, MMMM d, yyyy h:mm:ss a"),
            written("MMM d HH:mm:ss"),
            written("dd-MMM-yyyy HH:mm:ss.SSS"),
            written("dd/MMM/yyyy:HH:mm:ss '+0100'"),
            written("dd/MM/yyyy HH:mm:ss"),
            written("dd.MM.yyyy HH:mm"),
            written("hh:mm:ss a"),
            written("HH:mm:ss 'UTC'"),
            written("'backup_'yyyy-MM-dd'T'HH:mm:ss"),
            written(DateTimeFormatter.ISO_WEEK_DATE),
            written("YYYY'W'wwe"),
            written("YYYY-'W'ww-e'T'HH:mm:ssxxx"),
            written("'E'MMdd HH:mm:ss.SSSSSS   mmss 'file.cc:'ss'] lost'"),
            written("'W'yyyyMMdd HH:mm:ss.SSSSSS 1HHmmss 'src/file.cc:'ss'] lost'"),
            uuids().map(uuid -> "req_" + uuid),
            uuids().map(uuid -> uuid + "_part"),
            hex().map(hex -> "ptr_0x" + hex),
            hex().map(hex -> "com.acme.Foo@" + hex),
            Combinators.combine(hex(), hex()).as((a, b) -> "Main$$Lambda/0x" + a + "@" + b),
            directories().map(directory -> directory + "config.py"),
            directories(),
            words().map(word -> word + "/config.py"),
            quotedDirectories().map(directory -> "'" + directory + "config.py'"));
    return kinds.flatMap(kind -> Combinators.combine(kind, kind).as(Pair::new));
  }

  private static Arbitrary<String> written(String pattern) {
    return written(DateTimeFormatter.ofPattern(pattern, Locale.US));
  }

  private static Arbitrary<String> written(DateTimeFormatter formatter) {
    return Arbitraries.longs()
        .between(0, 2_000_000_000)
        .map(second -> LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC))
        .map(time -> time.atOffset(ZoneOffset.ofHours(1)).format(formatter));
  }

  private static Arbitrary<UUID> uuids() {
    return Combinators.combine(Arbitraries.longs(), Arbitraries.longs()).as(UUID::new);
  }

  private static Arbitrary<String> hex() {
    return Arbitraries.integers().map(Integer::toHexString);
  }

  @Provide
  Arbitrary<String> words() {
    return Arbitraries.strings().withCharRange('a', 'z').ofMinLength(3).ofMaxLength(8);
  }

  @Provide
  Arbitrary<String> methods() {
    return Arbitraries.of("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS");
  }

  @Provide
  Arbitrary<String> directories() {
    Arbitrary<String> names =
        Arbitraries.of(
            "home",
            "run-12",
            "v1.2",
            "a_b",
            "2026-11-22",
            "é",
            "$x",
            "a,b",
            "k=v",
            "x#y",
            "#x",
            "(x)",
            "[0]",
            "new",
            "tmp");
    Function<String, Arbitrary<String>> slashed =
        slash ->
            names.list().ofMinSize(1).ofMaxSize(4).map(list -> String.join(slash, list) + slash);
    Arbitrary<String> inner = slashed.apply("/");
    Arbitrary<String> windows = slashed.apply("\\");
    return Arbitraries.oneOf(
        inner.map(path -> "/tmp/" + path),
        inner.map(path -> "./x/" + path),
        inner.map(path -> "file:/srv/" + path),
        inner.map(path -> "file:///srv/" + path),
        inner.map(path -> "jar:file:/app/" + path + "x.jar!/"),
        windows.map(path -> "C:\\Users\\" + path),
        windows.map(path -> "\\\\?\\C:\\Users\\" + path),
        windows.map(path -> "C:\\Program Files (x86)\\" + path),
        windows.map(path -> "\\\\server\\share\\" + path));
  }

  private Arbitrary<String> quotedDirectories() {
    return Combinators.combine(words(), words(), Arbitraries.of("/home/", "C:\\Users\\", "~/"))
        .as(
            (first, second, root) ->
                root + first + " " + second + root.substring(root.length() - 1));
  }

  private static String json(String text) {
    return "{\"error\":\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\\nfailed\"}";
  }

  private static void assertAlike(String one, String other) {
    assertThat(ErrorNormalizer.normalize(one))
        .as("normal forms of <%s> and <%s>", one, other)
        .isEqualTo(ErrorNormalizer.normalize(other));
    assertThat(FailureText.ofMessage(one, ""))
        .as("as messages, <%s> and <%s>", one, other)
        .isEqualTo(FailureText.ofMessage(other, ""));
    assertThat(FailureText.ofOutput(one, ""))
        .as("as outputs, <%s> and <%s>", one, other)
        .isEqualTo(FailureText.ofOutput(other, ""));
  }

  private static void assertDifferent(String one, String other) {
    assertThat(ErrorNormalizer.normalize(one))
        .as("normal forms of <%s> and <%s>", one, other)
        .isNotEqualTo(ErrorNormalizer.normalize(other));
    assertThat(FailureText.ofMessage(one, ""))
        .as("as messages, <%s> and <%s>", one, other)
        .isNotEqualTo(FailureText.ofMessage(other, ""));
    assertThat(FailureText.ofOutput(one, ""))
        .as("as outputs, <%s> and <%s>", one, other)
        .isNotEqualTo(FailureText.ofOutput(other, ""));
  }
}
