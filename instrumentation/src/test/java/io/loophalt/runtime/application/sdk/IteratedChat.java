package io.loophalt.runtime.application.sdk;

import io.loophalt.AgentRuns;
import io.loophalt.LoopHaltException;
import io.loophalt.RunScope;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Asks a model that only ever talks for answers to be iterated over, and writes down what came of
 * it.
 */
public final class IteratedChat {

  /** The piece behind which an answer says only what it has cost. */
  public static final String END = ".";

  private int calls;

  /** Answers in pieces. */
  public Iterable<String> create(String request) {
    return List.of("answer ", "" + ++calls);
  }

  /** Answers, says that it has, and then what that has cost. */
  public Iterable<String> createWithUsage(String request) {
    return List.of("answer ", "" + ++calls, END, "");
  }

  /** Answers later. */
  public CompletableFuture<Iterable<String>> createLater(String request) {
    return CompletableFuture.supplyAsync(() -> create(request));
  }

  /** Answers, and breaks off. */
  public Iterable<String> createBroken(String request) {
    Iterator<String> pieces = create(request).iterator();
    return () ->
        new Iterator<>() {
          @Override
          public boolean hasNext() {
            return true;
          }

          @Override
          public String next() {
            if (pieces.hasNext()) {
              return pieces.next();
            }
            throw new IllegalStateException("broken off");
          }
        };
  }

  /** One way to ask. */
  private interface Question {
    /** Notes how far it got in {@code outcomes}. */
    void ask(IteratedChat model, List<String> outcomes);
  }

  @SuppressWarnings("try") // the scope is what the calls are in
  private static List<String> askFourTimes(Question question) {
    IteratedChat model = new IteratedChat();
    List<String> outcomes = new ArrayList<>();
    try (RunScope run = AgentRuns.open("chat")) {
      for (int i = 0; i < 4; i++) {
        try {
          question.ask(model, outcomes);
        } catch (LoopHaltException halt) {
          outcomes.add("halted");
        } catch (CompletionException failed) {
          outcomes.add(failed.getCause() instanceof LoopHaltException ? "halted" : "failed");
        } catch (IllegalStateException broken) {
          outcomes.add("broken");
        }
      }
    }
    return outcomes;
  }

  /** Reads each answer to its end, and once more. */
  public static final class Twice implements Callable<List<String>> {
    @Override
    public List<String> call() {
      return askFourTimes(
          (model, outcomes) -> {
            Iterable<String> answer = model.create("go on");
            outcomes.add("called");
            outcomes.add(String.join("", answer));
            outcomes.add(String.join("", answer));
          });
    }
  }

  /** Reads a piece of each answer, and then it as a whole. */
  public static final class FromTheBeginning implements Callable<List<String>> {
    @Override
    public List<String> call() {
      return askFourTimes(
          (model, outcomes) -> {
            Iterable<String> answer = model.create("go on");
            outcomes.add(answer.iterator().next());
            outcomes.add(String.join("", answer));
          });
    }
  }

  /** Reads each answer as far as it says that it is one. */
  public static final class LeftAtItsEnd implements Callable<List<String>> {
    @Override
    public List<String> call() {
      return askFourTimes(
          (model, outcomes) -> {
            StringBuilder answer = new StringBuilder();
            for (String piece : model.createWithUsage("go on")) {
              answer.append(piece);
              if (piece.equals(END)) {
                break;
              }
            }
            outcomes.add(answer.toString());
          });
    }
  }

  /** Reads a piece of each answer. */
  public static final class LeftInItsMiddle implements Callable<List<String>> {
    @Override
    public List<String> call() {
      return askFourTimes(
          (model, outcomes) -> outcomes.add(model.createWithUsage("go on").iterator().next()));
    }
  }

  /** Waits for each answer. */
  public static final class Later implements Callable<List<String>> {
    @Override
    public List<String> call() {
      return askFourTimes(
          (model, outcomes) -> {
            Iterable<String> answer = model.createLater("go on").join();
            outcomes.add("called");
            outcomes.add(String.join("", answer));
          });
    }
  }

  /** Reads answers that break off. */
  public static final class BrokenOff implements Callable<List<String>> {
    @Override
    public List<String> call() {
      return askFourTimes(
          (model, outcomes) -> outcomes.add(String.join("", model.createBroken("go on"))));
    }
  }
}
