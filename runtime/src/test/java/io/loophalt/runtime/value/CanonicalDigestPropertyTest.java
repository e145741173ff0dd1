package io.loophalt.runtime.value;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.loophalt.core.fingerprint.TextDigest;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/** What holds for every argument value. */
class CanonicalDigestPropertyTest {

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private final CanonicalDigest digest = new CanonicalDigest();

  @Property(tries = 500)
  void jsonTextAndTreeAgree(@ForAll("trees") Tree tree) throws JsonProcessingException {
    String json = JSON.writeValueAsString(tree.value());
    assertThat(digest.ofJson(json))
        .as("text %s", json)
        .isEqualTo(digest.ofValue(tree.value()))
        .isEqualTo(digest.ofValue(JSON.readValue(json, Object.class)))
        .isNotZero();
  }

  @Property(tries = 300)
  void whiteSpaceOfJsonMakesNoDifference(@ForAll("trees") Tree tree)
      throws JsonProcessingException {
    String indented =
        JSON.writer().with(SerializationFeature.INDENT_OUTPUT).writeValueAsString(tree.value());
    assertThat(digest.ofJson("\t\r\n " + indented + " ")).isEqualTo(digest.ofValue(tree.value()));
  }

  @Property(tries = 300)
  void shuffledKeysMakeNoDifference(@ForAll("trees") Tree tree, @ForAll Random random)
      throws JsonProcessingException {
    Object shuffled = shuffled(tree.value(), random);
    assertThat(digest.ofValue(shuffled)).isEqualTo(digest.ofValue(tree.value()));
    assertThat(digest.ofJson(JSON.writeValueAsString(shuffled)))
        .isEqualTo(digest.ofValue(tree.value()));
  }

  @Property(tries = 300)
  void anotherLeafMakesAnotherDigest(@ForAll("trees") Tree tree, @ForAll Random random) {
    Object changed = withAnotherLeaf(tree.value(), random);
    assertThat(digest.ofValue(changed))
        .as("%s changed to %s", tree, changed)
        .isNotEqualTo(digest.ofValue(tree.value()));
  }

  @Property(tries = 300)
  void aCallWithNamedArgumentsIsAMapOfThem(
      @ForAll("trees") Tree first, @ForAll("trees") Tree second) throws JsonProcessingException {
    Map<String, @Nullable Object> arguments = new HashMap<>();
    arguments.put("first", first.value());
    arguments.put("second", second.value());
    digest.begin("tool");
    digest.add("second", second.value());
    digest.add("first", first.value());
    long call = digest.finish();
    assertThat(call)
        .isEqualTo(TextDigest.combine(TextDigest.of("tool"), digest.ofValue(arguments)))
        .isEqualTo(digest.ofCall("tool", JSON.writeValueAsString(arguments)));
  }

  @Property(tries = 300)
  void theFormOfAWholeNumberMakesNoDifference(@ForAll long number) {
    long expected = digest.ofValue(number);
    assertThat(digest.ofValue(BigInteger.valueOf(number))).isEqualTo(expected);
    assertThat(digest.ofValue(BigDecimal.valueOf(number))).isEqualTo(expected);
    assertThat(digest.ofJson(Long.toString(number))).isEqualTo(expected);
    if (Math.abs(number) <= 1L << 53) {
      assertThat(digest.ofValue((double) number)).isEqualTo(expected);
      assertThat(digest.ofJson(number + ".0")).isEqualTo(expected);
      assertThat(digest.ofJson(number + "e0")).isEqualTo(expected);
      assertThat(digest.ofJson(number + ".00E+0")).isEqualTo(expected);
    }
    assertThat(digest.ofValue(number + 1)).isNotEqualTo(expected);
  }

  @Property(tries = 500)
  void theFormOfADoubleMakesNoDifference(@ForAll("doubles") double number) {
    long expected = digest.ofValue(number);
    assertThat(digest.ofJson(Double.toString(number))).as("%s", number).isEqualTo(expected);
    assertThat(digest.ofValue(Math.nextUp(number))).isNotEqualTo(expected);
  }

  @Property(tries = 500)
  void textOfAnyKindIsDigestedAndOnlyJsonIsRead(@ForAll("almostJson") String text) {
    Object read;
    try {
      read = JSON.readValue(text, Object.class);
    } catch (JsonProcessingException notJson) {
      read = text;
    }
    assertThat(digest.ofJson(text)).as("text <%s>", text).isEqualTo(digest.ofValue(read));
  }

  /** A value such as a JSON parser gives; the wrapper keeps null out of jqwik's hands. */
  record Tree(@Nullable Object value) {}

  /** By hand: jqwik's own recursion takes minutes to combine the edge cases of nested lists. */
  @Provide
  Arbitrary<Tree> trees() {
    return Arbitraries.randomValue(random -> new Tree(tree(random, 4)));
  }

  private static @Nullable Object tree(Random random, int depth) {
    return switch (random.nextInt(depth > 0 ? 10 : 7)) {
      case 0 -> null;
      case 1 -> random.nextBoolean();
      case 2 -> random.nextInt(10) - 5;
      case 3 -> random.nextLong();
      case 4 -> new BigInteger(100, random);
      case 5 -> Math.scalb(random.nextDouble() - 0.5, random.nextInt(200) - 100);
      case 6 -> text(random);
      case 7 -> elements(random, depth);
      default -> members(random, depth);
    };
  }

  private static String text(Random random) {
    String alphabet = "ab\"\\/\n\t\u0001é\uD83D\uDE00 1";
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(6); i > 0; i--) {
      text.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return text.toString();
  }

  private static List<@Nullable Object> elements(Random random, int depth) {
    List<@Nullable Object> elements = new ArrayList<>();
    for (int i = random.nextInt(5); i > 0; i--) {
      elements.add(tree(random, depth - 1));
    }
    return elements;
  }

  private static Map<String, @Nullable Object> members(Random random, int depth) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    for (int i = random.nextInt(5); i > 0; i--) {
      members.put(text(random), tree(random, depth - 1));
    }
    return members;
  }

  @Provide
  Arbitrary<Double> doubles() {
    return Arbitraries.oneOf(
        Arbitraries.longs().map(Double::longBitsToDouble).filter(Double::isFinite),
        Arbitraries.integers().between(-1_000_000, 1_000_000).map(i -> i / 1000.0),
        Arbitraries.longs().map(l -> (double) l));
  }

  /** Without exponents that no double holds: a parser gives infinity, the digest is exact. */
  @Provide
  Arbitrary<String> almostJson() {
    return Arbitraries.of(
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "\"",
            "\"a\"",
            "\"b\"",
            "\\n",
            "\\u0041",
            "\\x",
            "1",
            "01",
            "-",
            "-0",
            "1.",
            ".5",
            "1e",
            "1e5",
            "0.50",
            "true",
            "tru",
            "null",
            " ",
            "\n",
            "[1,2]",
            "{\"a\":1}",
            "\"\uD83D\"")
        .list()
        .ofMaxSize(6)
        .map(pieces -> String.join("", pieces))
        .filter(text -> !text.matches("(?s).*[eE]-?\\d{3}.*"));
  }

  private static @Nullable Object shuffled(@Nullable Object value, Random random) {
    if (value instanceof Map<?, ?> map) {
      List<Object> keys = new ArrayList<>(map.keySet());
      Collections.shuffle(keys, random);
      Map<Object, @Nullable Object> result = new LinkedHashMap<>();
      keys.forEach(key -> result.put(key, shuffled(map.get(key), random)));
      return result;
    }
    if (value instanceof List<?> list) {
      List<@Nullable Object> result = new ArrayList<>();
      list.forEach(element -> result.add(shuffled(element, random)));
      return result;
    }
    return value;
  }

  private static Object withAnotherLeaf(@Nullable Object value, Random random) {
    if (value instanceof Map<?, ?> map && !map.isEmpty()) {
      Map<Object, @Nullable Object> result = new LinkedHashMap<>(map);
      Object key = new ArrayList<>(map.keySet()).get(random.nextInt(map.size()));
      result.put(key, withAnotherLeaf(map.get(key), random));
      return result;
    }
    if (value instanceof List<?> list && !list.isEmpty()) {
      List<@Nullable Object> result = new ArrayList<>(list);
      int index = random.nextInt(list.size());
      result.set(index, withAnotherLeaf(list.get(index), random));
      return result;
    }
    return value + "!";
  }
}
