package io.loophalt.runtime.application;

import io.loophalt.AgentRun;
import io.loophalt.AgentRuns;
import io.loophalt.AgentTool;
import io.loophalt.RunId;
import io.loophalt.RunScope;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;

/** Applications that open and close runs; each returns the ids of the runs it found itself in. */
@SuppressWarnings("try") // scopes are there to be open, not to be used
public final class Scopes {

  private Scopes() {}

  private static String here() {
    return AgentRuns.currentRunId().orElse("none");
  }

  /** Scopes inside scopes, closed in order. */
  public static final class Nested implements Callable<List<String>> {
    @Override
    public List<String> call() {
      List<String> seen = new ArrayList<>();
      seen.add(here());
      try (RunScope outer = AgentRuns.open("task", "outer")) {
        seen.add(here());
        try (RunScope inner = AgentRuns.open("task", "inner")) {
          seen.add(here());
          inner.close();
          seen.add(here());
        }
        outer.close();
      }
      seen.add(here());
      return seen;
    }
  }

  /** The outer scope is closed first. */
  public static final class ClosedInTheWrongOrder implements Callable<List<String>> {
    @Override
    public List<String> call() {
      List<String> seen = new ArrayList<>();
      RunScope outer = AgentRuns.open("task", "outer");
      RunScope inner = AgentRuns.open("task", "inner");
      outer.close();
      seen.add(here());
      inner.close();
      seen.add(here());
      return seen;
    }
  }

  /** A scope is closed on another thread than it was opened on. */
  public static final class ClosedElsewhere implements Callable<List<String>> {
    @Override
    public List<String> call() throws Exception {
      List<String> seen = new ArrayList<>();
      RunScope scope = AgentRuns.open("task", "handed over");
      seen.add(here());
      FutureTask<String> elsewhere =
          new FutureTask<>(
              () -> {
                scope.close();
                return here();
              });
      Thread thread = new Thread(elsewhere);
      thread.start();
      seen.add(elsewhere.get());
      seen.add(here());
      return seen;
    }
  }

  /** A tool opens a run and forgets to close it. */
  public static final class ForgottenInATool implements Callable<List<String>> {
    @Override
    public List<String> call() {
      List<String> seen = new ArrayList<>();
      try (RunScope outer = AgentRuns.open("task", "outer")) {
        seen.add(tool());
        seen.add(here());
      }
      return seen;
    }

    @AgentTool
    static String tool() {
      RunScope forgotten = AgentRuns.open("task", "forgotten");
      return forgotten == null ? "" : here();
    }
  }

  /** A run opened in a tool's body is a run of its own, and the tool's run goes on after it. */
  public static final class OpenedInATool implements Callable<List<String>> {
    private final List<String> seen = new ArrayList<>();

    @Override
    public List<String> call() {
      try (RunScope outer = AgentRuns.open("task", "outer")) {
        delegate();
        seen.add(here());
      }
      return seen;
    }

    @AgentTool
    void delegate() {
      seen.add(here());
      try (RunScope inner = AgentRuns.open("task", "inner")) {
        look();
      }
      seen.add(here());
    }

    @AgentTool
    void look() {
      seen.add(here());
    }
  }

  /** A method that is a run, which throws. */
  public static final class RunThatThrows implements Callable<List<String>> {
    @Override
    public List<String> call() {
      List<String> seen = new ArrayList<>();
      try {
        run(seen);
      } catch (IllegalStateException expected) {
        seen.add(here());
      }
      return seen;
    }

    @AgentRun(task = "throws")
    static void run(List<String> seen) {
      seen.add(here().isEmpty() ? "" : "inside");
      throw new IllegalStateException("from the body");
    }
  }

  /** Tasks carried to other threads by wrapping. */
  public static final class Carried implements Callable<List<String>> {
    @Override
    public List<String> call() throws Exception {
      List<String> seen = new ArrayList<>();
      ExecutorService pool = Executors.newSingleThreadExecutor();
      try (RunScope scope = AgentRuns.open("task", "carried")) {
        seen.add(pool.submit(AgentRuns.wrap((Callable<String>) Scopes::here)).get());
        Runnable runnable = () -> seen.add(here());
        pool.submit(AgentRuns.wrap(runnable)).get();
        Callable<String> throwing =
            () -> {
              throw new IllegalStateException("from the task");
            };
        try {
          pool.submit(AgentRuns.wrap(throwing)).get();
        } catch (java.util.concurrent.ExecutionException expected) {
          seen.add(String.valueOf(expected.getCause()));
        }
        seen.add(pool.submit(Scopes::here).get());
      } finally {
        pool.shutdown();
      }
      return seen;
    }
  }

  /** A second opener of an id joins the run, and does not end it. */
  public static final class Joined implements Callable<List<String>> {
    @Override
    public List<String> call() throws Exception {
      List<String> seen = new ArrayList<>();
      try (RunScope scope = AgentRuns.open("task", "conversation-7")) {
        FutureTask<String> elsewhere =
            new FutureTask<>(
                () -> {
                  try (RunScope joined = AgentRuns.open("task", "conversation-7")) {
                    String id = here();
                    return id;
                  }
                });
        new Thread(elsewhere).start();
        seen.add(elsewhere.get());
        seen.add(here());
      }
      seen.add(here());
      return seen;
    }
  }

  /** Workers of one execution, each of which takes a step and returns. */
  public static final class Workers implements Callable<List<String>> {
    private final List<String> seen = new ArrayList<>();

    @Override
    public List<String> call() throws Exception {
      work(false);
      FutureTask<String> elsewhere =
          new FutureTask<>(
              () -> {
                work(false);
                return here();
              });
      new Thread(elsewhere).start();
      seen.add(elsewhere.get());
      seen.add("before the end");
      work(true);
      work(false);
      return seen;
    }

    private void work(boolean last) {
      try (RunScope run = AgentRuns.join("task", "7")) {
        seen.add(here());
        if (last) {
          run.end();
          seen.add(here());
        }
        run.close();
        run.end(); // of what is left already
      }
      seen.add(here());
    }
  }

  /** One worker ends the run while another is still in it. */
  public static final class EndedWhileOthersAreInside implements Callable<List<String>> {
    @Override
    public List<String> call() throws Exception {
      List<String> seen = new ArrayList<>();
      try (RunScope run = AgentRuns.join("task", "7")) {
        FutureTask<String> elsewhere =
            new FutureTask<>(
                () -> {
                  try (RunScope other = AgentRuns.join("task", "7")) {
                    other.end();
                  }
                  return here();
                });
        new Thread(elsewhere).start();
        seen.add(elsewhere.get());
        seen.add(look());
        try (RunScope next = AgentRuns.join("task", "7")) {
          seen.add(look());
        }
        run.end();
      }
      seen.add(here());
      return seen;
    }

    @AgentTool
    static String look() {
      return here();
    }
  }

  /** Methods that join the run of an id among their arguments, or find none there. */
  public static final class JoiningMethods implements Callable<List<String>> {
    private final List<String> seen = new ArrayList<>();

    @Override
    public List<String> call() {
      onMessage(1, "job-7");
      seen.add(here());
      onMessage(2, "job-7");
      onMessage(3, " ");
      onNumber(7L);
      onObject(new Object());
      AgentRuns.join("task", "job-7").end();
      onMessage(4, "job-7");
      onObject('c');
      onObject(new JsonText());
      return seen;
    }

    /** As a text in the tree of a JSON library. */
    public static final class JsonText {
      public String asText() {
        return "json";
      }
    }

    @AgentRun(task = "task")
    void onMessage(int number, @RunId String id) {
      seen.add(number + " " + here());
    }

    @AgentRun(task = "task")
    void onNumber(@RunId long id) {
      seen.add(here());
    }

    @AgentRun(task = "task")
    void onObject(@RunId Object id) {
      seen.add(here());
    }
  }

  /** An id of which nobody knows whether it is the same each time. */
  public static final class JoiningByRecord implements Callable<List<String>> {
    private final List<String> seen = new ArrayList<>();

    @Override
    public List<String> call() {
      onJob(new Job("job-7", new byte[1]));
      return seen;
    }

    @AgentRun(task = "task")
    void onJob(@RunId Job id) {
      seen.add(here());
    }

    @SuppressWarnings("ArrayRecordComponent") // as applications have them
    private record Job(String name, byte[] body) {}
  }

  /** What is opened and joined inside something else, and by no id. */
  public static final class JoinedInside implements Callable<List<String>> {
    @Override
    public List<String> call() {
      List<String> seen = new ArrayList<>();
      try (RunScope outer = AgentRuns.open("task", "outer")) {
        try (RunScope joined = AgentRuns.join("task", "7")) {
          seen.add(here());
          try (RunScope inner = AgentRuns.open("task", "inner")) {
            seen.add(here());
          }
          try (RunScope again = AgentRuns.join("task", "7")) {
            seen.add(here());
          }
          seen.add(here());
        }
        seen.add(here());
        try (RunScope none = AgentRuns.join("task", " ")) {
          seen.add(String.valueOf(here().startsWith("run-")));
        }
        outer.end();
        seen.add(here());
      }
      return seen;
    }
  }
}
