package io.loophalt.runtime.value;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.Effect;
import io.loophalt.core.detect.Step;
import io.loophalt.core.fingerprint.TextDigest;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import io.loophalt.runtime.safety.Log;
import java.lang.reflect.Method;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is read from the arguments of a call that a framework makes. */
class LiveStepTest {

  private static final ToolMethod SEARCH =
      new ToolMethod(
          "search",
          null,
          null,
          Effect.READ,
          List.of(
              new ToolMethod.Parameter("query", ParameterRole.ARGUMENT),
              new ToolMethod.Parameter("fields", ParameterRole.ARGUMENT)),
          true);

  private static final ToolMethod BASH =
      new ToolMethod(
          "bash",
          null,
          null,
          Effect.UNKNOWN,
          List.of(new ToolMethod.Parameter("command", ParameterRole.ARGUMENT)),
          true);

  private static final Interceptor UNUSED =
      new Interceptor() {
        @Override
        public @Nullable Object before(Invocation call) {
          throw new AssertionError("the step is begun by the test");
        }

        @Override
        public @Nullable Object after(
            Invocation call, @Nullable Object returned, @Nullable Throwable thrown) {
          throw new AssertionError("the step is begun by the test");
        }
      };

  /** Arguments as JSON text and as the map that a framework has made of it. */
  static Stream<Object[]> calls() {
    return Stream.of(
        new Object[] {"{\"order\":7,\"stamp\":1001}", "{\"order\":7,\"stamp\":1002}"},
        new Object[] {Map.of("order", 7, "stamp", 1001), Map.of("order", 7, "stamp", 1002)});
  }

  @ParameterizedTest
  @MethodSource("calls")
  void anArgumentThatIsLeftOutTellsNoFailuresApart(Object one, Object other) {
    Step first = failed(one, "gave up on 1001", Set.of("stamp"));
    Step second = failed(other, "gave up on 1002", Set.of("stamp"));

    assertThat(first.argumentsText()).isEqualTo("{\"order\":7}");
    assertThat(first.action()).isEqualTo(second.action());
    assertThat(first.failure()).isEqualTo(second.failure());
  }

  @ParameterizedTest
  @MethodSource("calls")
  void anArgumentThatCountsTellsFailuresAboutItApart(Object one, Object other) {
    assertThat(failed(one, "gave up on 1001", Set.of()).failure())
        .isNotEqualTo(failed(other, "gave up on 1002", Set.of()).failure());
  }

  @Test
  void anArgumentThatIsLeftOutOfAToolMethodAsksAndCommandsNothing() {
    ToolMethod bash =
        new ToolMethod(
            "bash",
            null,
            null,
            Effect.UNKNOWN,
            List.of(
                new ToolMethod.Parameter("command", ParameterRole.ARGUMENT),
                new ToolMethod.Parameter("thought", ParameterRole.LEFT_OUT)),
            true);

    Step step = called(bash, "sleep 30", "I wait until the server has come up again");

    assertThat(step.sleeps()).as("the thought is no command beside the other").isTrue();
    assertThat(step.question())
        .isEqualTo(called(bash, "sleep 30", "Another minute might well do").question());
  }

  @Test
  void aCommandIsKnownWhateverItsParameterIsCalled() {
    ToolMethod withoutNames =
        new ToolMethod(
            "bash",
            null,
            null,
            Effect.UNKNOWN,
            List.of(new ToolMethod.Parameter("arg0", ParameterRole.ARGUMENT)),
            true);

    assertThat(called(withoutNames, "mvn test | grep FAIL").endsAsASearch()).isTrue();
    assertThat(called(withoutNames, "mvn test && grep FAIL log").endsAsASearch()).isFalse();
  }

  @Test
  void argumentsThatAreNoJsonObjectStayAsTheyAre() {
    assertThat(failed("[1001", "x", Set.of("stamp")).argumentsText()).isEqualTo("[1001");
    assertThat(failed("[1001]", "x", Set.of("stamp")).argumentsText()).isEqualTo("[1001]");
  }

  @Test
  void anErrorThatALayerHasReturnedIsOneAlthoughTheFrameworkMakesAPlainTextOfIt() {
    LiveStep step = new LiveStep();
    step.begin("look", "{}", Set.of(), new CanonicalDigest(), Effect.UNKNOWN, null, 0);

    step.innerFailed(true);
    step.end("connection refused", /* error= */ false, Step.ABSENT, 1);

    assertThat(step.failed()).isTrue();
    assertThat(step.errorText()).isEqualTo("connection refused");
  }

  @Test
  void whatIsAskedOfTheOutcomeBeforeTheCallSaysNothingOfItAfterwards() {
    LiveStep step = new LiveStep();
    step.begin("look", "{}", Set.of(), new CanonicalDigest(), Effect.UNKNOWN, null, 0);

    long before = step.gist();
    step.end("AssertionError: 2 of 3", /* error= */ false, Step.ABSENT, 1);

    assertThat(step.result()).isEqualTo(TextDigest.of("AssertionError: 2 of 3"));
    assertThat(step.failure()).isNotEqualTo(Step.ABSENT);
    assertThat(step.gist()).isNotEqualTo(before);
  }

  /** An exception is asked once, and not under the lock of the run; no other object ever is. */
  @Test
  void ofAllObjectsOfTheApplicationOnlyAnExceptionIsAskedAndOnlyOnce() throws Exception {
    Watched argument = new Watched();
    Watched result = new Watched();
    Broken error = new Broken();
    LiveStep returned = called(SEARCH, "words", argument);
    returned.readWords();
    returned.end(result, null, new CanonicalDigest(), Step.ABSENT, 1);
    LiveStep thrown = called(SEARCH, "words", argument);
    thrown.readWords();
    thrown.end(null, error, new CanonicalDigest(), Step.ABSENT, 1);

    for (Method question : Step.class.getMethods()) {
      question.invoke(returned);
      question.invoke(thrown);
    }

    assertThat(argument.read + result.read).isZero();
    assertThat(error.read).isEqualTo(1);
    assertThat(thrown.errorText()).isEqualTo(Broken.class.getName() + ": broken");
  }

  @Test
  void aResultThatOnlyItsOwnCodeCouldTellIsARepetitionOfItselfAlone() {
    Watched lazy = new Watched();
    assertThat(resultAt(0, lazy)).isEqualTo(resultAt(1, lazy));
    assertThat(resultAt(0, new TreeSet<>(List.of("a")).headSet("b")))
        .isNotEqualTo(resultAt(1, new TreeSet<>(List.of("a")).headSet("b")));
  }

  @Test
  @SuppressWarnings("JdkObsolete")
  void aBufferThatLocksItselfIsReadAsText() {
    LiveStep step = called(SEARCH, "words", "");
    step.end(new StringBuffer("no such file"), null, new CanonicalDigest(), Step.ABSENT, 1);

    assertThat(step.resultText()).isEqualTo("no such file");
    assertThat(step.result()).isEqualTo(TextDigest.of("no such file"));
  }

  @Test
  void argumentsInAMapOfTheFrameworksOwnAreNotCalled() {
    Map<String, Object> own =
        new AbstractMap<>() {
          @Override
          public Set<Entry<String, Object>> entrySet() {
            throw new AssertionError("entrySet was called");
          }

          @Override
          public String toString() {
            throw new AssertionError("toString was called");
          }
        };
    LiveStep step = new LiveStep();
    step.begin("look", own, Set.of(), new CanonicalDigest(), Effect.UNKNOWN, null, 0);

    assertThat(step.argumentsText()).isEqualTo(own.getClass().getName());
    assertThat(step.action()).isNotEqualTo(Step.ABSENT);
  }

  @Test
  void resultsOfWhichOnlyTheTypeIsKnownAreNoRepetition() {
    assertThat(resultAt(0, Stream.of("a"))).isNotEqualTo(resultAt(1, Stream.of("a")));
    assertThat(resultAt(0, List.of(new Object()))).isNotEqualTo(resultAt(1, List.of(new Object())));
    assertThat(resultAt(0, new Row("a", List.of().iterator())))
        .isNotEqualTo(resultAt(1, new Row("a", List.of().iterator())));
    Object same = new Object();
    assertThat(resultAt(0, same)).isEqualTo(resultAt(1, same));
  }

  /** A failure is compared with what was asked, also where nothing else reads words. */
  @Test
  void theArgumentsOfAFailingCallAreReadWithItsOutcome() {
    List<String> argument = new ArrayList<>(List.of("element"));
    LiveStep step = called(SEARCH, "words", argument);
    step.end(null, new Broken(), new CanonicalDigest(), Step.ABSENT, 1);
    argument.set(0, "changed");

    assertThat(step.argumentsText()).contains("element");
  }

  @Test
  void anArgumentThatCannotBeReadDoesNotKeepTheCallFromBeingWatched() {
    Object mute =
        new Object() {
          @Override
          public String toString() {
            throw new IllegalStateException("not now");
          }
        };
    LiveStep step = called(SEARCH, "words", List.of(mute, new Row("a", null)));
    step.readWords();
    step.end("found", null, new CanonicalDigest(), Step.ABSENT, 1);

    assertThat(step.argumentsText()).contains("words");
    assertThat(step.action()).isNotEqualTo(Step.ABSENT);
  }

  @Test
  void aRetryAsksWhatWasAskedWhateverBecameOfTheArgumentsMeanwhile() {
    Map<String, Object> arguments = new HashMap<>(Map.of("question", "why does it wait"));
    LiveStep step = new LiveStep();
    step.begin("look", arguments, Set.of(), new CanonicalDigest(), Effect.UNKNOWN, null, 0);
    long asked = step.question();

    arguments.put("question", "quite another matter");
    LiveStep retry = step.again(5);

    assertThat(retry.argumentsText()).isEqualTo("{\"question\":\"why does it wait\"}");
    assertThat(retry.question()).isEqualTo(asked);
  }

  @Test
  void whatAStepIsDoesNotChangeWhenItOutlivesItsCall() {
    LiveStep step = called(BASH, "sleep 30");
    step.outliveCall();

    assertThat(step.sleeps()).isTrue();
    assertThat(step.again(5).sleeps()).isTrue();
    assertThat(step.shape()).isEqualTo(called(BASH, "sleep 30").shape());
  }

  @Test
  void aHandleInsideAnObjectIsNoPartOfTheResult() {
    assertThat(resultAt(0, new Service("a"))).isEqualTo(resultAt(1, new Service("a")));
    assertThat(resultAt(0, new Service("a"))).isNotEqualTo(resultAt(1, new Service("b")));
    assertThat(actionAt(0, new Service("a"))).isEqualTo(actionAt(1, new Service("a")));
  }

  @Test
  void whatIsTooMuchToBeReadIsNoRepetition() {
    int[] much = new int[20_000];
    assertThat(resultAt(0, much)).isNotEqualTo(resultAt(1, much));
    assertThat(actionAt(0, much)).isNotEqualTo(actionAt(1, much));
    assertThat(actionAt(0, "a".repeat(2_000_000))).isNotEqualTo(actionAt(1, "a".repeat(2_000_000)));

    int[] less = new int[10_000];
    assertThat(resultAt(0, less)).isEqualTo(resultAt(1, less));
    assertThat(actionAt(0, less)).isEqualTo(actionAt(1, less));
  }

  private static long resultAt(int index, Object result) {
    LiveStep step = called(SEARCH, "words", "");
    step.placedAt(index, index);
    step.end(result, null, new CanonicalDigest(), Step.ABSENT, 1);
    return step.result();
  }

  private static long actionAt(int index, Object argument) {
    LiveStep step = called(SEARCH, "words", argument);
    step.placedAt(index, index);
    return step.action();
  }

  private record Row(String name, @Nullable Iterator<?> cells) {}

  private static final class Service {
    @SuppressWarnings("unused") // read by the digest
    private final String name;

    @SuppressWarnings("unused") // not read by the digest
    private final Lock lock = new ReentrantLock();

    @SuppressWarnings("unused") // read by the digest as far as the bounds allow
    private final int[] cache = new int[20_000];

    Service(String name) {
      this.name = name;
    }
  }

  /** A list that knows how often it was looked at. */
  private static final class Watched extends AbstractList<String> {
    private int read;

    @Override
    public String get(int index) {
      read++;
      return "element";
    }

    @Override
    public int size() {
      read++;
      return 1;
    }
  }

  /** An exception that knows how often it was asked. */
  private static final class Broken extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private int read;

    @Override
    public String getMessage() {
      read++;
      return "broken";
    }
  }

  private static LiveStep called(ToolMethod method, Object... arguments) {
    Invocation call = new Invocation(new InvocationStack(), 0);
    call.enter(
        new InternalErrorBreaker(new Log(System.err), () -> {}),
        UNUSED,
        LiveStepTest.class,
        null,
        null,
        null,
        null,
        null,
        arguments);
    LiveStep step = new LiveStep();
    step.begin(method, call, call.thread().digest, null, 0);
    return step;
  }

  private static Step failed(Object arguments, String error, Set<String> leftOut) {
    LiveStep step = new LiveStep();
    step.begin("cancel", arguments, leftOut, new CanonicalDigest(), Effect.WRITE, null, 0);
    step.end(error, true, Step.ABSENT, 1);
    return step;
  }
}
