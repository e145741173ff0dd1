package io.loophalt.runtime.application;

import io.loophalt.AgentRuns;
import io.loophalt.LoopHaltException;
import io.loophalt.RunScope;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** Asks a model that only ever talks, and writes down what came of it. */
public final class Chat {

  private Chat() {}

  /** The model: echoes requests, and fails at one of them if it is told to. */
  public static final class Model {

    private final int failsAt;
    private int calls;

    Model(int failsAt) {
      this.failsAt = failsAt;
    }

    /** Answers. */
    public String ask(String request) {
      if (++calls == failsAt) {
        throw new IllegalStateException("the model is down");
      }
      return calls + ": " + request;
    }

    /** Answers in pieces. */
    public void stream(String request, Listener listener) {
      String answer = ask(request);
      listener.piece(answer.substring(0, 2));
      listener.done(answer);
    }
  }

  /** Hears of an answer. */
  public interface Listener {
    /** A part of it. */
    void piece(String text);

    /** All of it. */
    void done(String answer);

    /** None will come. */
    void failed(Throwable error);
  }

  private static String of(Throwable thrown) {
    return thrown instanceof LoopHaltException
        ? "halted" + List.of(thrown.getSuppressed())
        : "failed: " + thrown.getMessage();
  }

  /** Asks four times in no run that anybody has drawn the boundary of. */
  public static final class QuestionAfterQuestion implements Callable<List<String>> {
    @Override
    public List<String> call() {
      return Blocking.ask(0);
    }
  }

  /** Asks four times, of a model that works. */
  @SuppressWarnings("try") // the scope is what the calls are in
  public static final class Blocking implements Callable<List<String>> {
    @Override
    public List<String> call() {
      try (RunScope run = AgentRuns.open("chat")) {
        return ask(0);
      }
    }

    static List<String> ask(int failsAt) {
      Model model = new Model(failsAt);
      List<String> outcomes = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        try {
          outcomes.add(model.ask("go on"));
        } catch (RuntimeException e) {
          outcomes.add(of(e));
        }
      }
      return outcomes;
    }
  }

  /** Asks four times, of a model that fails at the third. */
  @SuppressWarnings("try") // the scope is what the calls are in
  public static final class BlockingThatFails implements Callable<List<String>> {
    @Override
    public List<String> call() {
      try (RunScope run = AgentRuns.open("chat")) {
        return Blocking.ask(3);
      }
    }
  }

  /** Asks for four answers in pieces. */
  @SuppressWarnings("try") // the scope is what the calls are in
  public static final class Streaming implements Callable<List<String>> {
    @Override
    public List<String> call() {
      try (RunScope run = AgentRuns.open("chat")) {
        return ask(0);
      }
    }

    static List<String> ask(int failsAt) {
      Model model = new Model(failsAt);
      List<String> outcomes = new ArrayList<>();
      Listener listener =
          new Listener() {
            @Override
            public void piece(String text) {
              outcomes.add("piece " + text);
            }

            @Override
            public void done(String answer) {
              outcomes.add(answer);
            }

            @Override
            public void failed(Throwable error) {
              outcomes.add(of(error));
            }
          };
      for (int i = 0; i < 4; i++) {
        try {
          model.stream("go on", listener);
        } catch (RuntimeException e) {
          outcomes.add("thrown: " + of(e));
        }
      }
      return outcomes;
    }
  }

  /** Asks for four answers in pieces, of a model that fails at the third. */
  @SuppressWarnings("try") // the scope is what the calls are in
  public static final class StreamingThatFails implements Callable<List<String>> {
    @Override
    public List<String> call() {
      try (RunScope run = AgentRuns.open("chat")) {
        return Streaming.ask(3);
      }
    }
  }

  /** Listens badly: what it throws is its own affair. */
  public static final class BrokenListener implements Callable<String> {
    @Override
    public String call() {
      try {
        new Model(0)
            .stream(
                "go on",
                new Listener() {
                  @Override
                  public void piece(String text) {}

                  @Override
                  public void done(String answer) {
                    throw new IllegalArgumentException("cannot use " + answer);
                  }

                  @Override
                  public void failed(Throwable error) {}
                });
        return "nothing";
      } catch (IllegalArgumentException e) {
        return String.valueOf(e.getMessage());
      }
    }
  }
}
