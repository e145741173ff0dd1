package io.loophalt.compatibility.steered;

import io.loophalt.AgentRuns;
import io.loophalt.LoopHaltException;
import io.loophalt.LoopListener;
import io.loophalt.LoopNotice;
import io.loophalt.RunExtension;
import io.loophalt.RunScope;
import io.loophalt.StopReason;
import io.loophalt.compatibility.report.Report;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Runs whose listener lets them go on, is late, throws, calls a tool, or wants the caller's lock.
 */
@SuppressWarnings("try") // a scope is open, and that is all
public final class Listening {

  private Listening() {}

  /** Writes down what it hears. */
  private static class Heard implements LoopListener {

    final List<String> words = new CopyOnWriteArrayList<>();
    final CountDownLatch ended = new CountDownLatch(1);

    @Override
    public void nudged(LoopNotice notice) {
      words.add("nudged at " + notice.steps() + where());
    }

    @Override
    public void escalated(LoopNotice notice) {
      words.add("escalated at " + notice.steps() + where());
    }

    @Override
    public @Nullable RunExtension halted(StopReason reason) {
      words.add("halted " + reason.kind().id() + " at " + reason.steps() + where());
      return null;
    }

    /** Whose run it is, and whose loader. */
    private static String where() {
      return " in "
          + AgentRuns.currentRunId().orElse("none")
          + " of "
          + Thread.currentThread().getContextClassLoader().getName();
    }

    @Override
    public void ended(StopReason reason) {
      words.add("ended " + reason.kind().id());
      ended.countDown();
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    Heard heard = new Heard();
    ClassLoader own = Thread.currentThread().getContextClassLoader();
    Thread.currentThread().setContextClassLoader(new URLClassLoader("ours", new URL[0], own));
    Report.fact("told.calls", run("told", heard));
    Thread.currentThread().setContextClassLoader(own);
    boolean told = heard.ended.await(1, TimeUnit.MINUTES);
    AgentRuns.removeListener(heard);
    Report.fact("told.heard", told ? String.join(", ", heard.words) : "nothing of the end");
    Report.fact("grants.calls", alone("grants", new Grants()));
    Report.fact("throws.calls", alone("throws", new Throws()));
    Report.fact("calls.calls", alone("calls", new CallsATool()));
    Deadlocks deadlocks = new Deadlocks();
    synchronized (deadlocks) {
      Report.fact("deadlocks.calls", alone("deadlocks", deadlocks));
      Report.fact("deadlocks.answers", deadlocks.answers.getCount() == 0);
    }
    Report.fact("deadlocks.answered", deadlocks.answers.await(1, TimeUnit.MINUTES));
    late();
    Report.fact("done", true);
  }

  private static void late() {
    Sleeps late = new Sleeps();
    Counts other = new Counts();
    AgentRuns.addListener(late);
    AgentRuns.addListener(other);
    for (int i = 1; i <= 4; i++) {
      Report.fact("late." + i + ".calls", calls("late-" + i));
    }
    Report.fact("late.asked", late.asked);
    Report.fact("other.asked", other.asked);
    late.awake.countDown();
    AgentRuns.removeListener(late);
    AgentRuns.removeListener(other);
  }

  /** The same, after which the listener hears nothing more. */
  private static int alone(String id, LoopListener listener) {
    int calls = run(id, listener);
    AgentRuns.removeListener(listener);
    return calls;
  }

  /** How many calls there were before one was halted. */
  private static int run(String id, LoopListener listener) {
    AgentRuns.addListener(listener);
    return calls(id);
  }

  private static int calls(String id) {
    Desk desk = new Desk();
    int calls = 0;
    try (RunScope scope = AgentRuns.open("desk", id)) {
      while (calls < 50) {
        desk.search("the same");
        calls++;
      }
    } catch (LoopHaltException halt) {
      calls++;
    }
    return calls;
  }

  private static final class Grants implements LoopListener {
    private boolean granted;

    @Override
    public @Nullable RunExtension halted(StopReason reason) {
      if (granted) {
        return null;
      }
      granted = true;
      return RunExtension.ofSteps(3);
    }
  }

  private static final class Throws implements LoopListener {
    @Override
    public @Nullable RunExtension halted(StopReason reason) {
      throw new IllegalStateException("broken");
    }
  }

  /** Is in the halted run, whose tools are halted for it, too. */
  private static final class CallsATool implements LoopListener {
    @Override
    public @Nullable RunExtension halted(StopReason reason) {
      new Desk().search("the same");
      return RunExtension.ofSteps(3);
    }
  }

  /** Takes the lock that the caller holds. */
  private static final class Deadlocks implements LoopListener {
    final CountDownLatch answers = new CountDownLatch(1);

    @Override
    public synchronized @Nullable RunExtension halted(StopReason reason) {
      answers.countDown();
      return RunExtension.ofSteps(3);
    }
  }

  /** Is asked after the one that is late. */
  private static final class Counts implements LoopListener {
    final AtomicInteger asked = new AtomicInteger();

    @Override
    public @Nullable RunExtension halted(StopReason reason) {
      asked.incrementAndGet();
      return null;
    }
  }

  private static final class Sleeps implements LoopListener {
    final CountDownLatch awake = new CountDownLatch(1);
    final AtomicInteger asked = new AtomicInteger();

    @Override
    public @Nullable RunExtension halted(StopReason reason) {
      asked.incrementAndGet();
      try {
        awake.await();
      } catch (InterruptedException cancelled) {
        Thread.currentThread().interrupt();
      }
      return RunExtension.ofSteps(3);
    }
  }
}
