package io.loophalt.runtime.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loophalt.runtime.safety.InternalErrorBreaker;
import io.loophalt.runtime.safety.Log;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What an application does with a followed future is, and does, what it is on the tool's own. */
class FollowedFutureTest {

  private static final String TOOLS = "the tool's";
  private static final Executor HERE = Runnable::run;

  /** A future of an application's own class. */
  private static final class OwnFuture extends CompletableFuture<Object> {

    @Override
    @SuppressWarnings("unchecked")
    public <U> CompletableFuture<U> newIncompleteFuture() {
      return (CompletableFuture<U>) new OwnFuture();
    }

    @Override
    public Executor defaultExecutor() {
      return HERE;
    }
  }

  /** How far the tool is when the application calls a method of what it got. */
  enum Stand {
    PENDING,
    COMPLETED {
      @Override
      void reach(CompletableFuture<Object> future) {
        future.complete("early");
      }
    },
    FAILED {
      @Override
      void reach(CompletableFuture<Object> future) {
        future.completeExceptionally(new IOException("early"));
      }
    },
    CANCELLED {
      @Override
      void reach(CompletableFuture<Object> future) {
        future.cancel(true);
      }
    };

    void reach(CompletableFuture<Object> future) {}
  }

  /** What an application may do with a future; what it gets is part of how that is told. */
  interface Use {
    @Nullable Object of(CompletableFuture<Object> future) throws Throwable;
  }

  /** All public methods, by name and types. */
  private static final Map<String, Use> USES = uses();

  /** Those that wait for a future that is pending without end. */
  private static final Set<String> WAITING = Set.of("get()", "join()");

  /** Those of which a JDK of this time has not all. */
  private static final Set<String> SINCE_JDK_19 =
      Set.of("resultNow()", "exceptionNow()", "state()");

  /** After these the future has ended or soon will, whatever the tool does. */
  private static final Set<String> ENDING =
      Set.of(
          "complete(Object)",
          "completeExceptionally(Throwable)",
          "cancel(boolean)",
          "obtrudeValue(Object)",
          "obtrudeException(Throwable)",
          "completeAsync(Supplier)",
          "completeAsync(Supplier, Executor)",
          "orTimeout(long, TimeUnit)",
          "completeOnTimeout(Object, long, TimeUnit)");

  @SuppressWarnings("FutureReturnValueIgnored") // it is what the use gives
  private static Map<String, Use> uses() {
    Map<String, Use> uses = new LinkedHashMap<>();
    uses.put("complete(Object)", f -> f.complete("mine"));
    uses.put("completeExceptionally(Throwable)", f -> f.completeExceptionally(mine()));
    uses.put("cancel(boolean)", f -> f.cancel(true));
    uses.put("obtrudeValue(Object)", f -> nothing(() -> f.obtrudeValue("mine")));
    uses.put("obtrudeException(Throwable)", f -> nothing(() -> f.obtrudeException(mine())));
    uses.put("completeAsync(Supplier)", f -> f.completeAsync(() -> "mine"));
    uses.put("completeAsync(Supplier, Executor)", f -> f.completeAsync(() -> "mine", HERE));
    uses.put("orTimeout(long, TimeUnit)", f -> f.orTimeout(1, TimeUnit.MILLISECONDS));
    uses.put(
        "completeOnTimeout(Object, long, TimeUnit)",
        f -> f.completeOnTimeout("mine", 1, TimeUnit.MILLISECONDS));

    uses.put("get()", CompletableFuture::get);
    uses.put("get(long, TimeUnit)", f -> f.get(1, TimeUnit.NANOSECONDS));
    uses.put("join()", CompletableFuture::join);
    uses.put("getNow(Object)", f -> f.getNow("absent"));
    uses.put("resultNow()", f -> byName(f, "resultNow"));
    uses.put("exceptionNow()", f -> byName(f, "exceptionNow"));
    uses.put("state()", f -> byName(f, "state"));
    uses.put("isDone()", CompletableFuture::isDone);
    uses.put("isCancelled()", CompletableFuture::isCancelled);
    uses.put("isCompletedExceptionally()", CompletableFuture::isCompletedExceptionally);
    uses.put("getNumberOfDependents()", CompletableFuture::getNumberOfDependents);
    // The name of the class apart.
    uses.put("toString()", f -> f.toString().substring(f.toString().indexOf('[')));

    uses.put("toCompletableFuture()", CompletableFuture::toCompletableFuture);
    uses.put("copy()", CompletableFuture::copy);
    uses.put("minimalCompletionStage()", CompletableFuture::minimalCompletionStage);
    uses.put("newIncompleteFuture()", f -> f.newIncompleteFuture().getClass());
    uses.put("defaultExecutor()", CompletableFuture::defaultExecutor);

    uses.put("thenApply(Function)", f -> f.thenApply(v -> v + "!"));
    uses.put("thenApplyAsync(Function)", f -> f.thenApplyAsync(v -> v + "!"));
    uses.put("thenApplyAsync(Function, Executor)", f -> f.thenApplyAsync(v -> v + "!", HERE));
    uses.put("thenAccept(Consumer)", f -> f.thenAccept(v -> {}));
    uses.put("thenAcceptAsync(Consumer)", f -> f.thenAcceptAsync(v -> {}));
    uses.put("thenAcceptAsync(Consumer, Executor)", f -> f.thenAcceptAsync(v -> {}, HERE));
    uses.put("thenRun(Runnable)", f -> f.thenRun(() -> {}));
    uses.put("thenRunAsync(Runnable)", f -> f.thenRunAsync(() -> {}));
    uses.put("thenRunAsync(Runnable, Executor)", f -> f.thenRunAsync(() -> {}, HERE));
    uses.put("thenCompose(Function)", f -> f.thenCompose(FollowedFutureTest::other));
    uses.put("thenComposeAsync(Function)", f -> f.thenComposeAsync(FollowedFutureTest::other));
    uses.put(
        "thenComposeAsync(Function, Executor)",
        f -> f.thenComposeAsync(FollowedFutureTest::other, HERE));

    uses.put(
        "thenCombine(CompletionStage, BiFunction)",
        f -> f.thenCombine(other("b"), (a, b) -> a + "+" + b));
    uses.put(
        "thenCombineAsync(CompletionStage, BiFunction)",
        f -> f.thenCombineAsync(other("b"), (a, b) -> a + "+" + b));
    uses.put(
        "thenCombineAsync(CompletionStage, BiFunction, Executor)",
        f -> f.thenCombineAsync(other("b"), (a, b) -> a + "+" + b, HERE));
    uses.put(
        "thenAcceptBoth(CompletionStage, BiConsumer)",
        f -> f.thenAcceptBoth(other("b"), (a, b) -> {}));
    uses.put(
        "thenAcceptBothAsync(CompletionStage, BiConsumer)",
        f -> f.thenAcceptBothAsync(other("b"), (a, b) -> {}));
    uses.put(
        "thenAcceptBothAsync(CompletionStage, BiConsumer, Executor)",
        f -> f.thenAcceptBothAsync(other("b"), (a, b) -> {}, HERE));
    uses.put("runAfterBoth(CompletionStage, Runnable)", f -> f.runAfterBoth(other("b"), () -> {}));
    uses.put(
        "runAfterBothAsync(CompletionStage, Runnable)",
        f -> f.runAfterBothAsync(other("b"), () -> {}));
    uses.put(
        "runAfterBothAsync(CompletionStage, Runnable, Executor)",
        f -> f.runAfterBothAsync(other("b"), () -> {}, HERE));
    uses.put(
        "applyToEither(CompletionStage, Function)", f -> f.applyToEither(other("b"), v -> v + "!"));
    uses.put(
        "applyToEitherAsync(CompletionStage, Function)",
        f -> f.applyToEitherAsync(other("b"), v -> v + "!"));
    uses.put(
        "applyToEitherAsync(CompletionStage, Function, Executor)",
        f -> f.applyToEitherAsync(other("b"), v -> v + "!", HERE));
    uses.put("acceptEither(CompletionStage, Consumer)", f -> f.acceptEither(other("b"), v -> {}));
    uses.put(
        "acceptEitherAsync(CompletionStage, Consumer)",
        f -> f.acceptEitherAsync(other("b"), v -> {}));
    uses.put(
        "acceptEitherAsync(CompletionStage, Consumer, Executor)",
        f -> f.acceptEitherAsync(other("b"), v -> {}, HERE));
    uses.put(
        "runAfterEither(CompletionStage, Runnable)", f -> f.runAfterEither(other("b"), () -> {}));
    uses.put(
        "runAfterEitherAsync(CompletionStage, Runnable)",
        f -> f.runAfterEitherAsync(other("b"), () -> {}));
    uses.put(
        "runAfterEitherAsync(CompletionStage, Runnable, Executor)",
        f -> f.runAfterEitherAsync(other("b"), () -> {}, HERE));

    uses.put("handle(BiFunction)", f -> f.handle((v, e) -> v + " or " + e));
    uses.put("handleAsync(BiFunction)", f -> f.handleAsync((v, e) -> v + " or " + e));
    uses.put(
        "handleAsync(BiFunction, Executor)", f -> f.handleAsync((v, e) -> v + " or " + e, HERE));
    uses.put("whenComplete(BiConsumer)", f -> f.whenComplete((v, e) -> {}));
    uses.put("whenCompleteAsync(BiConsumer)", f -> f.whenCompleteAsync((v, e) -> {}));
    uses.put(
        "whenCompleteAsync(BiConsumer, Executor)", f -> f.whenCompleteAsync((v, e) -> {}, HERE));
    uses.put("exceptionally(Function)", f -> f.exceptionally(String::valueOf));
    uses.put("exceptionallyAsync(Function)", f -> f.exceptionallyAsync(String::valueOf));
    uses.put(
        "exceptionallyAsync(Function, Executor)", f -> f.exceptionallyAsync(String::valueOf, HERE));
    uses.put(
        "exceptionallyCompose(Function)", f -> f.exceptionallyCompose(FollowedFutureTest::other));
    uses.put(
        "exceptionallyComposeAsync(Function)",
        f -> f.exceptionallyComposeAsync(FollowedFutureTest::other));
    uses.put(
        "exceptionallyComposeAsync(Function, Executor)",
        f -> f.exceptionallyComposeAsync(FollowedFutureTest::other, HERE));
    return uses;
  }

  private final ByteArrayOutputStream log = new ByteArrayOutputStream();
  private final InternalErrorBreaker failures =
      new InternalErrorBreaker(
          new Log(new PrintStream(log, true, StandardCharsets.UTF_8)), () -> {});

  @Test
  void noMethodOfThisJdkIsForgotten() {
    Set<String> methods =
        Arrays.stream(CompletableFuture.class.getMethods())
            .filter(method -> !Modifier.isStatic(method.getModifiers()) && !method.isSynthetic())
            .filter(method -> method.getDeclaringClass() != Object.class)
            .map(FollowedFutureTest::signature)
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> known = new TreeSet<>(USES.keySet());
    SINCE_JDK_19.stream().filter(method -> !methods.contains(method)).forEach(known::remove);

    assertThat(methods)
        .as("what an application can call; what is new may have to reach the tool's own future")
        .isEqualTo(known);
  }

  @ParameterizedTest
  @MethodSource
  void aMethodIsAndDoesWhatItDoesOnTheToolsOwnFuture(String method) throws Throwable {
    for (Stand stand : Stand.values()) {
      for (Supplier<CompletableFuture<Object>> kind :
          List.<Supplier<CompletableFuture<Object>>>of(CompletableFuture::new, OwnFuture::new)) {
        if (stand == Stand.PENDING && WAITING.contains(method)) {
          continue;
        }
        CompletableFuture<Object> own = begun(kind, stand);
        CompletableFuture<Object> source = begun(kind, stand);

        assertThat(told(method, follow(source), source))
            .as("of a future that is %s and a %s", stand, source.getClass().getSimpleName())
            .isEqualTo(told(method, own, own));
      }
    }
    assertThat(log.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  static Stream<String> aMethodIsAndDoesWhatItDoesOnTheToolsOwnFuture() {
    return USES.keySet().stream().filter(method -> !isMissing(method));
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPLETED", "FAILED"})
  void aFailureOfAnEarlierStageIsWrappedOnce(Stand stand) throws Throwable {
    CompletableFuture<Object> first = begun(CompletableFuture::new, stand);
    CompletableFuture<Object> second = first.thenApply(FollowedFutureTest::failing);

    for (Use use : List.<Use>of(CompletableFuture::get, CompletableFuture::join)) {
      assertThat(outcome(use, follow(second))).isEqualTo(outcome(use, second));
    }
  }

  @Test
  void anObtrudedValueOfAToolThatIsStillAtWorkDoesNotHideAHalt() throws Throwable {
    CompletableFuture<Object> source = new CompletableFuture<>();
    IllegalStateException halt = new IllegalStateException("halt");
    CompletableFuture<Object> followed = follow(source, new Changing(halt));

    followed.obtrudeValue("mine");

    assertThat(source).isCompletedWithValue("mine");
    assertThatThrownBy(followed::join).hasCause(halt);
  }

  @Test
  void aStageThatNobodyCanCompleteIsFollowedByOneThatNobodyCanComplete() throws Throwable {
    CompletableFuture<Object> source = new CompletableFuture<>();
    CompletionStage<Object> own = source.minimalCompletionStage();
    Object followed =
        new AsyncResultFollower(failures)
            .follow(new AsyncResult(own, new Changing("changed by the agent")));

    assertThat(followed).hasSameClassAs(own).isNotSameAs(own);
    CompletableFuture<?> copy = ((CompletionStage<?>) followed).toCompletableFuture();
    source.complete(TOOLS);
    assertThat(copy.join()).isEqualTo("changed by the agent");
  }

  /** A result that the agent gives in place of the tool's. */
  private record Changing(@Nullable Object outcome) implements PendingWork {
    @Override
    public Object again() {
      return this;
    }

    @Override
    public @Nullable Object value(Object value) {
      return outcome;
    }

    @Override
    public @Nullable Throwable end(@Nullable Throwable error) {
      return null;
    }
  }

  private CompletableFuture<Object> follow(CompletableFuture<Object> source) throws Throwable {
    return follow(source, new Changing(null));
  }

  @SuppressWarnings("unchecked")
  private CompletableFuture<Object> follow(CompletableFuture<Object> source, PendingWork work)
      throws Throwable {
    return (CompletableFuture<Object>)
        new AsyncResultFollower(failures).follow(new AsyncResult(source, work));
  }

  private static CompletableFuture<Object> begun(
      Supplier<CompletableFuture<Object>> kind, Stand stand) {
    CompletableFuture<Object> future = kind.get();
    stand.reach(future);
    return future;
  }

  /** What a method gives, what that comes to, and what has become of both futures. */
  private static List<String> told(
      String method, CompletableFuture<Object> future, CompletableFuture<Object> source)
      throws Exception {
    Use use = Objects.requireNonNull(USES.get(method));
    List<String> told = new ArrayList<>();
    Object given = outcome(use, future);
    if (ENDING.contains(method)) {
      end(future);
    }
    source.complete(TOOLS);
    if (given == future) {
      told.add("itself");
    } else if (given instanceof CompletionStage<?> stage) {
      told.add(stage.getClass() + ", " + end(stage));
    } else {
      told.add(String.valueOf(given));
    }
    told.add("it: " + end(future));
    told.add("the tool's: " + end(source));
    return told;
  }

  private static @Nullable Object outcome(Use use, CompletableFuture<Object> future) {
    try {
      return use.of(future);
    } catch (Throwable thrown) {
      return "thrown: " + thrown + ", " + thrown.getCause();
    }
  }

  private static String end(CompletionStage<?> stage) throws Exception {
    return stage
        .handle((value, error) -> value + ", " + error)
        .toCompletableFuture()
        .get(1, TimeUnit.MINUTES);
  }

  private static String signature(Method method) {
    return method.getName()
        + Arrays.stream(method.getParameterTypes())
            .map(Class::getSimpleName)
            .collect(Collectors.joining(", ", "(", ")"));
  }

  private static boolean isMissing(String method) {
    return SINCE_JDK_19.contains(method)
        && Arrays.stream(CompletableFuture.class.getMethods())
            .noneMatch(each -> signature(each).equals(method));
  }

  private static Object byName(CompletableFuture<Object> future, String method) throws Throwable {
    try {
      return CompletableFuture.class.getMethod(method).invoke(future);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }

  private static @Nullable Object nothing(Runnable action) {
    action.run();
    return null;
  }

  private static IOException mine() {
    return new IOException("mine");
  }

  private static CompletableFuture<Object> other(Object value) {
    return CompletableFuture.completedFuture("after " + value);
  }

  private static Object failing(Object value) {
    throw new IllegalArgumentException("no " + value);
  }
}
