package io.loophalt.runtime.value;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.Effect;
import io.loophalt.core.detect.Step;
import io.loophalt.core.policy.ToolPolicy;
import io.loophalt.core.policy.VolatileParts;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import io.loophalt.runtime.safety.Log;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is left out of a live call, whoever makes it and whatever it returns. */
class VolatileStepTest {

  private static final VolatileParts ID = VolatileParts.of("$.requestId", "id *");

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

  private record Order(String requestId, int number, List<String> lines, Optional<String> note) {}

  private record Measured(int number, long requestId) {}

  private record Handle(String requestId, @Nullable Iterator<?> lines) {}

  /** Two results that differ in the id alone, and one that differs in more. */
  private record Results(Object one, Object other, Object different) {}

  static List<Results> results() {
    return List.of(
        new Results("id amber is held", "id birch is held", "id birch is sent"),
        new Results(
            buffer("id amber is held"), buffer("id birch is held"), buffer("id birch is sent")),
        new Results(
            "{\"requestId\":\"amber\",\"n\":1}",
            "{\"requestId\":\"birch\",\"n\":1}",
            "{\"requestId\":\"birch\",\"n\":2}"),
        new Results(
            Map.of("requestId", "amber"),
            Map.of("requestId", UUID.randomUUID()),
            Map.of("requestId", "amber", "n", 1)),
        new Results(new Measured(7, 1), new Measured(7, 2), new Measured(8, 2)),
        new Results(Set.of("id amber", "a"), Set.of("id birch", "a"), Set.of("id birch", "b")),
        new Results(
            new Order("amber", 7, List.of("a", "b"), Optional.of("x")),
            new Order("birch", 7, List.of("a", "b"), Optional.of("x")),
            new Order("birch", 7, List.of("a", "c"), Optional.of("x"))));
  }

  private static StringBuilder buffer(String text) {
    StringBuilder buffer = new StringBuilder();
    buffer.append(text);
    return buffer;
  }

  @ParameterizedTest
  @MethodSource("results")
  void resultsThatDifferInAVolatilePartAloneAreEqual(Results results) {
    long one = resultOf(policy(ID, null), results.one());

    assertThat(resultOf(policy(ID, null), results.other())).isEqualTo(one);
    assertThat(resultOf(policy(ID, null), results.different())).isNotEqualTo(one);
    assertThat(resultOf(policy(null, null), results.other()))
        .as("without the key")
        .isNotEqualTo(resultOf(policy(null, null), results.one()));
  }

  @Test
  void whatCannotBeReadWholeIsComparedAsEver() {
    assertThat(resultOf(policy(ID, null), new Handle("amber", List.of().iterator())))
        .isNotEqualTo(resultOf(policy(ID, null), new Handle("amber", List.of().iterator())));
    assertThat(resultOf(policy(ID, null), Map.of(new Handle("id amber", null), "x")))
        .isEqualTo(resultOf(policy(null, null), Map.of(new Handle("id amber", null), "x")));
  }

  @Test
  void anExceptionIsReadWithoutThemAsWell() {
    Step one = thrown("no room for id amber");
    Step other = thrown("no room for id birch");

    assertThat(one.errorText()).endsWith("no room for id *");
    assertThat(List.of(one.error(), one.exactError(), one.failure()))
        .isEqualTo(List.of(other.error(), other.exactError(), other.failure()));
  }

  private static Step thrown(String message) {
    StepReader reader = called(tool(false, ID), null, "x");
    reader.end(null, new IllegalStateException(message), new CanonicalDigest(), Step.ABSENT, 1);
    return reader.step();
  }

  @Test
  void whatTheAnnotationSaysHoldsUnlessTheConfigurationSaysOtherwise() {
    assertThat(called(tool(true, ID), null, "x").step())
        .returns(true, Step::triesMany)
        .returns(ID, Step::volatileParts);
    assertThat(called(tool(true, ID), policy(VolatileParts.NONE, false), "x").step())
        .returns(false, Step::triesMany)
        .returns(VolatileParts.NONE, Step::volatileParts);
    assertThat(called(tool(false, null), policy(ID, true), "x").step())
        .returns(true, Step::triesMany)
        .returns(ID, Step::volatileParts);
  }

  @Test
  void insideAFrameworksCallTheAnnotatedMethodSaysIt() {
    StepReader reader = framework(Map.of("query", "x"), null);
    assertThat(reader.step().triesMany()).isFalse();

    reader.enrich(tool(true, ID), call("x"));
    reader.end("id amber is held", false, Step.ABSENT, 1);

    assertThat(reader.step().triesMany()).isTrue();
    assertThat(reader.step().resultText()).isEqualTo("id * is held");
  }

  @Test
  void partsOfArgumentsAreLeftOutOfAToolMethod() {
    ToolPolicy ignoring = policyIgnoring("--nonce=*");
    Step one = called(tool(false, null), ignoring, "ls --nonce=amber").step();
    Step other = called(tool(false, null), ignoring, "ls --nonce=birch").step();

    assertThat(one.argumentsText()).isEqualTo("{\"query\":\"ls --nonce=*\"}");
    assertThat(List.of(one.action(), one.shape(), one.question()))
        .isEqualTo(List.of(other.action(), other.shape(), other.question()));
    assertThat(called(tool(false, null), ignoring, "ps --nonce=amber").step().action())
        .isNotEqualTo(one.action());
  }

  @Test
  void andOfWhatAFrameworkHandsOnAsTextOrAsAMap() {
    ToolPolicy ignoring = policyIgnoring("$.options.trace");
    Step text = framework("{\"options\":{\"trace\":\"amber\"},\"n\":1}", ignoring).step();
    Step map = framework(Map.of("options", Map.of("trace", 5), "n", 1), ignoring).step();
    Step different = framework(Map.of("options", Map.of("trace", 5), "n", 2), ignoring).step();

    assertThat(map.action()).isEqualTo(text.action());
    assertThat(different.action()).isNotEqualTo(text.action());
  }

  @Test
  void anArgumentThatIsIgnoredByItsNameIsGoneBeforeThat() {
    StepReader reader = new StepReader();
    reader.begin(
        "look",
        "{\"at\":1,\"id\":\"id amber\"}",
        Set.of("at"),
        new CanonicalDigest(),
        Effect.UNKNOWN,
        policyIgnoring("id *"),
        0);

    assertThat(reader.step().argumentsText()).isEqualTo("{\"id\":\"id *\"}");
  }

  @Test
  void argumentsThatCannotBeWrittenWholeAreTakenAsTheyAre() {
    ToolPolicy ignoring = policyIgnoring("--nonce=*");
    ToolMethod two =
        new ToolMethod(
            "run",
            null,
            null,
            Effect.UNKNOWN,
            List.of(
                new ToolMethod.Parameter("line", ParameterRole.ARGUMENT),
                new ToolMethod.Parameter("what", ParameterRole.ARGUMENT)),
            true);
    Step one = called(two, ignoring, "--nonce=amber", List.of().iterator()).step();
    Step other = called(two, ignoring, "--nonce=birch", List.of().iterator()).step();

    assertThat(one.action()).isNotEqualTo(other.action());
  }

  private static long resultOf(ToolPolicy configured, Object result) {
    StepReader reader = called(tool(false, null), configured, "x");
    reader.end(result, null, new CanonicalDigest(), Step.ABSENT, 1);
    return reader.step().result();
  }

  private static ToolMethod tool(boolean exhaustive, @Nullable VolatileParts parts) {
    return new ToolMethod(
        "look",
        null,
        null,
        Effect.UNKNOWN,
        List.of(new ToolMethod.Parameter("query", ParameterRole.ARGUMENT)),
        /* returnsText= */ true,
        /* returnsLater= */ false,
        exhaustive,
        parts,
        /* publishes= */ false);
  }

  private static ToolPolicy policy(@Nullable VolatileParts parts, @Nullable Boolean exhaustive) {
    return new ToolPolicy(
        "look",
        null,
        null,
        Set.of(),
        Set.of(),
        Map.of(),
        false,
        exhaustive,
        parts,
        VolatileParts.NONE);
  }

  private static ToolPolicy policyIgnoring(String part) {
    return new ToolPolicy(
        "*", null, null, Set.of(), Set.of(), Map.of(), false, null, null, VolatileParts.of(part));
  }

  private static StepReader framework(Object arguments, @Nullable ToolPolicy configured) {
    StepReader reader = new StepReader();
    reader.begin("look", arguments, Set.of(), new CanonicalDigest(), Effect.UNKNOWN, configured, 0);
    return reader;
  }

  private static Invocation call(Object... arguments) {
    Invocation call = new Invocation(new InvocationStack(), 0);
    call.enter(
        new InternalErrorBreaker(new Log(System.err), () -> {}),
        UNUSED,
        VolatileStepTest.class,
        null,
        null,
        null,
        null,
        null,
        arguments);
    return call;
  }

  private static StepReader called(
      ToolMethod method, @Nullable ToolPolicy configured, Object... arguments) {
    Invocation call = call(arguments);
    StepReader reader = new StepReader();
    reader.begin(method, call, call.thread().digest, configured, 0);
    return reader;
  }
}
