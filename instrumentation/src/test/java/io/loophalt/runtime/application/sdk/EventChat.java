package io.loophalt.runtime.application.sdk;

import io.loophalt.AgentRuns;
import io.loophalt.LoopHaltException;
import io.loophalt.RunScope;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Asks a model for events, and writes down what came of it. */
public final class EventChat {

  /** An event that says that the answer asks for a tool. */
  public static final String TOOL = "tool";

  private EventChat() {}

  /** The model, whose connection may break in its first answer. */
  public static final class Client {

    private final boolean triesAgain;
    private int calls;

    Client(boolean triesAgain) {
      this.triesAgain = triesAgain;
    }

    /** Answers in events. */
    public CompletableFuture<Void> ask(String request, EventHandler handler) {
      calls++;
      if (triesAgain) {
        handler.onEventStream(subscriber -> subscriber.accept(TOOL));
        handler.exceptionOccurred(new IllegalStateException("the connection is gone"));
      }
      handler.onEventStream(
          subscriber -> {
            subscriber.accept("answer ");
            subscriber.accept(calls);
          });
      handler.complete();
      return CompletableFuture.completedFuture(null);
    }
  }

  private static final class Listener implements EventHandler {
    private final List<String> outcomes;

    Listener(List<String> outcomes) {
      this.outcomes = outcomes;
    }

    @Override
    public void onEventStream(EventPublisher publisher) {
      StringBuilder text = new StringBuilder();
      publisher.subscribe(text::append);
      outcomes.add(text.toString());
    }

    @Override
    public void exceptionOccurred(Throwable error) {
      outcomes.add(error instanceof LoopHaltException ? "told of the halt" : "broken");
    }

    @Override
    public void complete() {
      outcomes.add("complete");
    }
  }

  @SuppressWarnings("try") // the scope is what the calls are in
  private static List<String> askThreeTimes(boolean triesAgain) {
    Client client = new Client(triesAgain);
    List<String> outcomes = new ArrayList<>();
    try (RunScope run = AgentRuns.open("chat")) {
      for (int i = 0; i < 3; i++) {
        try {
          client.ask("go on", new Listener(outcomes)).join();
        } catch (CompletionException failed) {
          outcomes.add(failed.getCause() instanceof LoopHaltException ? "halted" : "failed");
        }
      }
    }
    return outcomes;
  }

  /** Asks three times. */
  public static final class OverASoundConnection implements Callable<List<String>> {
    @Override
    public List<String> call() {
      return askThreeTimes(false);
    }
  }

  /** Asks three times, each answer beginning twice. */
  public static final class OverABadConnection implements Callable<List<String>> {
    @Override
    public List<String> call() {
      return askThreeTimes(true);
    }
  }
}
