package io.loophalt.runtime.application;

import io.loophalt.AgentRun;
import io.loophalt.AgentRuns;
import io.loophalt.AgentTool;
import io.loophalt.RunId;
import io.loophalt.RunScope;
import io.reactivex.rxjava3.core.Single;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.util.retry.Retry;
import reactor.util.retry.RetryBackoffSpec;

/** Agents whose methods return before their work is done; each says how its calls ended. */
@SuppressWarnings("try") // scopes are there to be open, not to be used
public final class AsyncRuns {

  private AsyncRuns() {}

  @AgentTool
  static Mono<String> look(String item) {
    return Mono.delay(Duration.ofMillis(1)).map(any -> "no " + item);
  }

  @AgentTool
  static CompletableFuture<String> ask(String item) {
    return CompletableFuture.supplyAsync(
        () -> "no " + item, CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS));
  }

  @AgentTool
  static String read(String item) {
    return "no " + item;
  }

  /** The method only says what is to be done. */
  @AgentRun(task = "mono")
  static Mono<String> looks(int times) {
    return Flux.range(0, times).concatMap(i -> look("tea")).last();
  }

  /** The first tool is called by the method itself. */
  @AgentRun(task = "expand")
  static Flux<String> looksOnAndOn(int times) {
    int[] made = {1};
    return look("tea").expand(any -> made[0]++ < times ? look("tea") : Mono.empty());
  }

  /** The tool is called between two values, on the subscriber's thread. */
  @AgentRun(task = "flux")
  static Flux<String> reads(int times) {
    return Flux.range(0, times).map(i -> read("tea"));
  }

  @AgentRun(task = "works first")
  static Mono<String> readsAndLooks() {
    String read = read("tea");
    return look("tea").map(found -> read + ", " + found);
  }

  @AgentRun(task = "any")
  static Object looksUndeclared(int times) {
    return looksPlainly(times);
  }

  private static Mono<String> looksPlainly(int times) {
    return Flux.range(0, times).concatMap(i -> look("tea")).last();
  }

  @AgentRun(task = "single")
  static Single<String> readsInASingle(int times) {
    return Single.fromCallable(
        () -> {
          for (int i = 1; i < times; i++) {
            read("tea");
          }
          return read("tea");
        });
  }

  @AgentRun(task = "future")
  static CompletableFuture<String> asks(int times) {
    return asksMore(times);
  }

  private static CompletableFuture<String> asksMore(int left) {
    return ask("tea")
        .thenCompose(
            found -> left == 1 ? CompletableFuture.completedFuture(found) : asksMore(left - 1));
  }

  @AgentRun(task = "pending")
  static CompletableFuture<String> waits(CompletableFuture<String> answer) {
    read("tea");
    return answer;
  }

  @AgentRun(task = "throws")
  static Mono<String> throwsAtOnce() {
    read("tea");
    throw new IllegalStateException("at once");
  }

  @AgentRun(task = "joined")
  static Mono<String> joins(@RunId String id, int times) {
    return looksPlainly(times);
  }

  @AgentTool
  static Mono<String> page(String item, int number) {
    return Mono.delay(Duration.ofMillis(1)).map(any -> "no " + item + " on page " + number);
  }

  @AgentTool
  static Mono<String> firstPage(String item) {
    return page(item, 1);
  }

  @AgentTool
  static Mono<String> readsFirst(String item) {
    String read = read(item);
    return Mono.just(read);
  }

  @AgentTool
  static Mono<String> readsAndThrows(String item) {
    throw new IllegalStateException(read(item));
  }

  /** A store that can be looked into. */
  static class Store {

    @AgentTool
    Mono<String> fetch(String item) {
      return Mono.just("no " + item);
    }
  }

  /** Another one, which does as the other. */
  static final class Shop extends Store {

    @Override
    @AgentTool
    Mono<String> fetch(String item) {
      return super.fetch(item);
    }
  }

  @AgentRun(task = "nested")
  static Mono<String> nested(Callable<Mono<String>> tool) {
    return Mono.defer(() -> plainly(tool));
  }

  @AgentRun(task = "nested at once")
  static Mono<String> nestedAtOnce(Callable<Mono<String>> tool) {
    return plainly(tool);
  }

  private static Mono<String> plainly(Callable<Mono<String>> tool) {
    try {
      return tool.call();
    } catch (Exception failed) {
      return Mono.error(failed);
    }
  }

  private static String outcome(Callable<Object> call) {
    try {
      return String.valueOf(call.call());
    } catch (Exception failed) {
      Throwable cause = failed.getCause() == null ? failed : failed.getCause();
      return cause.getClass().getSimpleName();
    }
  }

  /** Many users on two threads, each of whom is served well. */
  public static final class Users implements Callable<List<String>> {
    @Override
    public List<String> call() {
      return Flux.range(0, 30)
          .flatMap(i -> Mono.defer(() -> looks(2)).subscribeOn(Schedulers.parallel()))
          .collectList()
          .blockOptional()
          .orElseThrow();
    }
  }

  /** Of each kind of method one that gets nowhere. */
  public static final class Stuck implements Callable<List<String>> {
    @Override
    public List<String> call() {
      List<String> seen = new ArrayList<>();
      seen.add(outcome(() -> looks(60).block()));
      seen.add(outcome(() -> looksOnAndOn(60).blockLast()));
      seen.add(outcome(() -> reads(60).blockLast()));
      seen.add(outcome(() -> ((Mono<?>) looksUndeclared(60)).block()));
      seen.add(outcome(() -> readsInASingle(60).blockingGet()));
      seen.add(outcome(() -> asks(60).get()));
      seen.add(outcome(() -> joins("7", 60).block()));
      return seen;
    }
  }

  /** One method's publisher has three subscribers. */
  public static final class Subscribers implements Callable<List<String>> {
    @Override
    public List<String> call() {
      List<String> seen = new ArrayList<>();
      Mono<String> made = readsAndLooks();
      for (int i = 0; i < 3; i++) {
        seen.add(made.block());
      }
      return seen;
    }
  }

  /** Nobody subscribes. */
  public static final class NeverSubscribed implements Callable<List<String>> {
    @Override
    public List<String> call() {
      looks(2);
      looksOnAndOn(2);
      return List.of(AgentRuns.currentRunId().orElse("none"));
    }
  }

  /** Ends that are no values. */
  public static final class Ends implements Callable<List<String>> {
    @Override
    public List<String> call() {
      List<String> seen = new ArrayList<>();
      seen.add(outcome(AsyncRuns::throwsAtOnce));
      looksOnAndOn(60).take(1).blockLast();
      CompletableFuture<String> cancelled = waits(new CompletableFuture<>());
      seen.add(String.valueOf(cancelled.cancel(true)));
      CompletableFuture<String> failed = waits(new CompletableFuture<>());
      failed.completeExceptionally(new IllegalStateException("of its own"));
      seen.add(outcome(failed::get));
      seen.add(outcome(() -> waits(CompletableFuture.completedFuture("at once")).get()));
      return seen;
    }
  }

  /** What follows on a run's future is no part of it, but of the one around it. */
  public static final class Behind implements Callable<List<String>> {

    @AgentRun(task = "outer")
    static CompletableFuture<String> around() {
      return asks(2).thenCompose(found -> ask("milk"));
    }

    @Override
    public List<String> call() throws Exception {
      String seen = around().thenApply(found -> AgentRuns.currentRunId().orElse("none")).get();
      return List.of(seen);
    }
  }

  /** A run of a publisher inside another one. */
  public static final class Inside implements Callable<List<String>> {

    @AgentRun(task = "outer")
    static Mono<String> around() {
      return look("milk").flatMap(found -> looks(2));
    }

    @Override
    public List<String> call() {
      return List.of(around().block());
    }
  }

  /** A tool's publisher that is made once, and subscribed to by many. */
  public static final class Shared implements Callable<List<String>> {
    @Override
    public List<String> call() {
      List<String> seen = new ArrayList<>();
      Mono<String> atStart = look("tea");
      List<Mono<String>> lazy = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        try (RunScope scope = AgentRuns.open("user", "user-" + i)) {
          if (lazy.isEmpty()) {
            lazy.add(look("milk"));
          }
          seen.add(outcome(atStart::block));
          seen.add(outcome(lazy.get(0)::block));
        }
      }
      return seen;
    }
  }

  /** The publisher of one agent is made once, and one of those who subscribe to it loops. */
  public static final class SharedAgent implements Callable<List<String>> {

    private int user;

    @AgentRun(task = "job")
    Mono<String> job() {
      return Flux.defer(() -> Flux.range(0, user == 2 ? 60 : 1).concatMap(i -> look("tea"))).last();
    }

    @Override
    public List<String> call() {
      List<String> seen = new ArrayList<>();
      Mono<String> once = job();
      for (user = 0; user < 8; user++) {
        try (RunScope scope = AgentRuns.open("user", "user-" + user)) {
          seen.add(outcome(once::block));
        }
      }
      return seen;
    }
  }

  /** Those who try again where they were halted, at once and on another thread. */
  public static final class Retries implements Callable<List<String>> {
    @Override
    public List<String> call() {
      List<String> seen = new ArrayList<>();
      RetryBackoffSpec later = Retry.fixedDelay(3, Duration.ofMillis(1));
      try (RunScope scope = AgentRuns.open("user", "user-1")) {
        seen.add(outcome(() -> looks(60).retry(3).block()));
        seen.add(outcome(() -> looks(60).retryWhen(later).block()));
      }
      seen.add(outcome(() -> looks(60).retry(3).block()));
      seen.add(outcome(() -> looks(60).retryWhen(later).block()));
      return seen;
    }
  }

  /** Tools that call others before they return. */
  public static final class Nested implements Callable<List<String>> {
    @Override
    public List<String> call() {
      List<Callable<Mono<String>>> tools =
          List.of(
              () -> firstPage("tea"),
              () -> readsFirst("tea"),
              () -> new Shop().fetch("tea"),
              () -> readsAndThrows("tea"));
      List<String> seen = new ArrayList<>();
      for (Callable<Mono<String>> tool : tools) {
        seen.add(outcome(() -> nested(tool).block()));
        seen.add(outcome(() -> nestedAtOnce(tool).block()));
      }
      return seen;
    }
  }

  /** A worker that asks for one thing again and again, and then for others. */
  public static final class GoesOn implements Callable<List<String>> {
    @Override
    public List<String> call() {
      List<String> seen = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        seen.add(outcome(() -> look("tea").block()));
      }
      for (String item : List.of("milk", "bread", "tea", "salt")) {
        seen.add(outcome(() -> look(item).block()));
      }
      return seen;
    }
  }
}
