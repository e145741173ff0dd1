package io.loophalt.runtime.model;

import io.loophalt.core.run.Verdict;
import io.loophalt.extension.ModelResponse;
import io.loophalt.extension.RequestChanges;
import io.loophalt.extension.RunName;
import io.loophalt.extension.SplitTurns;
import io.loophalt.runtime.async.AsyncResult;
import io.loophalt.runtime.async.AsyncResultFollower;
import io.loophalt.runtime.async.PendingWork;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.correlation.WeakIdentityMap;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.Patience;
import io.loophalt.runtime.request.AnswerTrace;
import io.loophalt.runtime.request.ReadRequest;
import io.loophalt.runtime.runs.LiveRun;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns of a framework that begins a model call in one method and has its answer in another, and
 * says in both which run they belong to.
 *
 * <p>In between it hands its request on. There a halted run finishes, and an escalated one goes on
 * with another model.
 */
public final class SplitTurnHandler {

  private final RunCorrelator runs;
  private final SplitTurns split;
  private final Turns turns;
  private final RequestChanges changes;

  /** The last calls of halted runs that have begun and are not answered yet. */
  private final WeakIdentityMap<LastCall> lastCalls = new WeakIdentityMap<>();

  /** What is left of it of the calls under way in runs that other processes judge, too. */
  private final WeakIdentityMap<Patience> patiences = new WeakIdentityMap<>();

  /** For all turns of one framework. */
  public SplitTurnHandler(SplitTurns split, RunCorrelator runs) {
    this.split = split;
    this.runs = runs;
    this.turns = new Turns(runs);
    this.changes = split.changes();
  }

  /**
   * The call with which a halted run finishes.
   *
   * @param words what the user says in it
   * @param halt to be thrown where nothing comes of it
   */
  private record LastCall(String words, Throwable halt) {}

  /** The run that a call of any of the methods belongs to, or null to leave the call alone. */
  private @Nullable LiveRun run(Invocation call) {
    RunName name = split.run(call);
    return name == null ? null : runs.named(call, name, System.nanoTime());
  }

  /** Reads the request, in whichever of the methods it is. */
  private void hear(Invocation call, LiveRun live) {
    ReadRequest said = Requests.read(split.requests(), call);
    if (said != null) {
      runs.hear(live, said);
    }
  }

  /** For one of the methods. */
  public Interceptor at(SplitTurns.Part part) {
    return switch (part.place()) {
      case BEGINNING -> new Beginnings();
      case ANSWER -> new Answers();
      case LAYER -> new Layers(part.request());
    };
  }

  private final class Beginnings implements Interceptor {
    @Override
    public @Nullable Object before(Invocation call) {
      LiveRun live = run(call);
      if (live == null) {
        return null;
      }
      call.isOf(live);
      hear(call, live);
      live.run().canFinish();
      Throwable held = runs.hold(live, null, call.declaring());
      if (held != null) {
        return held;
      }
      Verdict verdict = live.run().beforeModelCall(live.millisAt(System.nanoTime()));
      Throwable halt = runs.enforce(verdict, live, call);
      Patience left = call.thread().patienceAtHand();
      if (left != null) {
        patiences.put(live, left);
      }
      if (halt == null || !verdict.mayFinish()) {
        return halt;
      }
      lastCalls.put(live, new LastCall(verdict.message(), halt));
      return null;
    }

    @Override
    public @Nullable Object after(
        Invocation call, @Nullable Object returned, @Nullable Throwable thrown) {
      return null;
    }
  }

  private final class Answers implements Interceptor {
    @Override
    public @Nullable Object before(Invocation call) {
      LiveRun live = run(call);
      ModelResponse answer = live == null ? null : split.answer(call);
      if (live == null || answer == null) {
        return null;
      }
      if (live.run().isShared()) {
        call.thread().patience = patiences.remove(live);
      }
      runs.answered(live, AnswerTrace.of(answer.text(), List.of(), null, call.thread().digest));
      return turns.count(answer, live, call.declaring(), lastCalls.remove(live) != null);
    }

    @Override
    public @Nullable Object after(
        Invocation call, @Nullable Object returned, @Nullable Throwable thrown) {
      return null;
    }
  }

  private final class Layers implements Interceptor {

    private final int position;

    Layers(int position) {
      this.position = position;
    }

    @Override
    public Object before(Invocation call) {
      LiveRun live = run(call);
      Object request = call.argument(position);
      if (live == null || request == null) {
        return call;
      }
      hear(call, live);
      LastCall last = lastCalls.get(live);
      String model = live.run().escalatedModel();
      try {
        if (last != null) {
          call.rewrite(position, changes.withoutTools(request, last.words()));
        } else if (model != null) {
          call.rewrite(position, changes.withModel(request, model));
        }
      } catch (ReflectiveOperationException | RuntimeException drifted) {
        if (last != null) {
          return over(live, last, drifted);
        }
        runs.sameModel(live, String.valueOf(model), drifted);
      }
      return call;
    }

    @Override
    public @Nullable Object after(
        Invocation call, @Nullable Object returned, @Nullable Throwable thrown) {
      LiveRun live = run(call);
      return live == null || returned == null || !AsyncResultFollower.knows(returned)
          ? null
          : new AsyncResult(returned, work(live));
    }

    private PendingWork work(LiveRun live) {
      ModelLayer layer = new ModelLayer(live, null);
      LastCall last = lastCalls.get(live);
      return last == null ? layer : new LastWork(layer, last);
    }
  }

  /**
   * The halt of a run of which the last call comes to nothing: whatever fails, it must not go on.
   */
  private Throwable over(LiveRun live, LastCall last, Throwable failure) {
    lastCalls.remove(live);
    if (!RunCorrelator.isHalt(failure)) {
      last.halt().addSuppressed(failure);
    }
    return last.halt();
  }

  /** The last call of a halted run, while it is under way. */
  private final class LastWork implements PendingWork {

    private final ModelLayer layer;
    private final LastCall last;

    LastWork(ModelLayer layer, LastCall last) {
      this.layer = layer;
      this.last = last;
    }

    @Override
    public Object again() {
      return layer;
    }

    @Override
    public void enter(Invocation call) {
      layer.enter(call);
    }

    @Override
    public void leave(Invocation call) {
      layer.leave(call);
    }

    @Override
    public @Nullable Object value(Object value) {
      return null;
    }

    @Override
    public @Nullable Throwable end(@Nullable Throwable error) {
      return error == null ? null : over(layer.live(), last, error);
    }
  }
}
