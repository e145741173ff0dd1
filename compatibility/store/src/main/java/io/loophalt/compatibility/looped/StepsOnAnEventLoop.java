package io.loophalt.compatibility.looped;

import io.loophalt.AgentRuns;
import io.loophalt.AgentTool;
import io.loophalt.LoopHaltException;
import io.loophalt.RunScope;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.Single;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import kotlinx.coroutines.Dispatchers;
import kotlinx.coroutines.ExecutorsKt;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * A worker that takes a step of a job each time that it is told to by a line {@code NUMBER WHERE
 * JOB [ORDER]}: on a thread of Reactor's that must not block ({@code loop}), on one that may
 * ({@code pool}), or on a worker of Kotlin's that may ({@code io}) or must not ({@code default}).
 * It may also repeat a step until it is halted ({@code repeat}), take one and call nothing until it
 * is halted from elsewhere ({@code watch}), join the job and take one at the next line ({@code
 * wait}), or take one whose result comes later, on such a thread, too ({@code future}, {@code mono}
 * and other types of Reactor, RxJava, Mutiny and Vert.x, {@code coroutine}). Or one of a part of
 * the job ({@code part}), or of a part that it joins inside the job ({@code inside}).
 */
@SuppressWarnings("try") // the scopes are what the steps are in
public final class StepsOnAnEventLoop {

  private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(20);

  private StepsOnAnEventLoop() {}

  /** Entry point. */
  public static void main(String[] args) {
    Lifeline.hold();
    Report.fact("ready", true);
    for (String line = Lifeline.next(); !line.equals("done"); line = Lifeline.next()) {
      String[] words = line.split(" ", 4);
      Scheduler threads = threadsOf(words[1]);
      String order = words.length > 3 ? words[3] : "step";
      String outcome =
          switch (order) {
            case "step", "repeat", "watch" ->
                on(threads, () -> in("order", words[2], () -> follow(order, words[2])));
            case "wait" ->
                on(threads, () -> in("order", words[2], StepsOnAnEventLoop::stepWhenTold));
            case "part" -> on(threads, () -> in("part", words[2], () -> step(newQuestion())));
            case "inside" ->
                on(
                    threads,
                    () ->
                        in(
                            "order",
                            words[2],
                            () -> in("part", words[2], () -> step(newQuestion()))));
            default -> outcome(threads, words[2], () -> answerAs(order));
          };
      Report.fact(words[0], outcome);
    }
    Report.fact("done", true);
    System.exit(0); // Reactor's threads would stay.
  }

  private static Scheduler threadsOf(String where) {
    return switch (where) {
      case "loop" -> Schedulers.parallel();
      case "io" -> Schedulers.fromExecutor(ExecutorsKt.asExecutor(Dispatchers.getIO()));
      case "default" -> Schedulers.fromExecutor(ExecutorsKt.asExecutor(Dispatchers.getDefault()));
      default -> Schedulers.boundedElastic();
    };
  }

  private static <T> T on(Scheduler threads, Callable<T> work) {
    return Objects.requireNonNull(Mono.fromCallable(work).subscribeOn(threads).block());
  }

  private static <T> T in(String task, String job, Callable<T> work) throws Exception {
    try (RunScope run = AgentRuns.join(task, job)) {
      return work.call();
    }
  }

  private static String newQuestion() {
    return "question " + UUID.randomUUID();
  }

  private static String follow(String order, String job) {
    return switch (order) {
      case "repeat" -> repeat();
      case "watch" -> watch(job);
      default -> step("the same");
    };
  }

  private static String outcome(
      Scheduler threads, String job, Callable<CompletableFuture<?>> work) {
    try {
      on(threads, () -> in("order", job, work)).join();
      return "went on";
    } catch (LoopHaltException refused) {
      return "halted";
    } catch (CompletionException failed) {
      return failed.getCause() instanceof LoopHaltException ? "halted" : failed.toString();
    }
  }

  private static CompletableFuture<?> answerAs(String kind) {
    return switch (kind) {
      case "future" -> answerLater("it");
      case "mono" -> answerAsMono("it").toFuture();
      case "empty" -> answerWithNothing("it").toFuture();
      case "flux" -> answerAsFlux("it").collectList().toFuture();
      case "single" -> answerAsSingle("it").toCompletionStage().toCompletableFuture();
      case "maybe" -> answerAsMaybe("it").toCompletionStage().toCompletableFuture();
      case "nothing" -> nothing().toCompletionStage("").toCompletableFuture();
      case "completable" -> answerWithAnEnd("it").toCompletionStage("").toCompletableFuture();
      case "observable" ->
          answerAsObservable("it").toList().toCompletionStage().toCompletableFuture();
      case "uni" -> answerAsUni("it").subscribeAsCompletionStage();
      case "multi" -> answerAsMulti("it").collect().asList().subscribeAsCompletionStage();
      case "vertx" -> answerAsFuture("it").toCompletionStage().toCompletableFuture();
      case "coroutine" -> SuspendingAgent.answer(true);
      case "coroutine-at-once" -> SuspendingAgent.answer(false);
      default -> answerAsFlowable("it").toList().toCompletionStage().toCompletableFuture();
    };
  }

  @AgentTool(name = "answer")
  private static CompletableFuture<String> answerLater(String question) {
    return later(question).toFuture();
  }

  @AgentTool(name = "answer")
  private static Mono<String> answerAsMono(String question) {
    return later(question);
  }

  @AgentTool(name = "answer")
  private static Mono<String> answerWithNothing(String question) {
    return later(question).filter(String::isEmpty);
  }

  @AgentTool(name = "answer")
  private static Flux<String> answerAsFlux(String question) {
    return later(question).flatMapMany(answer -> Flux.just(answer, "and more"));
  }

  @AgentTool(name = "answer")
  private static Single<String> answerAsSingle(String question) {
    return Single.timer(1, TimeUnit.MILLISECONDS).map(now -> "an answer to " + question);
  }

  @AgentTool(name = "answer")
  private static Maybe<String> answerAsMaybe(String question) {
    return Maybe.timer(1, TimeUnit.MILLISECONDS).map(now -> "an answer to " + question);
  }

  @AgentTool(name = "answer")
  private static Maybe<String> nothing() {
    return Single.timer(1, TimeUnit.MILLISECONDS).flatMapMaybe(now -> Maybe.empty());
  }

  @AgentTool(name = "answer")
  private static Flowable<String> answerAsFlowable(String question) {
    return Flowable.timer(1, TimeUnit.MILLISECONDS).flatMap(now -> Flowable.just(question, "more"));
  }

  @AgentTool(name = "answer")
  private static Observable<String> answerAsObservable(String question) {
    return Observable.timer(1, TimeUnit.MILLISECONDS)
        .flatMap(now -> Observable.just(question, "more"));
  }

  @AgentTool(name = "answer")
  private static Completable answerWithAnEnd(String question) {
    return Completable.timer(question.length(), TimeUnit.MILLISECONDS);
  }

  @AgentTool(name = "answer")
  private static Uni<String> answerAsUni(String question) {
    return Uni.createFrom().completionStage(() -> later(question).toFuture());
  }

  @AgentTool(name = "answer")
  private static Multi<String> answerAsMulti(String question) {
    return Uni.createFrom()
        .completionStage(() -> later(question).toFuture())
        .onItem()
        .transformToMulti(answer -> Multi.createFrom().items(answer, "and more"));
  }

  /** Comes on an event loop of Vert.x. */
  @AgentTool(name = "answer")
  private static Future<String> answerAsFuture(String question) {
    Promise<String> answer = Promise.promise();
    EventLoops.VERTX.setTimer(1, timer -> answer.complete("an answer to " + question));
    return answer.future();
  }

  private static final class EventLoops {
    static final Vertx VERTX = Vertx.vertx();
  }

  /** Comes on a thread that must not block. */
  private static Mono<String> later(String question) {
    Mono<String> answer = Mono.fromCallable(() -> "an answer to " + question);
    return answer.delaySubscription(Duration.ofMillis(1), Schedulers.parallel());
  }

  private static String step(String question) {
    try {
      answer(question);
      return "went on";
    } catch (LoopHaltException halted) {
      return "halted";
    }
  }

  private static String stepWhenTold() {
    Report.fact("joined", true);
    Lifeline.next();
    return step("the same");
  }

  /** When it was halted, in milliseconds since 1970. */
  private static String repeat() {
    while (step("the same").equals("went on")) {
      LockSupport.parkNanos(1_000_000);
    }
    return String.valueOf(System.currentTimeMillis());
  }

  /** When it was halted, and whether its next call is refused; nothing is called until then. */
  private static String watch(String job) {
    step("something else");
    Report.fact("watching", job);
    long begun = System.nanoTime();
    while (AgentRuns.stopReason().isEmpty()) {
      if (System.nanoTime() - begun > MOST_NANOS) {
        return "never heard of it";
      }
      LockSupport.parkNanos(1_000_000);
    }
    long heard = System.currentTimeMillis();
    return step("something new") + ' ' + heard;
  }

  @AgentTool(name = "answer")
  private static String answer(String question) {
    return "an answer to " + question;
  }
}
