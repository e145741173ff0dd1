package io.loophalt.runtime.invocation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loophalt.core.run.RunEvents;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.boundary.AgentRunsBridge;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.policy.ValuePath;
import io.loophalt.runtime.policy.ValuePath.Root;
import io.loophalt.runtime.policy.ValuePath.Step;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.value.SmallPolicies;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Hashtable;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is found at the end of a configured path, in objects of every kind a loop may have. */
class PathReaderTest {

  private static final int UNKNOWN = -7;

  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final RunCorrelator runs =
      new RunCorrelator(
          new RunRegistry(SmallPolicies.of(10), Presets::create, RunEvents.NONE),
          new Log(new PrintStream(written, true, StandardCharsets.UTF_8)));

  @ParameterizedTest
  @CsvSource({
    "record, of a record",
    "bean, of a bean",
    "useful, true",
    "hidden, of a private field",
    "inherited, of the superclass",
    "map.key, of a map",
    "list[1], second",
    "array[1], second",
    "queue[1], second",
    "array.length, 2",
    "numbers.length, 3",
    "optional, there",
    "optionalInt, 5",
    "optionalLong, 6",
    "optionalList[0].name, deep"
  })
  void everyStepOfAPathFindsItsValue(String steps, String expected) {
    assertThat(reader(steps).text(null, new ModelAnswer())).isEqualTo(expected);
    assertThat(warnings()).isEmpty();
  }

  @Test
  void treesOfJsonAreReadByTheirKeysAndWithoutQuotes() throws JsonProcessingException {
    Object tree =
        new ObjectMapper()
            .readTree(
                """
                {"model": "m-1", "usage": {"prompt_tokens": 12},
                 "choices": [{"message": {"tool_calls": [{}, {}], "content": null}}]}
                """);

    assertThat(reader("model").text(null, tree)).isEqualTo("m-1");
    assertThat(reader("usage.prompt_tokens").number(null, tree)).isEqualTo(12);
    assertThat(reader("choices[0].message.tool_calls").count(null, tree, UNKNOWN)).isEqualTo(2);
    assertThat(reader("choices[0].message.gone.deeper").read(null, tree)).isNull();
    assertThat(warnings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"nothing", "nothing.deeper", "empty.deeper", "map.gone", "list[9]", "array[9]"})
  void aValueThatIsNotThereThisTimeIsNoMistake(String steps) {
    assertThat(reader(steps).read(null, new ModelAnswer())).isNull();
    assertThat(reader(steps).text(null, new ModelAnswer())).isEmpty();
    assertThat(reader(steps).number(null, new ModelAnswer())).isZero();
    assertThat(reader(steps).count(null, new ModelAnswer(), UNKNOWN)).isZero();
    assertThat(warnings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "list, 2",
    "array, 2",
    "numbers, 3",
    "queue, 2",
    "map, 1",
    "iterable, 2",
    "optionalInt, 5",
    "useful, 1",
    "bean, 1",
    "emptyList, 0"
  })
  void whatIsAskedForIsCountedWhateverHoldsIt(String steps, int expected) {
    assertThat(reader(steps).count(null, new ModelAnswer(), UNKNOWN)).isEqualTo(expected);
  }

  @Test
  void numbersInTextsAreReadAndOnesBelowZeroAreNone() {
    assertThat(reader("").number(null, "42")).isEqualTo(42);
    assertThat(reader("").number(null, 42.9)).isEqualTo(42);
    assertThat(reader("").number(null, -1)).isZero();
  }

  @Test
  void pathsBeginAtTheReceiverAtAnArgumentOrAtTheResult() {
    Invocation call = new Invocation(InvocationStack.current(), 0);
    call.enter(
        new InternalErrorBreaker(new Log(System.err), () -> {}),
        new AgentRunsBridge(runs),
        String.class,
        "self",
        "a0",
        "a1",
        null,
        null,
        null);

    assertThat(reader(Root.THIS, 0, "").read(call, "returned")).isEqualTo("self");
    assertThat(reader(Root.ARGUMENT, 1, "").read(call, "returned")).isEqualTo("a1");
    assertThat(reader(Root.ARGUMENT, 9, "").read(call, "returned")).isNull();
    assertThat(reader(Root.RESULT, 0, "").read(call, "returned")).isEqualTo("returned");
  }

  @Test
  @SuppressWarnings("JdkObsolete")
  void collectionsThatLockThemselvesAreReadWithoutTheirLock() throws Exception {
    List<String> list = Collections.synchronizedList(new ArrayList<>(List.of("first", "second")));
    Map<String, String> map = new Hashtable<>(Map.of("key", "value"));
    Map<String, Object> answer = Map.of("list", list, "map", map);
    List<Object> read = new ArrayList<>();
    Thread reader =
        new Thread(
            () -> {
              read.add(reader("list[1]").text(null, answer));
              read.add(reader("list").count(null, answer, UNKNOWN));
              read.add(reader("map.key").text(null, answer));
            });
    synchronized (list) {
      synchronized (map) {
        reader.start();
        reader.join(20_000);
      }
    }

    assertThat(read).containsExactly("second", 2, "value");
  }

  @Test
  void anInterruptThatAMemberDoesNotDeclareIsKept() {
    assertThat(reader("interrupted").read(null, new Interrupting())).isNull();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(reader("").text(null, new Interrupting())).isEmpty();
    assertThat(Thread.interrupted()).isTrue();
  }

  /** Throws what it does not declare. */
  public static final class Interrupting {

    /** A member. */
    @SuppressWarnings("DoNotCallSuggester")
    public String getInterrupted() {
      throw PathReaderTest.<RuntimeException>undeclared(new InterruptedException());
    }

    @Override
    public String toString() {
      return getInterrupted();
    }
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> T undeclared(Throwable thrown) throws T {
    throw (T) thrown;
  }

  @Test
  void aMemberThatIsNotThereIsSaidOnceWithItsPlaceAndWhatWasLookedFor() {
    for (int i = 0; i < 3; i++) {
      assertThat(reader("bean.lost").read(null, new ModelAnswer())).isNull();
      assertThat(reader("bean.lost").count(null, new ModelAnswer(), UNKNOWN)).isEqualTo(UNKNOWN);
    }

    assertThat(warnings())
        .singleElement()
        .asString()
        .contains(
            "loophalt.yaml:7:5: 'text' stays unknown",
            "result.bean.lost cannot be read",
            "java.lang.String has no lost(), getLost(), isLost() and no field lost");
  }

  @Test
  void aGetterThatThrowsIsSaidOnceAndDoesNotReachTheApplication() {
    assertThat(reader("broken").read(null, new ModelAnswer())).isNull();
    assertThat(reader("broken").read(null, new ModelAnswer())).isNull();

    assertThat(warnings())
        .singleElement()
        .asString()
        .contains("broken of ", "throws java.io.IOException")
        .doesNotContain("planted");
  }

  @Test
  void whatIsNoNumberCountsAsNoneAndIsSaidOnce() {
    assertThat(reader("bean").number(null, new ModelAnswer())).isZero();
    assertThat(reader("bean").number(null, new ModelAnswer())).isZero();

    assertThat(warnings())
        .singleElement()
        .asString()
        .contains("is no number but a java.lang.String");
  }

  @Test
  void aCollectionThatThrowsIsUnknownAndDoesNotReachTheApplication() {
    assertThat(reader("hostile").count(null, new ModelAnswer(), UNKNOWN)).isEqualTo(UNKNOWN);
    assertThat(reader("hostile").text(null, new ModelAnswer())).isEmpty();

    assertThat(warnings())
        .singleElement()
        .asString()
        .contains("cannot be counted: java.lang.IllegalStateException")
        .doesNotContain("planted");
  }

  private List<String> warnings() {
    return written.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private PathReader reader(String steps) {
    return reader(Root.RESULT, 0, steps);
  }

  private PathReader reader(Root root, int argument, String text) {
    List<Step> steps = new ArrayList<>();
    for (String part : text.isEmpty() ? new String[0] : text.split("[.]", -1)) {
      int bracket = part.indexOf('[');
      steps.add(new ValuePath.Member(bracket < 0 ? part : part.substring(0, bracket)));
      if (bracket >= 0) {
        steps.add(
            new ValuePath.Element(
                Integer.parseInt(part.substring(bracket + 1, part.length() - 1))));
      }
    }
    return new PathReader(
        "text", new ValuePath(root, argument, steps, "loophalt.yaml:7:5"), runs.warnings());
  }

  /** Not public, as the classes of a small application often are not. */
  abstract static class Base {
    private final String inherited = "of the superclass";

    @Override
    public String toString() {
      return inherited;
    }
  }

  private record Named(String name) {}

  @SuppressWarnings("unused") // found by name
  static final class ModelAnswer extends Base {
    private final String hidden = "of a private field";
    private final @Nullable Object nothing = null;
    final Map<String, String> map = Map.of("key", "of a map");
    final List<String> list = List.of("first", "second");
    final List<String> emptyList = List.of();
    final String[] array = {"first", "second"};
    final int[] numbers = {1, 2, 3};
    final ArrayDeque<String> queue = new ArrayDeque<>(list);
    final Iterable<String> iterable =
        new Iterable<>() {
          @Override
          public Iterator<String> iterator() {
            return list.iterator();
          }
        };
    final List<String> hostile =
        new AbstractList<>() {
          @Override
          public String get(int index) {
            throw new IllegalStateException("planted");
          }

          @Override
          public int size() {
            throw new IllegalStateException("planted");
          }
        };
    final Optional<String> optional = Optional.of("there");
    final Optional<String> empty = Optional.empty();
    final OptionalInt optionalInt = OptionalInt.of(5);
    final OptionalLong optionalLong = OptionalLong.of(6);
    final Optional<List<Named>> optionalList = Optional.of(List.of(new Named("deep")));

    String record() {
      return "of a record";
    }

    public String getBean() {
      return "of a bean";
    }

    public boolean isUseful() {
      return true;
    }

    String broken() throws java.io.IOException {
      if (list.isEmpty()) {
        return "";
      }
      throw new java.io.IOException("planted");
    }
  }
}
