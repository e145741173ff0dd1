package io.loophalt.runtime;

import io.loophalt.core.fingerprint.CanonicalDigest;
import io.loophalt.core.policy.ToolPolicy;
import io.loophalt.core.run.RunRegistry.LiveRun;
import io.loophalt.core.run.Verdict;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Calls that are steps, whoever makes them: what is the same for a tool method and for the place
 * where a framework executes tools. The outermost of nested such calls counts.
 */
abstract class StepHandler implements CallHandler {

  /** The runs of this JVM. */
  final Runs runs;

  StepHandler(Runs runs) {
    this.runs = runs;
  }

  /** Gives the step its outcome. */
  abstract void end(
      LiveStep step,
      @Nullable Object returned,
      @Nullable Throwable thrown,
      CanonicalDigest digest,
      long state,
      long now);

  /** Whether a call that is a detail of a step has returned an error. */
  boolean innerFailed(Object returned) {
    return false;
  }

  /** The value with a text for the model appended, or null if it cannot be. */
  abstract @Nullable Object withText(Object value, String text);

  /**
   * What goes to the model in place of a tool that is not called any more because its halted run
   * finishes; null if the halt is to be thrown.
   */
  @Nullable Object refused(Call call, String text) {
    return null;
  }

  /** A call inside another step is a detail of it, but nothing goes on inside a halted run. */
  final Object join(Call call, Call outer) {
    Throwable halt = runs.haltOf(outer, call);
    if (halt != null) {
      return halt;
    }
    call.attach(outer);
    return call;
  }

  /** Asks the run whether the step may be taken; its action must be known by now. */
  final Object begin(Call call, LiveRun live) {
    call.becomeStepOf(live);
    if (live.run().readsWords()) {
      call.step().readWords();
    }
    Verdict verdict = live.run().beforeStep(call.step());
    OpenCalls open = runs.openCallsOf(live);
    if (open != null) {
      open.stepSeen(call.step().tool());
    }
    Throwable halt = runs.enforce(verdict, live, call);
    if (halt != null && verdict.mayFinish()) {
      Object refused = refused(call, verdict, halt);
      return refused instanceof Throwable ? refused : new Replacement(refused);
    }
    return halt != null ? halt : call;
  }

  private Object refused(Call call, Verdict verdict, Throwable halt) {
    try {
      Object refused = refused(call, verdict.message());
      return refused == null ? halt : refused;
    } catch (RuntimeException drifted) {
      // Whatever fails here, the run is halted and the tool must not run.
      halt.addSuppressed(drifted);
      return halt;
    }
  }

  /** What the configuration says about a tool. */
  static boolean isIgnored(@Nullable ToolPolicy configured) {
    return configured != null && configured.ignored();
  }

  @Override
  public final @Nullable Object after(
      Call call, @Nullable Object returned, @Nullable Throwable thrown) {
    if (call.attachment() instanceof Call outer) {
      if (thrown != null) {
        outer.step().innerThrew(thrown);
      } else if (returned != null) {
        outer.step().innerFailed(innerFailed(returned));
      }
      return null;
    }
    LiveRun live = call.run();
    if (live == null) {
      return null;
    }
    if (returned != null && Deferred.knows(returned)) {
      live.carried();
      return new Unfinished(
          returned, new StepWork(call.declaring(), live, call.detachStep(), call.childRun()));
    }
    runs.endChild(call.childRun());
    return conclude(call.declaring(), live, call.step(), returned, thrown, call);
  }

  private @Nullable Object conclude(
      Class<?> woven,
      LiveRun live,
      LiveStep step,
      @Nullable Object returned,
      @Nullable Throwable thrown,
      @Nullable Call call) {
    CanonicalDigest digest = (call == null ? ThreadCalls.current() : call.thread()).digest;
    end(step, returned, thrown, digest, live.state(), live.millisAt(System.nanoTime()));
    Verdict verdict = live.run().afterStep(step);
    if (verdict.mayFinish() && (thrown == null || call != null)) {
      // The model hears of it in the last call; only a halt from inside must not reach the caller.
      return thrown != null && call != null && Runs.isHaltOf(thrown, verdict)
          ? refused(call, verdict, thrown)
          : null;
    }
    if (Runs.isHaltOf(thrown, verdict)) {
      return null;
    }
    Throwable halt = runs.enforce(verdict, live, woven);
    if (halt != null || thrown != null || returned == null) {
      return halt;
    }
    String text = live.takeMessage();
    Object appended = text == null ? null : withText(returned, text);
    if (text != null && appended == null) {
      // It waits for a result that can carry it.
      live.returnMessage(text);
    }
    return appended;
  }

  /** A step whose result is still to come. */
  private final class StepWork implements Work {

    private final Class<?> woven;
    private final LiveRun live;
    private final LiveStep step;
    private volatile @Nullable LiveRun child;

    /** Who cancels may do so on another thread than the value comes on. */
    private final AtomicBoolean concluded = new AtomicBoolean();

    StepWork(Class<?> woven, LiveRun live, LiveStep step, @Nullable LiveRun child) {
      this.woven = woven;
      this.live = live;
      this.step = step;
      this.child = child;
    }

    @Override
    public Object again() {
      LiveStep repeated = step.again(live.millisAt(System.nanoTime()));
      Throwable halt = runs.enforce(live.run().beforeStep(repeated), live, woven);
      return halt != null ? halt : new StepWork(woven, live, repeated, null);
    }

    @Override
    public void enter(Call call) {
      call.standFor(live, step, child);
    }

    @Override
    public void leave(Call call) {
      child = call.childRun();
      call.standDown();
      if (concluded.get()) {
        // Another thread was faster, and has not seen the child.
        runs.endChild(child);
      }
    }

    /** Of a stream the first value counts; tools that answer in several are not known. */
    @Override
    public @Nullable Object value(Object value) {
      if (!concluded.compareAndSet(false, true)) {
        return null;
      }
      runs.endChild(child);
      return conclude(woven, live, step, value, null, null);
    }

    @Override
    public @Nullable Throwable end(@Nullable Throwable error) {
      if (!concluded.compareAndSet(false, true)) {
        return null;
      }
      runs.endChild(child);
      return conclude(woven, live, step, null, error, null) instanceof Throwable halt ? halt : null;
    }
  }
}
