package io.loophalt.runtime.application.sdk;

import io.loophalt.AgentRuns;
import io.loophalt.LoopHaltException;
import io.loophalt.RunScope;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;

/** Asks a model that only ever talks for raw responses, and writes down what came of it. */
public final class RawChat {

  private RawChat() {}

  /** The part of the SDK that gives raw responses. */
  public static final class WithRawResponseImpl {

    private int calls;

    /** Answers. */
    public HttpResponseFor<String> create(String request) {
      return response("answer " + ++calls, "answer " + calls);
    }

    /** Answers in pieces. */
    public HttpResponseFor<StreamResponse<String>> createStreaming(String request) {
      String answer = "answer " + ++calls;
      return response(
          new StreamResponse<>() {
            @Override
            public Stream<String> stream() {
              return answer.chars().mapToObj(Character::toString);
            }

            @Override
            public void close() {}
          },
          answer);
    }

    /** Answers later. */
    public CompletableFuture<HttpResponseFor<String>> createLater(String request) {
      return CompletableFuture.supplyAsync(() -> create(request));
    }

    private static <T> HttpResponseFor<T> response(T answer, String body) {
      return new HttpResponseFor<>() {
        @Override
        public T parse() {
          return answer;
        }

        @Override
        public String body() {
          return body;
        }

        @Override
        public void close() {}
      };
    }
  }

  /** One way to ask. */
  private interface Question {
    /** Notes how far it got in {@code outcomes}. */
    void ask(WithRawResponseImpl model, List<String> outcomes);
  }

  @SuppressWarnings("try") // the scope is what the calls are in
  private static List<String> askFourTimes(Question question) {
    WithRawResponseImpl model = new WithRawResponseImpl();
    List<String> outcomes = new ArrayList<>();
    try (RunScope run = AgentRuns.open("chat")) {
      for (int i = 0; i < 4; i++) {
        try {
          question.ask(model, outcomes);
        } catch (LoopHaltException halt) {
          outcomes.add("halted");
        } catch (CompletionException failed) {
          outcomes.add(failed.getCause() instanceof LoopHaltException ? "halted" : "failed");
        }
      }
    }
    return outcomes;
  }

  /** Parses each answer twice, as one may. */
  public static final class Parsed implements Callable<List<String>> {
    @Override
    public List<String> call() {
      return askFourTimes(
          (model, outcomes) -> {
            HttpResponseFor<String> response = model.create("go on");
            outcomes.add("called");
            outcomes.add(response.parse());
            response.parse();
          });
    }
  }

  /** Draws each answer from its stream. */
  public static final class Streamed implements Callable<List<String>> {
    @Override
    public List<String> call() {
      return askFourTimes(
          (model, outcomes) -> {
            try (HttpResponseFor<StreamResponse<String>> response =
                model.createStreaming("go on")) {
              outcomes.add("called");
              outcomes.add(String.join("", response.parse().stream().toList()));
            }
          });
    }
  }

  /** Waits for each answer. */
  public static final class Later implements Callable<List<String>> {
    @Override
    public List<String> call() {
      return askFourTimes(
          (model, outcomes) -> {
            HttpResponseFor<String> response = model.createLater("go on").join();
            outcomes.add("called");
            outcomes.add(response.parse());
          });
    }
  }

  /** Reads every other answer itself and parses the rest. */
  public static final class ReadByHand implements Callable<List<String>> {
    @Override
    public List<String> call() {
      return askFourTimes(
          (model, outcomes) -> {
            try (HttpResponseFor<String> response = model.create("go on")) {
              outcomes.add(model.calls % 2 == 0 ? response.parse() : response.body());
            }
          });
    }
  }

  /** Throws every other answer away and parses the rest. */
  public static final class ThrownAway implements Callable<List<String>> {
    @Override
    public List<String> call() {
      return askFourTimes(
          (model, outcomes) -> {
            try (HttpResponseFor<String> response = model.create("go on")) {
              outcomes.add(model.calls % 2 == 0 ? response.parse() : "called");
            }
          });
    }
  }
}
