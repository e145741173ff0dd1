package io.loophalt.runtime.value;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.Effect;
import io.loophalt.core.detect.Step;
import java.math.BigInteger;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a tool returns as an object is read as the JSON text that would go to the model. */
class ObjectResultTest {

  private record Ran(int exitCode, String stdout, String stderr, long durationMs) {}

  private record Page(List<String> hits, int total) {}

  private record Failed(String error, String hint) {}

  private record Key(int x, int y) {}

  private record Flag(boolean spam, double score) {}

  private record Flags(Flag first, Map<String, Boolean> others) {}

  private record Found(String text) {}

  private record Missing(String text) {}

  private record Done() {}

  private record Held(String text, ReentrantLock lock) {}

  @SuppressWarnings({"unused", "FieldCanBeLocal"}) // read by the agent
  private static final class Order {
    private final String id;
    private final @Nullable String note;
    private final transient int cached;

    Order(String id, @Nullable String note, int cached) {
      this.id = id;
      this.note = note;
      this.cached = cached;
    }
  }

  /** Loads its rows when it is asked. */
  private static final class LazyRows extends AbstractList<String> {
    private final List<String> loaded = new ArrayList<>();

    @Override
    public String get(int index) {
      throw new AssertionError("nobody may load the rows");
    }

    @Override
    public int size() {
      throw new AssertionError("nobody may load the rows");
    }

    @Override
    public String toString() {
      return loaded.toString();
    }
  }

  /** An object, and the text that it is read as. */
  private record Said(Object returned, String text) {}

  @SuppressWarnings("JavaUtilDate") // what applications return
  static List<Said> said() {
    return List.of(
        new Said(
            new Ran(2, "", "No such file", 13),
            "{\"exitCode\":2,\"stdout\":\"\",\"stderr\":\"No such file\",\"durationMs\":13}"),
        new Said(new Page(List.of(), 0), "{\"hits\":[],\"total\":0}"),
        new Said(new Order("o-1", null, 9), "{\"id\":\"o-1\",\"note\":null}"),
        new Said(Map.of("state", TimeUnit.DAYS), "{\"state\":\"DAYS\"}"),
        new Said(new TreeMap<>(Map.of(2, "b", 1, "a")), "{\"1\":\"a\",\"2\":\"b\"}"),
        new Said(List.of(new Found("a\tb\nc"), 1.5), "[{\"text\":\"a\\tb\\nc\"},1.5]"),
        new Said(new LinkedHashSet<>(List.of("b", "a")), "[\"a\",\"b\"]"),
        new Said(Set.of(), "[]"),
        new Said(new String[] {"a"}, "[\"a\"]"),
        new Said(Map.entry("rain", 3), "{\"key\":\"rain\",\"value\":3}"),
        new Said(List.of(new Date(0)), "[\"1970-01-01T00:00:00Z\"]"),
        new Said(List.of(new Timestamp(5)), "[\"1970-01-01T00:00:00.005Z\"]"),
        new Said(Collections.unmodifiableList(new ArrayList<>(List.of(1))), "[1]"),
        new Said(Map.of(), "{}"),
        new Said(List.of(false, 1), "[false,1]"),
        new Said(OptionalInt.of(4), "4"),
        new Said(Optional.of("none"), "none"),
        new Said(0, "0"),
        new Said(TimeUnit.DAYS, "DAYS"),
        new Said('x', "x"),
        new Said(Instant.EPOCH, "1970-01-01T00:00:00Z"));
  }

  @ParameterizedTest
  @MethodSource("said")
  void anObjectIsReadAsItsText(Said said) {
    assertThat(ended(said.returned()).resultText()).isEqualTo(said.text());
  }

  @Test
  void whatDiffersInADurationAloneSaysTheSameButIsAnotherResult() {
    Step one = ended(new Ran(2, "", "ls: cannot access '/x': No such file or directory", 13));
    Step other = ended(new Ran(2, "", "ls: cannot access '/x': No such file or directory", 88));

    assertThat(one.steady()).isNotZero().isEqualTo(other.steady());
    assertThat(one.failure()).isNotEqualTo(Step.ABSENT);
    assertThat(one.result()).isNotEqualTo(other.result());
  }

  @Test
  void errorsAndEmptyPagesAreToldLikeThoseOfATextAre() {
    assertThat(ended(new Failed("AssertionError: 2 at line 7", "see log")).failure())
        .isNotEqualTo(Step.ABSENT)
        .isEqualTo(ended(new Failed("AssertionError: 2 at line 9", "see log")).failure());
    assertThat(
            List.of(
                ended(new Page(List.of(), 0)).saysNothing(),
                ended(List.of()).saysNothing(),
                ended(new Page(List.of("tea"), 1)).saysNothing()))
        .containsExactly(true, true, false);
  }

  @Test
  void objectsOfTwoClassesAreTwoResultsWhateverTheirFieldsHold() {
    assertThat(ended(new Found("x")).result()).isNotEqualTo(ended(new Missing("x")).result());
  }

  static List<Object> untold() {
    Map<Object, Object> more = new HashMap<>();
    more.put("rows", new LazyRows());
    List<Object> cycle = new ArrayList<>();
    cycle.add(cycle);
    return List.of(
        Map.of(new Key(1, 2), "a"),
        new Done(),
        List.of(new Done()),
        new Held("x", new ReentrantLock()),
        List.of("x").iterator(),
        new LazyRows(),
        more,
        cycle,
        List.of(BigInteger.ONE.shiftLeft(1 << 20)),
        Collections.nCopies(100_000, "x"),
        List.of("x".repeat(100_000)));
  }

  @ParameterizedTest
  @MethodSource("untold")
  void whatATextCannotSayWholeIsComparedAsEver(Object returned) {
    Step step = ended(returned);

    assertThat(step.resultText()).isEmpty();
    assertThat(step.saysNothing()).isFalse();
    assertThat(step.result()).isNotEqualTo(ended("").result());
  }

  static List<Object> verdicts() {
    return List.of(
        false,
        true,
        Optional.empty(),
        Optional.of(false),
        OptionalInt.empty(),
        new AtomicBoolean(),
        new Flag(false, 0),
        new Flags(new Flag(true, 0.5), Map.of("rude", false)),
        Map.of("spam", false, "score", BigInteger.TEN));
  }

  /** Whoever looks at ever other texts and finds none of them bad has not found nothing. */
  @ParameterizedTest
  @MethodSource("verdicts")
  void verdictsAndNumbersAloneAreNoText(Object returned) {
    Step step = ended(returned);

    assertThat(step.resultText()).isEmpty();
    assertThat(step.saysNothing()).isFalse();
    assertThat(step.failure()).isEqualTo(Step.ABSENT);
    assertThat(step.result()).isEqualTo(ended(returned).result());
    assertThat(step.result()).isNotEqualTo(ended(new Flag(true, 1)).result());
  }

  @Test
  void aReportOfSomeLengthIsReadWhole() {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("lines", IntStream.range(0, 2_000).mapToObj(n -> "row " + n + " is fine").toList());
    report.put("tookMs", 4);

    assertThat(ended(report).resultText()).endsWith("\"row 1999 is fine\"],\"tookMs\":4}");
  }

  private static Step ended(Object returned) {
    CanonicalDigest digest = new CanonicalDigest();
    StepReader reader = new StepReader();
    reader.begin("shell", Map.of("cmd", "ls /x"), Set.of(), digest, Effect.UNKNOWN, null, 0);
    reader.end(returned, null, digest, Step.ABSENT, 1);
    return reader.step();
  }
}
