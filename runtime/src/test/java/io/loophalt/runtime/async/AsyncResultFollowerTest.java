package io.loophalt.runtime.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loophalt.core.run.RunEvents;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.value.SmallPolicies;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.Single;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.AssertSubscriber;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

/** Results that are still to come are followed, whatever library they are of. */
class AsyncResultFollowerTest {

  private static final Object TEXT = "text";

  /** The threads that wait for other processes. */
  private static final String AGENTS = "loophalt-store-results";

  private static final LiveRun LIVE =
      new RunRegistry(SmallPolicies.of(10), Presets::create, RunEvents.NONE)
          .open(null, "task", null, 0);

  /** The kinds of result that are known. */
  enum Kind {
    FUTURE {
      @Override
      @SuppressWarnings("FutureReturnValueIgnored") // it is awaited by the test
      Object of(Callable<Object> work) {
        return CompletableFuture.supplyAsync(() -> unchecked(work));
      }

      @Override
      Object await(Object result) {
        try {
          return ((CompletableFuture<?>) result).join();
        } catch (CompletionException e) {
          throw (RuntimeException) e.getCause();
        }
      }

      @Override
      @SuppressWarnings("FutureReturnValueIgnored") // it is awaited by the test
      Object with(Runnable action, Object result) {
        return ((CompletableFuture<?>) result)
            .thenApply(
                value -> {
                  action.run();
                  return value;
                });
      }
    },
    MONO {
      @Override
      Object of(Callable<Object> work) {
        return Mono.fromCallable(work);
      }

      @Override
      Object await(Object result) {
        return String.valueOf(((Mono<?>) result).block());
      }

      @Override
      Object with(Runnable action, Object result) {
        return ((Mono<?>) result).doOnNext(value -> action.run());
      }
    },
    FLUX {
      @Override
      Object of(Callable<Object> work) {
        return Flux.defer(() -> Flux.just(unchecked(work)));
      }

      @Override
      Object await(Object result) {
        return String.valueOf(((Flux<?>) result).blockLast());
      }

      @Override
      Object with(Runnable action, Object result) {
        return ((Flux<?>) result).doOnNext(value -> action.run());
      }
    },
    SINGLE {
      @Override
      Object of(Callable<Object> work) {
        return Single.fromCallable(work);
      }

      @Override
      Object await(Object result) {
        return ((Single<?>) result).blockingGet();
      }

      @Override
      Object with(Runnable action, Object result) {
        return ((Single<?>) result).doOnSuccess(value -> action.run());
      }
    },
    MAYBE {
      @Override
      Object of(Callable<Object> work) {
        return Maybe.fromCallable(work);
      }

      @Override
      Object await(Object result) {
        return String.valueOf(((Maybe<?>) result).blockingGet());
      }

      @Override
      Object with(Runnable action, Object result) {
        return ((Maybe<?>) result).doOnSuccess(value -> action.run());
      }
    },
    FLOWABLE {
      @Override
      Object of(Callable<Object> work) {
        return Flowable.defer(() -> Flowable.just(work.call()));
      }

      @Override
      Object await(Object result) {
        return String.valueOf(((Flowable<?>) result).blockingLast());
      }

      @Override
      Object with(Runnable action, Object result) {
        return ((Flowable<?>) result).doOnNext(value -> action.run());
      }
    },
    OBSERVABLE {
      @Override
      Object of(Callable<Object> work) {
        return Observable.defer(() -> Observable.just(work.call()));
      }

      @Override
      Object await(Object result) {
        return String.valueOf(((Observable<?>) result).blockingLast());
      }

      @Override
      Object with(Runnable action, Object result) {
        return ((Observable<?>) result).doOnNext(value -> action.run());
      }
    },
    UNI {
      @Override
      Object of(Callable<Object> work) {
        return Uni.createFrom().deferred(() -> Uni.createFrom().item(unchecked(work)));
      }

      @Override
      Object await(Object result) {
        return String.valueOf(((Uni<?>) result).await().indefinitely());
      }

      @Override
      Object with(Runnable action, Object result) {
        return ((Uni<?>) result).invoke(value -> action.run());
      }
    },
    MULTI {
      @Override
      Object of(Callable<Object> work) {
        return Multi.createFrom().deferred(() -> Multi.createFrom().item(unchecked(work)));
      }

      @Override
      Object await(Object result) {
        return String.valueOf(((Multi<?>) result).collect().last().await().indefinitely());
      }

      @Override
      Object with(Runnable action, Object result) {
        return ((Multi<?>) result).invoke(value -> action.run());
      }
    },
    VERTX {
      @Override
      Object of(Callable<Object> work) {
        return Future.fromCompletionStage(CompletableFuture.supplyAsync(() -> unchecked(work)))
            .recover(failure -> Future.failedFuture(cause(failure)));
      }

      @Override
      Object await(Object result) {
        try {
          return ((Future<?>) result).toCompletionStage().toCompletableFuture().join();
        } catch (CompletionException e) {
          throw (RuntimeException) e.getCause();
        }
      }

      @Override
      Object with(Runnable action, Object result) {
        return ((Future<?>) result)
            .map(
                value -> {
                  action.run();
                  return value;
                });
      }
    };

    abstract Object of(Callable<Object> work);

    abstract Object await(Object result);

    /** The result, with something to be done where and when its value comes. */
    abstract Object with(Runnable action, Object result);

    private static Throwable cause(Throwable failure) {
      return failure instanceof CompletionException && failure.getCause() != null
          ? failure.getCause()
          : failure;
    }

    private static Object unchecked(Callable<Object> work) {
      try {
        return work.call();
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    }
  }

  /** Notes what it is told and answers as it was made to. */
  private static class Noting implements PendingWork {

    final List<String> told = new ArrayList<>();
    @Nullable Object atValue;
    @Nullable Throwable atEnd;
    @Nullable Object atRetry;

    /** Whether other processes are asked about what it is told. */
    boolean shared;

    /** On which threads it was told. */
    final List<String> toldOn = new ArrayList<>();

    @Override
    public boolean isShared() {
      return shared;
    }

    @Override
    public boolean isForAnotherThread() {
      return shared;
    }

    @Override
    public boolean judgesValues() {
      return true;
    }

    @Override
    public synchronized Object again() {
      told.add("again");
      return atRetry == null ? this : atRetry;
    }

    @Override
    public synchronized @Nullable Object value(Object value) {
      told.add("value " + value);
      toldOn.add(Thread.currentThread().getName());
      return atValue;
    }

    @Override
    public synchronized @Nullable Throwable end(@Nullable Throwable error) {
      told.add(error == null ? "end" : "end " + error.getMessage());
      toldOn.add(Thread.currentThread().getName());
      return atEnd;
    }
  }

  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final InternalErrorBreaker failures =
      new InternalErrorBreaker(
          new Log(new PrintStream(written, true, StandardCharsets.UTF_8)), () -> {});
  private final Noting work = new Noting();
  private final IllegalStateException halt = new IllegalStateException("halt");

  @ParameterizedTest
  @EnumSource
  void aValueAndItsEndAreToldAndPassedOn(Kind kind) throws Throwable {
    assertThat(kind.await(follow(kind.of(() -> TEXT)))).isEqualTo("text");

    assertThat(work.told).containsExactly("value text", "end");
  }

  @ParameterizedTest
  @EnumSource
  void aValueMayBeReplaced(Kind kind) throws Throwable {
    work.atValue = "another";

    assertThat(kind.await(follow(kind.of(() -> TEXT)))).isEqualTo("another");
  }

  @ParameterizedTest
  @EnumSource
  void aHaltAtAValueIsTheErrorOfTheResult(Kind kind) throws Throwable {
    work.atValue = halt;
    Object followed = follow(kind.of(() -> TEXT));

    assertThatThrownBy(() -> kind.await(followed)).isSameAs(halt);
    assertThat(work.told).containsExactly("value text", "end halt");
  }

  @ParameterizedTest
  @EnumSource
  void aHaltAtTheEndIsTheErrorOfTheResult(Kind kind) throws Throwable {
    work.atEnd = halt;
    Object followed = follow(kind.of(() -> TEXT));

    assertThatThrownBy(() -> kind.await(followed)).isSameAs(halt);
  }

  @ParameterizedTest
  @EnumSource
  void anErrorIsToldAndPassedOnAsItIs(Kind kind) throws Throwable {
    IllegalArgumentException own = new IllegalArgumentException("own");
    Object followed =
        follow(
            kind.of(
                () -> {
                  throw own;
                }));

    assertThatThrownBy(() -> kind.await(followed)).isSameAs(own);
    assertThat(work.told).containsExactly("end own");
  }

  @ParameterizedTest
  @EnumSource
  void aHaltTakesThePlaceOfAnError(Kind kind) throws Throwable {
    work.atEnd = halt;
    Object followed =
        follow(
            kind.of(
                () -> {
                  throw new IllegalArgumentException("own");
                }));

    assertThatThrownBy(() -> kind.await(followed)).isSameAs(halt);
  }

  @ParameterizedTest
  @EnumSource
  void anErrorOfOursIsNotTheApplications(Kind kind) throws Throwable {
    PendingWork broken =
        new PendingWork() {
          @Override
          public Object again() {
            throw new IllegalStateException("planted");
          }

          @Override
          public @Nullable Object value(Object value) {
            throw new IllegalStateException("planted");
          }

          @Override
          public @Nullable Throwable end(@Nullable Throwable error) {
            throw new IllegalStateException("planted");
          }
        };
    Object followed =
        new AsyncResultFollower(failures).follow(new AsyncResult(kind.of(() -> TEXT), broken));

    assertThat(kind.await(followed)).isEqualTo("text");
    assertThat(failures.count()).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"FUTURE", "VERTX"})
  void everyFurtherSubscriptionIsWorkOfItsOwn(Kind kind) throws Throwable {
    Noting second = new Noting();
    work.atRetry = second;
    Object followed = follow(kind.of(() -> TEXT));

    kind.await(followed);
    kind.await(followed);

    assertThat(work.told).containsExactly("value text", "end", "again");
    assertThat(second.told).containsExactly("value text", "end");
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"FUTURE", "VERTX"})
  void aRetryOfAHaltedRunDoesNothing(Kind kind) throws Throwable {
    work.atRetry = halt;
    List<Object> done = new ArrayList<>();
    Object followed =
        follow(
            kind.of(
                () -> {
                  done.add(TEXT);
                  return TEXT;
                }));

    kind.await(followed);
    assertThatThrownBy(() -> kind.await(followed)).isSameAs(halt);
    assertThat(done).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void whereOthersAreAskedAValueIsToldOnAThreadOfTheAgentsAndGoesOnOnAnother(Kind kind)
      throws Throwable {
    work.shared = true;
    AtomicReference<@Nullable String> wentOnOn = new AtomicReference<>();

    Object followed =
        kind.with(
            () -> wentOnOn.set(Thread.currentThread().getName()), follow(kind.of(() -> TEXT)));

    assertThat(kind.await(followed)).isEqualTo(TEXT);
    assertThat(work.told).containsExactly("value text", "end");
    assertThat(work.toldOn).isNotEmpty().allMatch(AGENTS::equals);
    assertThat(wentOnOn.get()).isNotNull().isNotEqualTo(AGENTS);
  }

  @ParameterizedTest
  @EnumSource
  void whereOthersAreAskedAHaltIsTheErrorOfTheResultAllTheSame(Kind kind) {
    work.shared = true;
    work.atValue = halt;

    assertThatThrownBy(() -> kind.await(follow(kind.of(() -> TEXT)))).isSameAs(halt);
  }

  @ParameterizedTest
  @EnumSource
  void whereOthersAreAskedAnErrorIsToldOnAThreadOfTheAgents(Kind kind) {
    work.shared = true;
    IllegalStateException theirs = new IllegalStateException("theirs");

    assertThatThrownBy(
            () ->
                kind.await(
                    follow(
                        kind.of(
                            () -> {
                              throw theirs;
                            }))))
        .isSameAs(theirs);
    assertThat(work.told).containsExactly("end theirs");
    assertThat(work.toldOn).containsOnly(AGENTS);
  }

  @Test
  void whereOthersAreAskedNothingAtAllIsToldOnAThreadOfTheAgents() throws Throwable {
    work.shared = true;

    assertThat(((Mono<?>) follow(Mono.empty())).block()).isNull();
    assertThat(((Maybe<?>) follow(Maybe.empty())).blockingGet()).isNull();
    assertThat(((Flux<?>) follow(Flux.empty())).collectList().block()).isEmpty();

    assertThat(work.told).containsExactly("end", "end", "end");
    assertThat(work.toldOn).containsOnly(AGENTS);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void ofWhatOnlyEndsTheEndIsTold(boolean shared) throws Throwable {
    work.shared = shared;

    ((Completable) follow(Completable.complete())).blockingAwait();

    assertThat(work.told).containsExactly("end");
    assertThat(work.toldOn.contains(AGENTS)).isEqualTo(shared);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void ofWhatOnlyEndsTheErrorIsTold(boolean shared) throws Throwable {
    work.shared = shared;
    IllegalStateException theirs = new IllegalStateException("theirs");
    Completable followed = (Completable) follow(Completable.error(theirs));

    assertThatThrownBy(followed::blockingAwait).isSameAs(theirs);
    assertThat(work.told).containsExactly("end theirs");
    assertThat(work.toldOn.contains(AGENTS)).isEqualTo(shared);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatOnlyEndsMayEndWithAHalt(boolean shared) throws Throwable {
    work.shared = shared;
    work.atEnd = halt;
    Completable followed = (Completable) follow(Completable.complete());

    assertThatThrownBy(followed::blockingAwait).isSameAs(halt);
  }

  @Test
  void whereOthersAreAskedAStreamKeepsItsOrder() throws Throwable {
    work.shared = true;

    Flux<?> followed = (Flux<?>) follow(Flux.range(0, 100).map(String::valueOf));

    assertThat(followed.collectList().block())
        .isEqualTo(IntStream.range(0, 100).mapToObj(String::valueOf).toList());
    assertThat(work.told).hasSize(101);
    assertThat(work.toldOn).containsOnly(AGENTS);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aStreamOfMutinysIsToldPieceByPieceAndKeepsItsOrder(boolean shared) throws Throwable {
    work.shared = shared;

    Multi<?> followed = (Multi<?>) follow(Multi.createFrom().range(0, 100).map(String::valueOf));

    assertThat(followed.collect().asList().await().indefinitely())
        .isEqualTo(IntStream.range(0, 100).mapToObj(String::valueOf).toList());
    assertThat(work.told).hasSize(101).endsWith("end");
    assertThat(work.toldOn.contains(AGENTS)).isEqualTo(shared);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void ofNothingOfMutinysOrVertxsTheEndIsTold(boolean shared) throws Throwable {
    work.shared = shared;

    assertThat(((Uni<?>) follow(Uni.createFrom().voidItem())).await().indefinitely()).isNull();
    assertThat(
            ((Multi<?>) follow(Multi.createFrom().empty()))
                .collect()
                .asList()
                .await()
                .indefinitely())
        .isEmpty();
    assertThat(
            ((Future<?>) follow(Future.succeededFuture()))
                .toCompletionStage()
                .toCompletableFuture()
                .join())
        .isNull();

    assertThat(work.told).containsExactly("end", "end", "end");
    assertThat(work.toldOn.contains(AGENTS)).isEqualTo(shared);
  }

  @Test
  void aSubscriberOfMutinysThatGivesUpEndsTheWorkAndItsSource() throws Throwable {
    List<String> seen = new ArrayList<>();
    Multi<?> pieces = (Multi<?>) follow(Multi.createFrom().items("a", "b", "c"));
    pieces.select().first().collect().asList().await().indefinitely();
    Uni<?> never =
        Uni.createFrom().nothing().onCancellation().invoke(() -> seen.add("source cancelled"));

    ((Uni<?>) follow(never)).subscribe().with(value -> seen.add("value")).cancel();

    assertThat(work.told)
        .containsExactly(
            "value a",
            "end nobody waits for the result any more",
            "end nobody waits for the result any more");
    assertThat(seen).containsExactly("source cancelled");
  }

  @Test
  void aStreamOfMutinysIsSubscribedToWithTheContextAndTheDemandOfItsSubscriber() throws Throwable {
    List<String> seen = new ArrayList<>();
    Uni<String> uni =
        Uni.createFrom()
            .context(context -> Uni.createFrom().item("of " + context.<String>get("user")));
    Multi<String> multi =
        Multi.createFrom()
            .context(context -> Multi.createFrom().items(context.<String>get("user"), "b", "c"));
    Multi<String> noting = multi.onRequest().invoke(demand -> seen.add("asked for " + demand));
    io.smallrye.mutiny.Context somebody = io.smallrye.mutiny.Context.of("user", "somebody");

    Object of = ((Uni<?>) follow(uni)).awaitUsing(somebody).indefinitely();
    AssertSubscriber<Object> one = AssertSubscriber.create(somebody, 1);
    ((Multi<?>) follow(noting)).subscribe(one);

    assertThat(of).isEqualTo("of somebody");
    assertThat(one.getItems()).containsExactly((Object) "somebody");
    assertThat(seen).containsExactly("asked for 1");
    one.cancel();
  }

  /** Of Vert.x' own threads. */
  @Test
  void whatWasHeldBackInAContextOfVertxGoesOnInIt() throws Throwable {
    work.shared = true;
    Vertx vertx = Vertx.vertx();
    try {
      CompletableFuture<String> wentOn = new CompletableFuture<>();
      vertx.runOnContext(
          nothing -> {
            Thread loop = Thread.currentThread();
            try {
              ((Future<?>) follow(Future.succeededFuture(TEXT)))
                  .compose(
                      value -> {
                        boolean first = Thread.currentThread() == loop;
                        Uni<?> uni = followed(Uni.createFrom().item(TEXT));
                        return Future.fromCompletionStage(
                            uni.map(text -> first + " " + (Thread.currentThread() == loop))
                                .subscribeAsCompletionStage());
                      })
                  .onSuccess(wentOn::complete)
                  .onFailure(wentOn::completeExceptionally);
            } catch (Throwable unexpected) {
              wentOn.completeExceptionally(unexpected);
            }
          });

      assertThat(wentOn.get(20, TimeUnit.SECONDS)).isEqualTo("true true");
      assertThat(work.toldOn).containsOnly(AGENTS);
    } finally {
      vertx.close().toCompletionStage().toCompletableFuture().join();
    }
  }

  private Uni<?> followed(Uni<?> uni) {
    try {
      return (Uni<?>)
          new AsyncResultFollower(failures).follow(new AsyncResult(uni, sharedNoting()));
    } catch (Throwable unexpected) {
      throw new AssertionError(unexpected);
    }
  }

  private static Noting sharedNoting() {
    Noting noting = new Noting();
    noting.shared = true;
    return noting;
  }

  @Test
  void everyPieceOfAStreamIsTold() throws Throwable {
    assertThat(((Flux<?>) follow(Flux.just("a", "b"))).collectList().block())
        .isEqualTo(List.of("a", "b"));

    assertThat(work.told).containsExactly("value a", "value b", "end");
  }

  @Test
  void nothingAtAllIsAnEndToo() throws Throwable {
    assertThat(((Mono<?>) follow(Mono.empty())).blockOptional()).isEmpty();

    assertThat(work.told).containsExactly("end");
  }

  @Test
  void aSubscriberThatGivesUpEndsTheWork() throws Throwable {
    ((Flux<?>) follow(Flux.just("a", "b", "c"))).take(1).blockLast();

    assertThat(work.told).containsExactly("value a", "end nobody waits for the result any more");
  }

  @Test
  void aPublisherIsSubscribedToWithTheContextAndTheDemandOfItsSubscriber() throws Throwable {
    List<String> seen = new ArrayList<>();
    Flux<String> source =
        Flux.deferContextual(context -> Flux.just("a of " + context.get("user"), "b", "c"))
            .doOnRequest(demand -> seen.add("asked for " + demand))
            .doOnNext(seen::add);
    BaseSubscriber<Object> one =
        new BaseSubscriber<>() {
          @Override
          protected void hookOnSubscribe(Subscription subscription) {
            subscription.request(1);
          }
        };

    ((Flux<?>) follow(source)).contextWrite(Context.of("user", "somebody")).subscribe(one);

    assertThat(seen).containsExactly("asked for 1", "a of somebody");
    one.cancel();
  }

  @Test
  void aMonoIsNotCancelledByItsValue() throws Throwable {
    List<String> seen = new ArrayList<>();
    Mono<String> source =
        Mono.just("a")
            .doOnCancel(() -> seen.add("cancelled"))
            .doAfterTerminate(() -> seen.add("done"));

    assertThat(((Mono<?>) follow(source)).block()).isEqualTo("a");

    assertThat(seen).containsExactly("done");
  }

  @Test
  @SuppressWarnings("unchecked")
  void completingAFutureCompletesItsSource() throws Throwable {
    CompletableFuture<String> completed = new CompletableFuture<>();
    CompletableFuture<String> failed = new CompletableFuture<>();
    CompletableFuture<String> late = new CompletableFuture<>();

    assertThat(((CompletableFuture<Object>) follow(completed)).complete("a")).isTrue();
    ((CompletableFuture<?>) follow(failed)).completeExceptionally(new IOException("b"));
    CompletableFuture<?> limited = (CompletableFuture<?>) follow(late);
    limited.orTimeout(1, TimeUnit.MILLISECONDS);

    assertThat(completed).isCompletedWithValue("a");
    assertThatThrownBy(failed::join).hasRootCauseMessage("b");
    assertThatThrownBy(late::join).hasCauseInstanceOf(TimeoutException.class);
    assertThatThrownBy(limited::join).hasCauseInstanceOf(TimeoutException.class);
  }

  @Test
  void aFutureMadeOfAStageThatNobodyCanCompleteIsCompletedAlone() throws Throwable {
    CompletableFuture<String> source = new CompletableFuture<>();
    CompletableFuture<?> followed =
        ((CompletionStage<?>) follow(source.minimalCompletionStage())).toCompletableFuture();

    assertThat(followed.cancel(true)).isTrue();

    assertThat(followed).isCancelled();
    assertThat(source).isNotDone();
  }

  @Test
  void cancellingAFutureCancelsItsSource() throws Throwable {
    CompletableFuture<String> source = new CompletableFuture<>();

    CompletableFuture<?> followed = (CompletableFuture<?>) follow(source);

    assertThat(followed.cancel(true)).isTrue();

    assertThat(source).isCancelled();
    assertThat(followed).isCancelled();
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"FUTURE", "VERTX"})
  void whatIsCalledWhileTheWorkBeginsIsADetailOfItAndWhatFollowsItIsNot(Kind kind)
      throws Throwable {
    List<Object> seen = new ArrayList<>();
    PendingWork entered =
        new Noting() {
          @Override
          public void enter(Invocation call) {
            call.becomeModelCallOf(LIVE);
          }

          @Override
          public void leave(Invocation call) {
            call.standDown();
          }
        };
    Object followed =
        new AsyncResultFollower(failures)
            .follow(
                new AsyncResult(
                    kind.of(
                        () -> {
                          seen.add("inside " + insideModelCall());
                          return TEXT;
                        }),
                    entered));

    kind.await(kind.with(() -> seen.add("after the value " + insideModelCall()), followed));

    assertThat(seen).containsExactly("inside true", "after the value false");
    assertThat(insideModelCall()).as("when all is over").isFalse();
  }

  /** Asks as a woven method would. */
  private static boolean insideModelCall() {
    InvocationStack thread = InvocationStack.current();
    Invocation call = thread.push();
    try {
      return thread.insideModelCall(call);
    } finally {
      thread.pop(call);
    }
  }

  @Test
  void otherResultsAreNotKnown() {
    assertThat(AsyncResultFollower.knows("text")).isFalse();
    assertThat(AsyncResultFollower.knows(null)).isFalse();
    assertThat(AsyncResultFollower.knows(Mono.just(1))).isTrue();
  }

  private Object follow(Object result) throws Throwable {
    return new AsyncResultFollower(failures).follow(new AsyncResult(result, work));
  }
}
