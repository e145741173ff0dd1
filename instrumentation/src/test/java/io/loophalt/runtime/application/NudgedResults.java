package io.loophalt.runtime.application;

import io.loophalt.AgentRuns;
import io.loophalt.AgentTool;
import io.loophalt.RunScope;
import io.reactivex.rxjava3.core.Single;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Agents that are nudged at their third call, in runs of their own; each says what the model read
 * last from which kind of tool.
 */
@SuppressWarnings("try") // scopes are there to be open, not to be used
public final class NudgedResults {

  private static final String FOUND = "no tea";

  private NudgedResults() {}

  /** The tools of an application, of every declared type that a text may come out of. */
  @SuppressWarnings({
    "FutureReturnValueIgnored",
    "MethodCanBeStatic",
    "UnnecessaryStringBuilder"
  }) // it is the types that matter
  static final class Tools {

    private static final CompletableFuture<String> CACHED =
        CompletableFuture.completedFuture(FOUND);

    @AgentTool
    String text() {
      return FOUND;
    }

    @AgentTool
    CompletableFuture<String> future() {
      return CompletableFuture.supplyAsync(
          () -> FOUND, CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS));
    }

    @AgentTool
    CompletionStage<String> cachedStage() {
      return CACHED;
    }

    @AgentTool
    CompletionStage<String> minimalStage() {
      return CompletableFuture.completedStage(FOUND);
    }

    @AgentTool
    CompletableFuture<String> ofOwnClass() {
      OwnFuture own = new OwnFuture();
      own.complete(FOUND);
      return own;
    }

    @AgentTool
    Future<?> anyFuture() {
      return CACHED;
    }

    @AgentTool
    Mono<String> mono() {
      return Mono.delay(Duration.ofMillis(1)).map(any -> FOUND);
    }

    @AgentTool
    Single<String> single() {
      return Single.just(FOUND);
    }

    @AgentTool
    CharSequence characters() {
      return FOUND;
    }

    @AgentTool
    CharSequence builder() {
      return new StringBuilder(FOUND);
    }

    @AgentTool
    CompletableFuture<? extends CharSequence> builderLater() {
      return CompletableFuture.completedFuture(new StringBuilder(FOUND));
    }

    @AgentTool
    Object object() {
      return FOUND;
    }

    @AgentTool
    Object futureAsObject() {
      return future();
    }

    @AgentTool
    <T> T generic(Supplier<T> value) {
      return value.get();
    }

    @AgentTool
    OwnFuture declaredOwn() {
      OwnFuture own = new OwnFuture();
      own.complete(FOUND);
      return own;
    }

    @AgentTool
    Flux<String> flux() {
      return Flux.just(FOUND);
    }

    @AgentTool
    Object fluxAsObject() {
      return Flux.just(FOUND);
    }

    @AgentTool
    Object builderAsObject() {
      return new StringBuilder(FOUND);
    }

    @AgentTool
    StringBuilder declaredBuilder() {
      return new StringBuilder(FOUND);
    }

    @AgentTool
    <T extends CharSequence> T anyCharacters(T found) {
      return found;
    }

    @AgentTool
    Map<String, String> map() {
      return Map.of("found", FOUND);
    }

    @AgentTool
    CompletableFuture<List<String>> listLater() {
      return CompletableFuture.completedFuture(List.of(FOUND));
    }

    @AgentTool
    int number() {
      return 0;
    }

    @AgentTool
    void nothing() {}

    @AgentTool
    String thrown() {
      throw new IllegalStateException(FOUND);
    }
  }

  /** What an application extends for itself. */
  static final class OwnFuture extends CompletableFuture<String> {}

  private static Map<String, Callable<?>> carrying(Tools tools) {
    Map<String, Callable<?>> calls = new LinkedHashMap<>();
    calls.put("future", () -> tools.future().join());
    calls.put("future, got", () -> tools.future().get());
    calls.put("future, applied", () -> tools.future().thenApply(text -> text).join());
    calls.put("cached stage", () -> readLater(tools.cachedStage()));
    calls.put("minimal stage", () -> tools.minimalStage().toCompletableFuture().join());
    calls.put("of own class", () -> tools.ofOwnClass().getNow("too late"));
    calls.put("any future", () -> tools.anyFuture().get());
    calls.put("mono", () -> tools.mono().block());
    calls.put("single", () -> tools.single().blockingGet());
    calls.put("characters", tools::characters);
    calls.put("builder", tools::builder);
    calls.put("builder later", () -> tools.builderLater().join());
    calls.put("object", tools::object);
    calls.put("future as object", () -> ((CompletableFuture<?>) tools.futureAsObject()).join());
    calls.put("generic", () -> tools.generic(() -> FOUND));
    return calls;
  }

  private static Map<String, Callable<?>> unable(Tools tools) {
    Map<String, Callable<?>> calls = new LinkedHashMap<>();
    calls.put("declared own", () -> tools.declaredOwn().join());
    calls.put("flux", () -> tools.flux().blockLast());
    calls.put("flux as object", () -> ((Flux<?>) tools.fluxAsObject()).blockLast());
    calls.put("builder as object", tools::builderAsObject);
    calls.put("declared builder", tools::declaredBuilder);
    calls.put("any characters", () -> tools.anyCharacters(new StringBuilder(FOUND)).length());
    calls.put("map", tools::map);
    calls.put("list later", () -> tools.listLater().join());
    calls.put("number", tools::number);
    calls.put(
        "nothing",
        () -> {
          tools.nothing();
          return "";
        });
    calls.put("thrown", () -> tryThrown(tools));
    return calls;
  }

  private static String readLater(CompletionStage<String> stage) {
    List<String> read = new ArrayList<>();
    var unused = stage.thenAccept(read::add);
    return read.get(0);
  }

  private static String tryThrown(Tools tools) {
    try {
      return tools.thrown();
    } catch (IllegalStateException failed) {
      return String.valueOf(failed.getMessage());
    }
  }

  private static String last(Callable<?> call, int times) throws Exception {
    Object read = "";
    for (int i = 0; i < times; i++) {
      read = call.call();
    }
    return String.valueOf(read);
  }

  /** Each tool three times. */
  public static final class Carrying implements Callable<Map<String, String>> {
    @Override
    public Map<String, String> call() throws Exception {
      Map<String, String> read = new LinkedHashMap<>();
      for (Map.Entry<String, Callable<?>> each : carrying(new Tools()).entrySet()) {
        try (RunScope run = AgentRuns.open("shop")) {
          read.put(each.getKey(), last(each.getValue(), 3));
        }
      }
      return read;
    }
  }

  /** Each tool three times, and then one that returns a text; in two runs. */
  public static final class Unable implements Callable<Map<String, String>> {
    @Override
    public Map<String, String> call() throws Exception {
      Tools tools = new Tools();
      Map<String, String> read = new LinkedHashMap<>();
      for (int round = 0; round < 2; round++) {
        for (Map.Entry<String, Callable<?>> each : unable(tools).entrySet()) {
          try (RunScope run = AgentRuns.open("shop")) {
            read.put(each.getKey(), last(each.getValue(), 3) + " | " + tools.text());
          }
        }
      }
      return read;
    }
  }

  /** One publisher for two runs, of which the first subscribes three times. */
  public static final class Shared implements Callable<List<String>> {
    @Override
    public List<String> call() throws Exception {
      Mono<String> shared = new Tools().mono();
      List<String> read = new ArrayList<>();
      for (int times : List.of(3, 1)) {
        try (RunScope run = AgentRuns.open("shop")) {
          read.add(last(() -> String.valueOf(shared.block()), times));
        }
      }
      return read;
    }
  }
}
