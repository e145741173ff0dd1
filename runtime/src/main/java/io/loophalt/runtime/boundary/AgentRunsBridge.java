package io.loophalt.runtime.boundary;

import io.loophalt.StopReason;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.event.EventSinks;
import io.loophalt.core.fingerprint.TextDigest;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.runs.LiveRun;
import java.math.BigDecimal;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Answers for the application's {@code AgentRuns}, whose one seam method is woven. */
public final class AgentRunsBridge implements Interceptor {

  /** What the facade asks when a scope is closed. */
  public static final String LEAVE = "leave";

  /**
   * With so many scopes open on the thread, it is noted where the next one is opened: most likely
   * they are never closed.
   */
  private static final int SUSPICIOUSLY_MANY = 32;

  /** Of the others, the place of one in so many is noted. */
  private static final int NOTED = 64;

  private final RunCorrelator runs;
  private final EventSinks sinks;
  private final AtomicInteger opened = new AtomicInteger();

  /** A run that goes to another thread in the middle of a model call. */
  private record Captured(LiveRun run, Object modelCall) {}

  /** One for all copies of the facade in the JVM, whose listeners hear nothing of runs. */
  public AgentRunsBridge(RunCorrelator runs) {
    this(runs, new EventSinks());
  }

  /**
   * One for all copies of the facade in the JVM.
   *
   * @param sinks what hears of all runs; the application's listeners are added to it
   */
  public AgentRunsBridge(RunCorrelator runs, EventSinks sinks) {
    this.runs = runs;
    this.sinks = sinks;
  }

  @Override
  public @Nullable Object before(Invocation call) {
    if (!(call.argument(0) instanceof String operation)) {
      return null;
    }
    Object answer = answer(operation, call.argument(1), call.argument(2), call);
    return answer == null || answer instanceof Throwable ? answer : new Replacement(answer);
  }

  @Override
  public @Nullable Object after(
      Invocation call, @Nullable Object returned, @Nullable Throwable thrown) {
    return null;
  }

  private @Nullable Object answer(
      String operation, @Nullable Object first, @Nullable Object second, Invocation call) {
    InvocationStack thread = call.thread();
    return switch (operation) {
      case "open" -> open(call, String.valueOf(first), second instanceof String id ? id : null);
      case "join" -> join(call, String.valueOf(first), second instanceof String id ? id : "");
      case "end" -> {
        if (first != null) {
          thread.endRunOfScope(first, runs.registry());
        }
        yield null;
      }
      case "enter" -> {
        if (first instanceof Captured captured) {
          yield thread.enterScopeFor(captured.modelCall(), captured.run());
        }
        yield first instanceof LiveRun run ? thread.enterScopeFor(null, run) : null;
      }
      case "listener" -> {
        if (first instanceof Function<?, ?> listener) {
          runs.outside().listeners(sinks).add(listener);
          yield true;
        }
        yield null;
      }
      case "unlisten" -> {
        if (first instanceof Function<?, ?> listener) {
          runs.outside().listeners(sinks).remove(listener);
        }
        yield null;
      }
      case LEAVE -> {
        if (first != null) {
          thread.leaveScope(first, runs.registry());
        }
        yield null;
      }
      default -> ofCurrent(operation, first, call);
    };
  }

  private Object open(Invocation call, String task, @Nullable String given) {
    InvocationStack thread = call.thread();
    String id = given == null || given.isBlank() ? null : given;
    LiveRun known = id == null ? null : runs.registry().find(id);
    if (known != null) {
      return enter(thread, known, known.boundary().adopt());
    }
    LiveRun live = runs.openChild(id, task, runs.aroundAnother(call), System.nanoTime());
    LiveRun dropped = runs.registry().takeNeverClosed();
    if (dropped != null) {
      warnOfForgotten(
          dropped, "was dropped, because there were too many runs, and had not been closed");
    }
    return enter(thread, live, live.boundary().claim());
  }

  private Object join(Invocation call, String task, String id) {
    InvocationStack thread = call.thread();
    return id.isBlank()
        ? open(call, task, null)
        : enter(thread, runs.join(call, task, id, System.nanoTime()), /* closesRun= */ false);
  }

  private Object enter(InvocationStack thread, LiveRun live, boolean closesRun) {
    if (thread.openScopes() >= SUSPICIOUSLY_MANY || opened.incrementAndGet() % NOTED == 0) {
      live.openedAt(OpeningPlace.current());
    }
    Object scope = thread.enterScope(live, closesRun);
    LiveRun forgotten = thread.leaveForgotten(runs.registry());
    if (forgotten != null) {
      warnOfForgotten(
          forgotten, "is one of more than " + InvocationStack.MOST_SCOPES + " open on one thread");
    }
    return scope;
  }

  private void warnOfForgotten(LiveRun live, String what) {
    runs.warnings()
        .once(
            "forgotten scope",
            "a run of task '"
                + live.run().task()
                + "' "
                + what
                + ": it was opened at "
                + live.openedAt()
                + ". Close what AgentRuns.open gives, as by try (RunScope run ="
                + " AgentRuns.open(task)); of others that are never closed nothing more is said");
  }

  private @Nullable Object ofCurrent(String operation, @Nullable Object first, Invocation call) {
    if (operation.equals("turn")) {
      return turn(first, call);
    }
    if (operation.equals("userMessage")) {
      runs.told(runs.ofModelCall(call, null, System.nanoTime()), String.valueOf(first));
      return null;
    }
    if (operation.equals("stopReason")) {
      StopReason reason = runs.stopReason(call);
      return reason == null ? null : reason.asMap();
    }
    LiveRun live = runs.existingRun(call);
    if (live == null) {
      return null;
    }
    switch (operation) {
      case "current" -> {
        return live.run().id();
      }
      case "escalation" -> {
        return live.run().escalation();
      }
      case "nudges" -> {
        return live.nudges();
      }
      case "latestHalt" -> {
        StopReason reason = live.latestHalt();
        return reason == null ? null : reason.asMap();
      }
      case "listen" -> {
        if (first instanceof Consumer<?> listener) {
          live.listen(listener);
        }
      }
      case "capture" -> {
        live.boundary().carried();
        Object modelCall = call.thread().modelCallAround(call, live);
        return modelCall == null ? live : new Captured(live, modelCall);
      }
      case "state" -> {
        if (live.state(TextDigest.of(String.valueOf(first)))) {
          live.takeMessage();
        }
      }
      case "progress" -> progress(live);
      case "reset" -> runs.registry().reset(live);
      default -> {
        // An operation of a newer facade: do nothing, as without the agent.
      }
    }
    return null;
  }

  private static void progress(LiveRun live) {
    live.run().progress();
    live.takeMessage();
  }

  private @Nullable Object turn(@Nullable Object first, Invocation call) {
    if (!(first instanceof long[] numbers) || numbers.length < 3) {
      return null;
    }
    long nanos = System.nanoTime();
    LiveRun live = runs.ofModelCall(call, null, nanos);
    long now = live.millisAt(nanos);
    Turn turn =
        new Turn(
            live.run().nextTurnIndex(),
            (int) numbers[2],
            "",
            "",
            numbers[0],
            numbers[1],
            live.reportedPrompt(),
            /* compactedBefore= */ false);
    live.boundary().modelSeen();
    return runs.enforce(live.run().turnReported(turn, costOf(turn), now), live, call);
  }

  /** By the price of every model: which one it was is not reported. */
  private BigDecimal costOf(Turn turn) {
    return runs.registry()
        .policy()
        .costOf(turn.model(), turn.inputTokens(), /* cachedInputTokens= */ 0, turn.outputTokens());
  }
}
