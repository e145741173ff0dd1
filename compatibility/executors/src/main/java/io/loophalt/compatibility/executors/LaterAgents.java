package io.loophalt.compatibility.executors;

import io.loophalt.AgentRun;
import io.loophalt.AgentRuns;
import io.loophalt.AgentTool;
import io.loophalt.LoopHaltException;
import io.loophalt.RunScope;
import io.loophalt.compatibility.report.Report;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Agents whose {@code @AgentRun} methods return a publisher or a future: many who get somewhere on
 * two event loops, and of each kind one that does not.
 */
@SuppressWarnings("try") // the scopes are what the steps are in
public final class LaterAgents {

  private static final int USERS = 30;
  private static final int MOST = 60;

  /** After so many calls that are alike the model is told. */
  private static final int NUDGED = 3;

  private LaterAgents() {}

  /** Entry point. */
  public static void main(String[] args) {
    Scheduler loop = Schedulers.newParallel("event-loop", 2, true);
    int served = 0;
    for (int i = 0; i < USERS; i++) {
      served += halted(() -> Mono.defer(() -> answer(1)).subscribeOn(loop).block()) ? 0 : 1;
    }
    Report.fact("users served", served);
    Report.fact("mono", halted(() -> Mono.defer(() -> answer(MOST)).subscribeOn(loop).block()));
    Report.fact("future", halted(() -> askOn(MOST).join()));
    Report.fact("mono told", isTold(Mono.defer(() -> answer(NUDGED)).subscribeOn(loop).block()));
    Report.fact("future told", isTold(askOn(NUDGED).join()));
    Report.fact("blocking", halted(() -> readOn(MOST).block()));
    Mono<String> shared = look("catalog");
    int seen = 0;
    for (int i = 0; i < USERS; i++) {
      try (RunScope user = AgentRuns.open("chat", "user-" + i)) {
        seen += halted(shared::block) ? 0 : 1;
      }
    }
    Report.fact("users of one publisher served", seen);
    Report.fact("done", true);
  }

  @AgentTool
  private static Mono<String> look(String item) {
    return Mono.delay(Duration.ofMillis(2)).map(any -> "the price of " + item);
  }

  @AgentTool
  private static CompletableFuture<String> ask(String item) {
    return CompletableFuture.supplyAsync(
        () -> "no " + item, CompletableFuture.delayedExecutor(2, TimeUnit.MILLISECONDS));
  }

  @AgentTool
  private static String read(String item) {
    return "nothing about " + item;
  }

  @AgentRun(task = "shop")
  private static Mono<String> answer(int looks) {
    return Flux.range(0, looks).concatMap(i -> look("tea")).last();
  }

  @AgentRun(task = "stock")
  private static CompletableFuture<String> askOn(int times) {
    return asks(times);
  }

  private static CompletableFuture<String> asks(int left) {
    return ask("tea")
        .thenCompose(
            found -> left == 1 ? CompletableFuture.completedFuture(found) : asks(left - 1));
  }

  @AgentRun(task = "library")
  private static Mono<String> readOn(int times) {
    return Flux.range(0, times)
        .map(i -> read("tea"))
        .last()
        .subscribeOn(Schedulers.boundedElastic());
  }

  private static boolean isTold(@Nullable String result) {
    return result != null && result.contains("tea\n\n[Loophalt]");
  }

  private static boolean halted(Callable<Object> call) {
    try {
      call.call();
      return false;
    } catch (Exception failed) {
      for (Throwable each = failed; each != null; each = each.getCause()) {
        if (each instanceof LoopHaltException) {
          return true;
        }
      }
      throw new IllegalStateException(failed);
    }
  }
}
