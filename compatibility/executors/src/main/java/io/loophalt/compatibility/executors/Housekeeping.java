package io.loophalt.compatibility.executors;

import io.loophalt.AgentRuns;
import io.loophalt.LoopHaltException;
import io.loophalt.RunScope;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Each library is used for the first time inside a run that gets stuck, and goes on for itself: in
 * the run, when it has been halted, and when it is over. Once the run uses it, and once a tool
 * does.
 */
@SuppressWarnings("try") // the scopes are what the tries are in
public final class Housekeeping {

  private static final int CALLS = 12;
  private static final long LONGEST_SECONDS = 20;

  private Housekeeping() {}

  /** Entry point. */
  public static void main(String[] args) throws Exception {
    Lifeline.hold();
    Tools.look("the first thing"); // of no run; from now on executors are woven
    Map<String, Library> libraries = new LinkedHashMap<>();
    Pools.addTo(libraries);
    Clients.addTo(libraries);
    Listeners.addTo(libraries);
    Workers.addTo(libraries);
    for (Map.Entry<String, Library> each : libraries.entrySet()) {
      play(each.getKey(), each.getValue());
      play(each.getKey() + " in a tool", callback -> inATool(each.getValue(), callback));
    }
    Report.fact("done", true);
    System.exit(0);
  }

  private static Library.Housekeeping inATool(Library library, Library.Callback callback)
      throws Exception {
    AtomicReference<Library.Housekeeping> begun = new AtomicReference<>();
    Tools.with(
        () -> {
          begun.set(library.begin(callback));
          return "begun";
        });
    return Objects.requireNonNull(begun.get());
  }

  private static void play(String name, Library library) throws Exception {
    Calls calls = new Calls();
    Library.Housekeeping housekeeping;
    try (RunScope scope = AgentRuns.open("uses " + name)) {
      calls.own = Tools.run();
      housekeeping = library.begin(calls);
      Report.fact(name + ": in the run", calls.next(housekeeping));
      Tools.reset();
      for (int call = 0; call < CALLS; call++) {
        Tools.look("the same page");
      }
      Report.fact(name + ": run", Tools.HALTS.get() > 0 ? "halted" : "not halted");
      Report.fact(name + ": when it was halted", calls.next(housekeeping));
    }
    Report.fact(name + ": when it was over", calls.next(housekeeping));
  }

  /** What a library has called, and in what run. */
  private static final class Calls implements Library.Callback {

    private static final AtomicInteger PAGES = new AtomicInteger();

    private final Thread user = Thread.currentThread();
    private final LinkedBlockingQueue<String> seen = new LinkedBlockingQueue<>();
    private volatile String own = "";

    @Override
    public void called() {
      if (Thread.currentThread() == user) {
        return;
      }
      String where = Tools.run().equals(own) ? "in" : "out";
      String what = "ran";
      try {
        Tools.looked("page " + PAGES.incrementAndGet());
      } catch (LoopHaltException halted) {
        what = "halted";
      }
      seen.add(where + ", " + what);
    }

    String next(Library.Housekeeping housekeeping) throws Exception {
      seen.clear();
      housekeeping.cause();
      return String.valueOf(seen.poll(LONGEST_SECONDS, TimeUnit.SECONDS));
    }
  }
}
