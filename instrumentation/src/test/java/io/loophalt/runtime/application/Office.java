package io.loophalt.runtime.application;

import io.loophalt.AgentRuns;
import io.loophalt.AgentTool;
import io.loophalt.LoopHaltException;
import io.loophalt.RunScope;
import io.loophalt.StopReason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** A framework that works in parts, on other threads, and tries again what has failed. */
@SuppressWarnings("try") // scopes are there to be open, not to be used
public final class Office {

  private Office() {}

  private static String here() {
    return AgentRuns.currentRunId().orElse("none");
  }

  /** Code, as Kotlin's compiler makes it: it declares no exception and may throw any. */
  public interface Block {
    /** Executes it. */
    String execute();
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // so the compiler lets it pass
  private static <T extends Throwable> T undeclared(Throwable thrown) throws T {
    throw (T) thrown;
  }

  /** Has blocks of code executed elsewhere. */
  static final class Threads implements AutoCloseable {

    private final ExecutorService elsewhere = Executors.newSingleThreadExecutor();

    String execute(Block block) {
      try {
        return elsewhere.submit(block::execute).get();
      } catch (ExecutionException e) {
        return "failed: " + e.getCause();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    @AgentTool
    String executeInATool(Block block) {
      return execute(block);
    }

    @Override
    public void close() {
      elsewhere.shutdown();
    }
  }

  /** Hands one block over that captures nothing, and so is one object, from several runs. */
  public static final class HandsOver implements Callable<List<String>> {
    @Override
    public List<String> call() {
      Block block = Office::here;
      List<String> seen = new ArrayList<>();
      try (Threads threads = new Threads()) {
        try (RunScope one = AgentRuns.open("task", "one")) {
          seen.add(threads.execute(block));
        }
        try (RunScope two = AgentRuns.open("task", "two")) {
          seen.add(threads.execute(block));
          seen.add(
              threads.execute(
                  () -> {
                    throw Office.<RuntimeException>undeclared(new IOException("from the block"));
                  }));
          seen.add(threads.executeInATool(block));
        }
        seen.add(threads.execute(block));
      }
      return seen;
    }
  }

  /** Does a whole and its parts. */
  static final class Desk {

    /** The work on the whole, or on a part of it. */
    String work(String task, Object whole, Supplier<String> body) {
      return body.get();
    }
  }

  /** A whole of two parts, a part of nothing, and all of that inside a scope. */
  public static final class InParts implements Callable<List<String>> {
    @Override
    public List<String> call() {
      List<String> seen = new ArrayList<>(all());
      try (RunScope scope = AgentRuns.open("task", "scope")) {
        seen.addAll(all());
      }
      return seen;
    }

    private static List<String> all() {
      Desk desk = new Desk();
      Object whole = new Object();
      List<String> seen = new ArrayList<>();
      desk.work(
          "whole",
          whole,
          () -> {
            seen.add(here());
            seen.add(desk.work("part", whole, Office::here));
            seen.add(desk.work("part", whole, Office::here));
            seen.add(here());
            return "";
          });
      seen.add(desk.work("part", whole, Office::here));
      return seen;
    }
  }

  /** A whole inside another one, with parts of its own. */
  public static final class WholeInAWhole implements Callable<List<String>> {
    @Override
    public List<String> call() {
      Desk desk = new Desk();
      Object inner = new Object();
      List<String> seen = new ArrayList<>();
      desk.work(
          "whole",
          new Object(),
          () -> {
            seen.add(here());
            desk.work(
                "whole",
                inner,
                () -> {
                  seen.add(here());
                  seen.add(desk.work("part", inner, Office::here));
                  seen.add(desk.work("part", inner, Office::here));
                  return "";
                });
            seen.add(desk.work("part", inner, Office::here));
            return "";
          });
      return seen;
    }
  }

  /** A whole of which a part is done on a thread that nobody knows of. */
  public static final class PartElsewhere implements Callable<List<String>> {
    @Override
    public List<String> call() {
      Desk desk = new Desk();
      Object whole = new Object();
      List<String> seen = new ArrayList<>();
      try (Threads unknown = new Threads()) {
        desk.work(
            "whole",
            whole,
            () -> {
              seen.add(here());
              seen.add(unknown.execute(() -> desk.work("part", whole, PartElsewhere::part)));
              return desk.work("count", whole, () -> "");
            });
      }
      return seen;
    }

    private static String part() {
      AgentRuns.reportTurn(1, 1, 0);
      return here();
    }
  }

  /** Hears of failures, and tries again after each that is not thrown again. */
  static final class Retries {

    String failed(Throwable failure) {
      return "tries again";
    }
  }

  /** Tells of one failure after the other. */
  public static final class TriesAgain implements Callable<List<String>> {
    @Override
    public List<String> call() {
      Throwable halt =
          new LoopHaltException(
              new StopReason(
                  StopReason.Kind.STALL, "", "task", "run", "", 1, 1, 1, 0, 0, List.of(), true));
      Throwable ring = new IllegalStateException("ring");
      ring.initCause(new IllegalStateException("other half", ring));
      List<String> seen = new ArrayList<>();
      for (Throwable failure :
          List.of(
              new IllegalStateException("model is down"),
              ring,
              halt,
              new IllegalStateException("action failed", halt))) {
        try {
          seen.add(new Retries().failed(failure));
        } catch (RuntimeException e) {
          seen.add(e == failure ? "gives up: " + e.getClass().getSimpleName() : e.toString());
        }
      }
      return seen;
    }
  }
}
