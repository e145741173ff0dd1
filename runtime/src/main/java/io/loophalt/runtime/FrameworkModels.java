package io.loophalt.runtime;

import io.loophalt.core.detect.Turn;
import io.loophalt.core.run.RunRegistry.LiveRun;
import io.loophalt.core.run.Verdict;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Calls of the place where a framework calls a model. Frameworks stack several such places in one
 * call; the outermost counts.
 *
 * <p>Where the choke point rewrites arguments, a subclass that knows the framework's requests lets
 * halted runs finish and escalated ones go on with another model.
 */
public abstract class FrameworkModels implements CallHandler, RequestChanges {

  private static final ModelAnswer UNREAD = new ModelAnswer("", "", Turn.CALLS_UNKNOWN, 0, 0, 0);

  /** The runs of this JVM. */
  final Runs runs;

  private final Turns turns;

  /** For all model calls of one framework. */
  protected FrameworkModels(Runs runs) {
    this.runs = runs;
    this.turns = new Turns(runs);
  }

  /** The run that the framework names in a call; null if it names none. */
  protected @Nullable LiveRun run(Call call) {
    return null;
  }

  /** Reads the answer from what the method returned. */
  protected abstract ModelAnswer answer(Object returned);

  /** Reads the answer of a call; null if it has none. For where the result does not say all. */
  @Nullable ModelAnswer answer(Call call, @Nullable Object returned) {
    return returned == null ? null : answer(returned);
  }

  /**
   * The objects of the answer that the tools it asks for will be called with, so that the calls
   * belong to the run wherever they are made. None where the framework names the run there.
   */
  protected Collection<?> toolRequests(Object returned) {
    return List.of();
  }

  /**
   * Position of the argument that is the request, for {@link #withoutTools} and {@link #withModel};
   * -1 where requests cannot be changed. The choke point must rewrite arguments.
   */
  protected int requestArgument() {
    return -1;
  }

  @Override
  public Object withoutTools(Object request, String text) throws ReflectiveOperationException {
    throw new NoSuchMethodException("to leave tools out of a request");
  }

  @Override
  public Object withModel(Object request, String model) throws ReflectiveOperationException {
    throw new NoSuchMethodException("to change the model of a request");
  }

  /**
   * Gives a call {@link #withoutTools} as its request; otherwise where tools are no part of that.
   *
   * @throws ReflectiveOperationException if this version of the framework makes none
   */
  protected void leaveOutTools(Call call, Object request, String text)
      throws ReflectiveOperationException {
    call.rewrite(requestArgument(), withoutTools(request, text));
  }

  /**
   * Gives a call {@link #withModel} as its request; otherwise where the model is no part of that.
   *
   * @throws ReflectiveOperationException if this version of the framework makes none
   */
  protected void changeModel(Call call, Object request, String model)
      throws ReflectiveOperationException {
    call.rewrite(requestArgument(), withModel(request, model));
  }

  @Override
  public final @Nullable Object before(Call call) {
    if (call.thread().insideModelCall(call)) {
      return null;
    }
    long now = System.nanoTime();
    LiveRun named = run(call);
    LiveRun live = named != null ? named : runs.ofModelCall(call, now);
    int position = requestArgument();
    Object request = position < 0 ? null : call.argument(position);
    if (request != null) {
      live.run().canFinish();
      request = readRequest(call, live, request);
    }
    Verdict verdict = live.run().beforeModelCall(live.millisAt(now));
    Throwable halt = runs.enforce(verdict, live, call);
    if (halt != null && request != null && verdict.mayFinish()) {
      halt = leaveOutTools(call, request, verdict, halt);
    }
    if (halt != null) {
      return refuse(call, live, halt);
    }
    if (request != null && !verdict.mayFinish()) {
      changeModel(call, request, live);
    }
    call.becomeModelCallOf(live);
    admit(call, live, new TurnWork(call.declaring(), live, verdict.mayFinish()));
    return call;
  }

  /** Null if this is the last call now, else the halt to throw. */
  private @Nullable Throwable leaveOutTools(
      Call call, Object request, Verdict verdict, Throwable halt) {
    try {
      leaveOutTools(call, request, verdict.message());
      return null;
    } catch (ReflectiveOperationException | RuntimeException drifted) {
      // Whatever fails here, the run is halted and must not go on.
      halt.addSuppressed(drifted);
      return halt;
    }
  }

  private void changeModel(Call call, Object request, LiveRun live) {
    String model = live.run().escalatedModel();
    if (model == null) {
      return;
    }
    try {
      changeModel(call, request, model);
    } catch (ReflectiveOperationException | RuntimeException drifted) {
      runs.sameModel(live, model, drifted);
    }
  }

  /**
   * Reads what the request says about the steps since the answer before.
   *
   * @return the request, or what it was rewritten to
   */
  Object readRequest(Call call, LiveRun live, Object request) {
    return request;
  }

  /** An answer, or a piece of it, has come. */
  void heard(TurnWork turn, Object piece) {}

  /** All of an answer has come that will come. */
  void answered(TurnWork turn, LiveRun live) {}

  /** What the gate is to do with a call that the run does not allow. */
  @Nullable Object refuse(Call call, LiveRun live, Throwable halt) {
    return halt;
  }

  /** A call is about to be made; {@code turn} is to be told how it goes. */
  void admit(Call call, LiveRun live, TurnWork turn) {
    call.attach(turn);
  }

  @Override
  public final @Nullable Object after(
      Call call, @Nullable Object returned, @Nullable Throwable thrown) {
    LiveRun live = call.run();
    return live == null ? null : left(call, live, returned, thrown);
  }

  /** The method has been left; the answer means what it means in {@link #after}. */
  @Nullable Object left(
      Call call, LiveRun live, @Nullable Object returned, @Nullable Throwable thrown) {
    if (!(call.attachment() instanceof TurnWork turn)) {
      return null;
    }
    if (returned != null && Deferred.knows(returned)) {
      return new Unfinished(returned, turn);
    }
    if (thrown == null) {
      turn.came(answer(call, returned), returned);
    }
    return turn.end(thrown);
  }

  /** A halted run whose last call fails is halted after all. */
  private @Nullable Throwable failed(Class<?> woven, LiveRun live, Throwable failure) {
    Throwable halt = Runs.isHalt(failure) ? null : runs.haltOf(live, woven);
    if (halt != null) {
      halt.addSuppressed(failure);
    }
    return halt;
  }

  /** A turn whose answer is still to come, in one piece or in many. */
  final class TurnWork implements Work {

    private final Class<?> woven;
    private final LiveRun live;
    private final boolean last;

    // Who cancels or closes a stream may do so on another thread than the pieces come on.
    private volatile @Nullable ModelLoop loop;
    private volatile @Nullable ModelAnswer soFar;

    /** The tool calls that the answer asks for, where a subclass puts them together. */
    volatile @Nullable CallPieces pieces;

    TurnWork(Class<?> woven, LiveRun live, boolean last) {
      this.woven = woven;
      this.live = live;
      this.last = last;
    }

    @Override
    public Object again() {
      Throwable halt =
          runs.enforce(live.run().beforeModelCall(live.millisAt(System.nanoTime())), live, woven);
      return halt != null ? halt : new TurnWork(woven, live, false);
    }

    @Override
    public void enter(Call call) {
      call.becomeModelCallOf(live);
      call.attach(this);
    }

    @Override
    public void leave(Call call) {
      call.standDown();
    }

    @Override
    public @Nullable Object value(Object value) {
      came(answer(value), value);
      return null;
    }

    /** The answer has come and nobody but the application reads it. */
    void unread() {
      soFar = UNREAD;
    }

    /** What has come of the answer will come again. */
    void forget() {
      soFar = null;
      pieces = null;
    }

    /** The answers of the same call, of which this is the last; called where it has several. */
    ModelLoop loop() {
      ModelLoop several = loop;
      if (several == null) {
        several = new ModelLoop();
        loop = several;
      }
      return several;
    }

    private void came(@Nullable ModelAnswer piece, @Nullable Object value) {
      ModelAnswer before = soFar;
      soFar = before == null || piece == null ? piece : before.and(piece);
      if (value != null) {
        heard(this, value);
        for (Object request : toolRequests(value)) {
          runs.attach(request, live);
        }
      }
    }

    /** An answer that broke off has cost tokens all the same. */
    @Override
    public @Nullable Throwable end(@Nullable Throwable error) {
      ModelAnswer answer = soFar;
      answered(this, live);
      ModelLoop several = loop;
      boolean ends = last || (several != null && several.isLast());
      if (answer == null) {
        return ends && error != null ? failed(woven, live, error) : null;
      }
      if (several == null) {
        return turns.count(answer, live, woven, ends);
      }
      return several.isOver() ? null : turns.count(several.alone(answer), live, woven, ends);
    }
  }
}
