package io.loophalt.runtime.value;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.fingerprint.CanonicalForm;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.CharBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class CanonicalDigestTest {

  private final CanonicalDigest digest = new CanonicalDigest();

  record Range(int from, int to) {}

  static class Base {
    private final String inherited;

    Base(String inherited) {
      this.inherited = inherited;
    }

    String inherited() {
      return inherited;
    }
  }

  static final class Query extends Base {
    private final String text;
    private final transient long cached;

    Query(String inherited, String text, long cached) {
      super(inherited);
      this.text = text;
      this.cached = cached;
    }

    @Override
    public String toString() {
      return text + cached;
    }
  }

  record Start() {}

  record Stop() {}

  /** Fails in every method a walker might call. */
  static final class Hostile extends ArrayList<String> {
    private static final long serialVersionUID = 1;

    @Override
    public int size() {
      throw new IllegalStateException("no size");
    }

    @Override
    public String toString() {
      throw new StackOverflowError("no text");
    }

    @Override
    public int hashCode() {
      throw new AssertionError("hashCode was called");
    }

    @Override
    public boolean equals(Object other) {
      throw new AssertionError("equals was called");
    }
  }

  @Test
  void recordsAndObjectsCountByTheirFieldsInheritedOnesIncluded() {
    assertSame(new Range(1, 2), new Range(1, 2));
    assertDifferent(new Range(1, 2), new Range(2, 1));
    assertSame(new Query("a", "b", 1), new Query("a", "b", 2));
    assertDifferent(new Query("a", "b", 1), new Query("c", "b", 1));
    assertDifferent(new Query("a", "b", 1), new Query("a", "c", 1));
    assertDifferent(new Start(), new Stop());
  }

  @Test
  void wholeNumbersAreExactAndOddNumbersHaveADigest() {
    assertDifferent(1L << 53, (1L << 53) + 1);
    assertDifferent(BigInteger.TWO.pow(80), BigInteger.TWO.pow(80).add(BigInteger.ONE));
    assertSame(0.0, -0.0);
    assertSame(1, new BigDecimal("1.000"));
    assertSame(0.1, new BigDecimal("0.10"));
    assertDifferent(Double.NaN, Double.POSITIVE_INFINITY);
    assertDifferent(1, "1");
    assertThat(digest.ofJson("1.234567890123456789e2147483647")).isNotZero();
  }

  @Test
  void valuesOfTheJdkHaveAValueForm() {
    UUID id = UUID.fromString("550e8400-e29b-41d4-a716-446655440000");
    List<Supplier<Object>> values =
        List.of(
            () -> Path.of("a", "b"),
            () -> URI.create("http://h/x"),
            () -> UUID.fromString(id.toString()),
            () -> Instant.ofEpochMilli(5),
            () -> Duration.ofSeconds(1),
            () -> Date.from(Instant.ofEpochMilli(5)),
            () -> Locale.forLanguageTag("de-CH"),
            () -> Optional.of("x"),
            () -> new AtomicReference<>("y"),
            () -> new byte[] {1, 2},
            () -> new char[] {'a'},
            () -> new int[] {1, 2},
            () -> new double[] {1.5},
            () -> CharBuffer.wrap("z"),
            () -> String.class,
            () -> Thread.State.NEW);
    Set<Long> digests = new LinkedHashSet<>();
    for (Supplier<Object> value : values) {
      assertSame(value.get(), value.get());
      assertThat(digests.add(digest.ofValue(value.get())))
          .as("%s is like another", value.get())
          .isTrue();
    }
    assertSame(List.of(1, 2), new int[] {1, 2});
  }

  @Test
  void setsAndMapsHaveNoOrderAndListsHaveOne() {
    assertSame(new LinkedHashSet<>(List.of(1, 2)), new LinkedHashSet<>(List.of(2, 1)));
    assertDifferent(List.of(1, 2), List.of(2, 1));
    assertDifferent(List.of(List.of(1), List.of(2)), List.of(List.of(1, 2)));
    assertDifferent(Map.of("a", 1, "b", 2), Map.of("a", 2, "b", 1));
  }

  @Test
  void identityNeverCounts() {
    assertSame(new Object(), new Object());
    Supplier<String> one = () -> "a";
    Supplier<String> other = () -> "b";
    assertSame(one, other);
    assertSame(new Thread("a"), new Thread("b"));
    assertSame(Map.entry("k", new Object()), Map.entry("k", new Object()));
  }

  @Test
  void aCycleAndDeepNestingComeToAnEnd() {
    List<Object> cycle = new ArrayList<>();
    cycle.add(cycle);
    AtomicReference<Object> self = new AtomicReference<>();
    self.set(self);
    assertDifferent(cycle, self);
    Object deep = "x";
    for (int i = 0; i < 100_000; i++) {
      deep = List.of(deep, deep);
    }
    assertThat(digest.ofValue(deep)).isNotZero();
    assertThat(digest.ofJson("[".repeat(1_000_000)))
        .isEqualTo(digest.ofValue("[".repeat(1_000_000)));
  }

  @Test
  void whatIsBeyondTheBoundStillCountsByItsSize() {
    String text = "a".repeat(CanonicalForm.MAX_TEXT + 2);
    assertDifferent(text, text + "a");
    assertDifferent(text, text + "b");
    Integer[] many = new Integer[CanonicalForm.MAX_VALUES * 2];
    Integer[] more = new Integer[CanonicalForm.MAX_VALUES * 2 + 1];
    assertDifferent(many, more);
  }

  @Test
  void aValueThatCannotBeReadHarmsNothingBesideIt() {
    Map<String, Object> one = new HashMap<>();
    one.put("hostile", new Hostile());
    one.put("path", "a");
    Map<String, Object> other = new HashMap<>();
    other.put("hostile", new Hostile());
    other.put("path", "b");
    assertThat(digest.ofValue(one)).isNotEqualTo(digest.ofValue(other));
    other.put("path", "a");
    assertThat(digest.ofValue(one)).isEqualTo(digest.ofValue(other));
  }

  @Test
  void anObjectThatHasANameTwiceIsReadAsText() {
    assertThat(digest.ofJson("{\"a\":1,\"a\":2}")).isEqualTo(digest.ofValue("{\"a\":1,\"a\":2}"));
  }

  private void assertSame(Object one, Object other) {
    assertThat(digest.ofValue(one)).as("%s and %s", one, other).isEqualTo(digest.ofValue(other));
  }

  private void assertDifferent(Object one, Object other) {
    assertThat(digest.ofValue(one)).isNotEqualTo(digest.ofValue(other));
  }

  @Test
  void argumentsThatSayNothingAreLeftOutOfACallWrittenAsJson() {
    CanonicalDigest digest = new CanonicalDigest();
    Set<String> requestId = Set.of("request_id");

    long first = digest.ofCall("find", "{\"request_id\":\"a1\",\"query\":\"x\"}", requestId);
    long second = digest.ofCall("find", "{\"query\":\"x\",\"request_id\":[2]}", requestId);
    long other = digest.ofCall("find", "{\"query\":\"y\",\"request_id\":\"a1\"}", requestId);
    long nested = digest.ofCall("find", "{\"query\":{\"request_id\":1}}", requestId);

    assertThat(first)
        .isEqualTo(second)
        .isEqualTo(digest.ofCall("find", "{\"query\":\"x\"}"))
        .isNotEqualTo(other);
    assertThat(nested)
        .as("only names at the top")
        .isEqualTo(digest.ofCall("find", "{\"query\":{\"request_id\":1}}"));
  }
}
