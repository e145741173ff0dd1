package io.loophalt.runtime.boundary;

import io.loophalt.StopReason;
import io.loophalt.core.run.Verdict;
import io.loophalt.extension.ReactiveRuns;
import io.loophalt.runtime.async.AsyncResultFollower;
import io.loophalt.runtime.async.ColdStream;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.StreamScope;
import io.loophalt.runtime.runs.LiveRun;
import org.jspecify.annotations.Nullable;

/**
 * Calls of a method that returns a stream in which a framework executes one task. The run begins
 * when somebody subscribes and ends with the stream; a subscription that comes after a halt, as
 * with a retry, is halted at once.
 */
public final class ReactiveRunHandler implements Interceptor {

  private final ReactiveRuns streams;
  private final RunCorrelator runs;

  /** For all streams of one framework. */
  public ReactiveRunHandler(ReactiveRuns streams, RunCorrelator runs) {
    this.streams = streams;
    this.runs = runs;
  }

  @Override
  public Object before(Invocation call) {
    return call;
  }

  @Override
  public @Nullable Object after(
      Invocation call, @Nullable Object returned, @Nullable Throwable thrown) {
    if (returned == null || !AsyncResultFollower.knows(returned)) {
      return null;
    }
    LiveRun around = runs.aroundAnother(call);
    boolean insideStep = call.thread().enclosingStep(call) != null;
    return new ColdStream(returned, new Subscribers(call, around, insideStep));
  }

  private final class Subscribers implements ColdStream.Subscribers {

    private final Class<?> woven;
    private final String task;
    private final @Nullable Object carrier;
    private final @Nullable LiveRun around;
    private final boolean insideStep;
    private volatile @Nullable LiveRun latest;

    /**
     * Of a stream that was made inside a run.
     *
     * @param insideStep whether it was made by a tool, and so is a run of its own
     */
    Subscribers(Invocation call, @Nullable LiveRun around, boolean insideStep) {
      this.woven = call.declaring();
      this.task = streams.task(call);
      this.carrier = streams.carrier(call);
      this.around = around;
      this.insideStep = insideStep;
    }

    @Override
    public Object next(@Nullable StreamScope scope) {
      LiveRun before = latest;
      StopReason halted = before == null ? null : before.run().haltReason();
      Throwable halt =
          before == null || halted == null
              ? null
              : runs.enforce(Verdict.halt(halted), before, woven);
      if (halt != null) {
        return halt;
      }
      LiveRun above = around == null && scope != null ? scope.run() : around;
      boolean below = above != null && streams.nests() && above.boundary().isWhole();
      if (above != null && !insideStep && !below) {
        carry(above);
        above.talk().enteredAnew(above.run().usage().steps());
        return new RunStream(above, /* closes= */ false, runs);
      }
      LiveRun opened = runs.openChild(null, task, above, System.nanoTime());
      latest = opened;
      if (streams.nests()) {
        opened.boundary().becomeWhole();
      }
      carry(opened);
      return new RunStream(opened, /* closes= */ true, runs);
    }

    private void carry(LiveRun live) {
      if (carrier != null) {
        runs.attach(carrier, live);
      }
    }
  }
}
