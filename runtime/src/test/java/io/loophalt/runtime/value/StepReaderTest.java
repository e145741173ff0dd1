package io.loophalt.runtime.value;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.Effect;
import io.loophalt.core.detect.Step;
import io.loophalt.core.fingerprint.FilePaths;
import io.loophalt.core.fingerprint.TextDigest;
import io.loophalt.core.policy.ToolPolicy;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import io.loophalt.runtime.safety.Log;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
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
class StepReaderTest {

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

    Step step = called(bash, "sleep 30", "I wait until the server has come up again").step();

    assertThat(step.sleeps()).as("the thought is no command beside the other").isTrue();
    assertThat(step.question())
        .isEqualTo(called(bash, "sleep 30", "Another minute might well do").step().question());
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

    assertThat(ended(withoutNames, "mvn test | grep FAIL").answersWithAbsence()).isTrue();
    assertThat(ended(withoutNames, "mvn test && grep FAIL log").answersWithAbsence()).isFalse();
  }

  @Test
  void filesAreTheArgumentsThatTheConfigurationSaysWhoeverMakesTheCall() {
    ToolPolicy files = new ToolPolicy("*", null, null, Set.of(), Set.of("at"), Map.of(), false);

    assertThat(
            List.of(
                filesOf("{\"at\":[\"./a\",\"b\"],\"of\":\"c\"}", files),
                filesOf(Map.of("at", List.of("b", "a"), "of", "c"), files)))
        .containsOnly(FilePaths.ofTexts(List.of("a", "b")));
    assertThat(filesOf("{\"at\":\"a\"}", null)).isEqualTo(Step.ABSENT);
    assertThat(filesOf("at a", files)).isEqualTo(Step.ABSENT);
  }

  private static long filesOf(Object arguments, @Nullable ToolPolicy configured) {
    StepReader reader = new StepReader();
    reader.begin("edit", arguments, Set.of(), new CanonicalDigest(), Effect.WRITE, configured, 0);
    return reader.step().files();
  }

  @Test
  void argumentsThatAreNoJsonObjectStayAsTheyAre() {
    assertThat(failed("[1001", "x", Set.of("stamp")).argumentsText()).isEqualTo("[1001");
    assertThat(failed("[1001]", "x", Set.of("stamp")).argumentsText()).isEqualTo("[1001]");
  }

  @Test
  void anErrorThatALayerHasReturnedIsOneAlthoughTheFrameworkMakesAPlainTextOfIt() {
    StepReader reader = new StepReader();
    reader.begin("look", "{}", Set.of(), new CanonicalDigest(), Effect.UNKNOWN, null, 0);

    reader.innerFailed(true);
    reader.end("connection refused", /* error= */ false, Step.ABSENT, 1);

    assertThat(reader.step().failed()).isTrue();
    assertThat(reader.step().errorText()).isEqualTo("connection refused");
  }

  @Test
  void whatIsAskedOfTheOutcomeBeforeTheCallSaysNothingOfItAfterwards() {
    StepReader reader = new StepReader();
    reader.begin("look", "{}", Set.of(), new CanonicalDigest(), Effect.UNKNOWN, null, 0);

    long before = reader.step().gist();
    reader.end("AssertionError: 2 of 3", /* error= */ false, Step.ABSENT, 1);

    assertThat(reader.step().result()).isEqualTo(TextDigest.of("AssertionError: 2 of 3"));
    assertThat(reader.step().failure()).isNotEqualTo(Step.ABSENT);
    assertThat(reader.step().gist()).isNotEqualTo(before);
  }

  /** An exception is asked once, and not under the lock of the run; no other object ever is. */
  @Test
  void ofAllObjectsOfTheApplicationOnlyAnExceptionIsAskedAndOnlyOnce() throws Exception {
    Watched argument = new Watched();
    Watched result = new Watched();
    Broken error = new Broken();
    StepReader returned = called(SEARCH, "words", argument);
    returned.readWords();
    returned.end(result, null, new CanonicalDigest(), Step.ABSENT, 1);
    StepReader thrown = called(SEARCH, "words", argument);
    thrown.readWords();
    thrown.end(null, error, new CanonicalDigest(), Step.ABSENT, 1);

    for (Method question : Step.class.getDeclaredMethods()) {
      if (Modifier.isPublic(question.getModifiers())
          && question.getParameterCount() == 0
          && question.getReturnType() != void.class) {
        question.invoke(returned.step());
        question.invoke(thrown.step());
      }
    }

    assertThat(argument.read + result.read).isZero();
    assertThat(error.read).isEqualTo(1);
    assertThat(thrown.step().errorText()).isEqualTo(Broken.class.getName() + ": broken");
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
    StepReader reader = called(SEARCH, "words", "");
    reader.end(new StringBuffer("no such file"), null, new CanonicalDigest(), Step.ABSENT, 1);

    assertThat(reader.step().resultText()).isEqualTo("no such file");
    assertThat(reader.step().result()).isEqualTo(TextDigest.of("no such file"));
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
    StepReader reader = new StepReader();
    reader.begin("look", own, Set.of(), new CanonicalDigest(), Effect.UNKNOWN, null, 0);

    assertThat(reader.step().argumentsText()).isEqualTo(own.getClass().getName());
    assertThat(reader.step().action()).isNotEqualTo(Step.ABSENT);
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
    StepReader reader = called(SEARCH, "words", argument);
    reader.end(null, new Broken(), new CanonicalDigest(), Step.ABSENT, 1);
    argument.set(0, "changed");

    assertThat(reader.step().argumentsText()).contains("element");
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
    StepReader reader = called(SEARCH, "words", List.of(mute, new Row("a", null)));
    reader.readWords();
    reader.end("found", null, new CanonicalDigest(), Step.ABSENT, 1);

    assertThat(reader.step().argumentsText()).contains("words");
    assertThat(reader.step().action()).isNotEqualTo(Step.ABSENT);
  }

  @Test
  void aRetryAsksWhatWasAskedWhateverBecameOfTheArgumentsMeanwhile() {
    Map<String, Object> arguments = new HashMap<>(Map.of("question", "why does it wait"));
    StepReader reader = new StepReader();
    reader.begin("look", arguments, Set.of(), new CanonicalDigest(), Effect.UNKNOWN, null, 0);
    long asked = reader.step().question();

    arguments.put("question", "quite another matter");
    StepReader retry = reader.again(5);

    assertThat(retry.step().argumentsText()).isEqualTo("{\"question\":\"why does it wait\"}");
    assertThat(retry.step().question()).isEqualTo(asked);
  }

  @Test
  void whatAStepIsDoesNotChangeWhenItOutlivesItsCall() {
    StepReader reader = called(BASH, "sleep 30");
    reader.outliveCall();

    assertThat(reader.step().sleeps()).isTrue();
    assertThat(reader.again(5).step().sleeps()).isTrue();
    assertThat(reader.step().shape()).isEqualTo(called(BASH, "sleep 30").step().shape());
  }

  @Test
  void norWhenItEndsAfterThat() {
    ToolMethod shell =
        new ToolMethod(
            "shell",
            null,
            null,
            Effect.UNKNOWN,
            List.of(new ToolMethod.Parameter("line", ParameterRole.ARGUMENT)),
            true);
    StepReader reader = called(shell, "sleep 30");
    reader.outliveCall();
    StepReader again = reader.again(5);
    reader.end("", null, new CanonicalDigest(), Step.ABSENT, 9);
    again.end("", null, new CanonicalDigest(), Step.ABSENT, 9);

    assertThat(reader.step().sleeps()).isTrue();
    assertThat(again.step().sleeps()).isTrue();
  }

  @Test
  void aHandleInsideAnObjectIsNoPartOfTheResult() {
    assertThat(resultAt(0, new Service("a"))).isEqualTo(resultAt(1, new Service("a")));
    assertThat(resultAt(0, new Service("a"))).isNotEqualTo(resultAt(1, new Service("b")));
    assertThat(actionAt(0, new Service("a"))).isEqualTo(actionAt(1, new Service("a")));
    assertThat(actionAt(0, new Service("a"))).isNotEqualTo(actionAt(1, new Service("b")));
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
    StepReader reader = called(SEARCH, "words", "");
    reader.step().placedAt(index, index);
    reader.end(result, null, new CanonicalDigest(), Step.ABSENT, 1);
    return reader.step().result();
  }

  private static long actionAt(int index, Object argument) {
    StepReader reader = called(SEARCH, "words", argument);
    reader.step().placedAt(index, index);
    return reader.step().action();
  }

  private record Row(String name, @Nullable Iterator<?> cells) {}

  private static final class Service {
    @SuppressWarnings("unused") // read by the digest
    private final String name;

    @SuppressWarnings("unused") // not read by the digest
    private final Lock lock = new ReentrantLock();

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

  private static StepReader called(ToolMethod method, Object... arguments) {
    Invocation call = new Invocation(new InvocationStack(), 0);
    call.enter(
        new InternalErrorBreaker(new Log(System.err), () -> {}),
        UNUSED,
        StepReaderTest.class,
        null,
        null,
        null,
        null,
        null,
        arguments);
    StepReader reader = new StepReader();
    reader.begin(method, call, call.thread().digest, null, 0);
    return reader;
  }

  /** A command that ended with status 1 and printed nothing. */
  private static Step ended(ToolMethod method, String command) {
    StepReader reader = called(method, command);
    Exception status = new IllegalStateException("exit status 1");
    reader.end(null, status, new CanonicalDigest(), Step.ABSENT, 1);
    return reader.step();
  }

  private static Step failed(Object arguments, String error, Set<String> leftOut) {
    StepReader reader = new StepReader();
    reader.begin("cancel", arguments, leftOut, new CanonicalDigest(), Effect.WRITE, null, 0);
    reader.end(error, true, Step.ABSENT, 1);
    return reader.step();
  }
}
