package io.loophalt.compatibility.quarkus;

import io.loophalt.compatibility.report.Report;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.Script;
import io.smallrye.mutiny.Multi;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;

/** A stuck stream whose subscriber does not take its failure for an answer. */
final class Retries {

  private final StreamingAssistant streaming;

  Retries(StreamingAssistant streaming) {
    this.streaming = streaming;
  }

  /**
   * Plays it.
   *
   * @param caller where the agent is asked and subscribed to
   * @param client where answers arrive
   */
  void play(String way, Executor caller, Executor client) throws InterruptedException {
    Scene scene = new Scene(Script.IDENTICAL_CALLS);
    String conversation = "retry." + way;
    Conversation.begin(conversation, scene, client);
    CompletableFuture<List<String>> answer = new CompletableFuture<>();
    caller.execute(
        () -> {
          Multi<String> stream = streaming.chat(conversation, "Please help.");
          stream
              .onFailure()
              .retry()
              .atMost(2)
              .collect()
              .asList()
              .subscribe()
              .with(answer::complete, answer::completeExceptionally);
        });
    Report.fact(conversation + ".outcome", outcome(answer));
    Report.fact(conversation + ".model.calls", scene.modelCalls());
  }

  private static String outcome(CompletableFuture<List<String>> answer)
      throws InterruptedException {
    try {
      return String.join("", answer.get());
    } catch (ExecutionException e) {
      return String.valueOf(e.getCause());
    }
  }
}
