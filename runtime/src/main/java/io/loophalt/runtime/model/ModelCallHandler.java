package io.loophalt.runtime.model;

import io.loophalt.core.detect.Turn;
import io.loophalt.core.run.Verdict;
import io.loophalt.extension.ModelCalls;
import io.loophalt.extension.ModelResponse;
import io.loophalt.extension.RunName;
import io.loophalt.runtime.async.AsyncResult;
import io.loophalt.runtime.async.AsyncResultFollower;
import io.loophalt.runtime.async.PendingWork;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.correlation.UnendedAnswers.Unended;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.invocation.ModelLoop;
import io.loophalt.runtime.request.AnswerTrace;
import io.loophalt.runtime.request.ReadRequest;
import io.loophalt.runtime.runs.LiveRun;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Calls of the place where a framework calls a model. Frameworks stack several such places in one
 * call; the outermost counts.
 *
 * <p>Where the extension can change requests, halted runs finish and escalated ones go on with
 * another model.
 */
public class ModelCallHandler implements Interceptor {

  private static final ModelResponse UNREAD =
      new ModelResponse("", "", Turn.CALLS_UNKNOWN, 0, 0, 0);

  /** The runs of this JVM. */
  public final RunCorrelator runs;

  private final ModelCalls models;
  private final Turns turns;

  /** For all model calls of one framework. */
  public ModelCallHandler(ModelCalls models, RunCorrelator runs) {
    this.models = models;
    this.runs = runs;
    this.turns = new Turns(runs);
  }

  /** Reads the answer of a call; null if it has none. For where the result does not say all. */
  protected @Nullable ModelResponse answer(Invocation call, @Nullable Object returned) {
    return returned == null ? null : models.answer(returned);
  }

  @Override
  public final @Nullable Object before(Invocation call) {
    Invocation around = call.thread().enclosingModelCall(call);
    if (around != null) {
      return layerOf(around, call);
    }
    long now = System.nanoTime();
    ReadRequest said = Requests.read(models.requests(), call);
    runs.endWhatIsLeft(said);
    LiveRun named = run(call, now);
    LiveRun live = named != null ? named : runs.ofModelCall(call, said, now);
    if (said != null) {
      runs.hear(live, said);
    }
    int position = models.requestArgument();
    Object request = position < 0 ? null : call.argument(position);
    if (request != null) {
      live.run().canFinish();
      request = readRequest(call, live, request);
    }
    Throwable held = runs.hold(live, null, call.declaring());
    if (held != null) {
      live.talk().broken();
      return refuse(call, live, held);
    }
    Verdict verdict = live.run().beforeModelCall(live.millisAt(now));
    Throwable halt = runs.enforce(verdict, live, call);
    while (halt == null && verdict.stopReason() != null) {
      // A person lets the run go on, and the call is judged anew.
      verdict = live.run().beforeModelCall(live.millisAt(System.nanoTime()));
      halt = runs.enforce(verdict, live, call);
    }
    if (halt != null && request != null && verdict.mayFinish()) {
      halt = leaveOutTools(call, request, verdict, halt);
    }
    if (halt != null) {
      live.talk().broken();
      return refuse(call, live, halt);
    }
    if (request != null && !verdict.mayFinish()) {
      changeModel(call, request, live);
    }
    TurnWork outer =
        call.thread().modelCallAround(call, live) instanceof TurnWork work ? work : null;
    call.becomeModelCallOf(live);
    admit(call, live, new TurnWork(call.declaring(), live, verdict.mayFinish(), outer));
    return call;
  }

  /**
   * A layer of a model call is read only where the call itself does not say what it costs. Nothing
   * goes on inside a halted run: a loop may be halted below its own model call, and what lies
   * between the two may turn to another model as it would after an outage.
   */
  private @Nullable Object layerOf(Invocation around, Invocation call) {
    if (!(around.attachment() instanceof TurnWork outer)) {
      return null;
    }
    Throwable halt = outer.isLast() ? null : runs.haltOf(outer.live, call.declaring());
    if (halt != null) {
      return refuse(call, outer.live, halt);
    }
    if (!outer.asksBelow()) {
      return null;
    }
    call.becomeModelCall();
    call.attach(new Layer(outer));
    return call;
  }

  /** The outermost layer below a model call that is counted. */
  private record Layer(TurnWork outer) {}

  /** Whether the answers of these calls may not say what they cost, though a layer below does. */
  protected boolean asksBelow() {
    return false;
  }

  /** The run that the call names; null if it names none that is known. */
  protected @Nullable LiveRun run(Invocation call, long nowNanos) {
    RunName name = models.run(call);
    return name == null ? null : runs.named(call, name, nowNanos);
  }

  /** Null if this is the last call now, else the halt to throw. */
  private @Nullable Throwable leaveOutTools(
      Invocation call, Object request, Verdict verdict, Throwable halt) {
    try {
      models.leaveOutTools(call, request, verdict.message());
      return null;
    } catch (ReflectiveOperationException | RuntimeException drifted) {
      // Whatever fails here, the run is halted and must not go on.
      halt.addSuppressed(drifted);
      return halt;
    }
  }

  private void changeModel(Invocation call, Object request, LiveRun live) {
    String model = live.run().escalatedModel();
    if (model == null) {
      return;
    }
    try {
      models.changeModel(call, request, model);
    } catch (ReflectiveOperationException | RuntimeException drifted) {
      runs.sameModel(live, model, drifted);
    }
  }

  /**
   * Reads what the request says about the steps since the answer before.
   *
   * @return the request, or what it was rewritten to
   */
  protected Object readRequest(Invocation call, LiveRun live, Object request) {
    return request;
  }

  /** An answer, or a piece of it, has come. */
  protected void heard(TurnWork turn, Object piece) {}

  /** Whether all of an answer's text and calls have come with a piece. */
  protected boolean endsAnswer(Object piece) {
    return false;
  }

  /** All of an answer has come that will come; told once more where more has come all the same. */
  protected void answered(TurnWork turn, LiveRun live) {}

  /** What the gate is to do with a call that the run does not allow. */
  protected @Nullable Object refuse(Invocation call, LiveRun live, Throwable halt) {
    return halt;
  }

  /** A call is about to be made; {@code turn} is to be told how it goes. */
  public void admit(Invocation call, LiveRun live, TurnWork turn) {
    call.attach(turn);
  }

  @Override
  public final @Nullable Object after(
      Invocation call, @Nullable Object returned, @Nullable Throwable thrown) {
    if (call.attachment() instanceof Layer layer) {
      if (returned != null && !AsyncResultFollower.knows(returned)) {
        layer.outer().below(answer(call, returned));
      }
      return null;
    }
    LiveRun live = call.run();
    return live == null ? null : left(call, live, returned, thrown);
  }

  /** The method has been left; the answer means what it means in {@link #after}. */
  public @Nullable Object left(
      Invocation call, LiveRun live, @Nullable Object returned, @Nullable Throwable thrown) {
    if (!(call.attachment() instanceof TurnWork turn)) {
      return null;
    }
    if (returned != null && AsyncResultFollower.knows(returned)) {
      return new AsyncResult(returned, turn);
    }
    if (thrown == null) {
      turn.came(answer(call, returned), returned);
    }
    return turn.end(thrown);
  }

  /** A halted run whose last call fails is halted after all. */
  private @Nullable Throwable failed(Class<?> woven, LiveRun live, Throwable failure) {
    Throwable halt = RunCorrelator.isHalt(failure) ? null : runs.haltOf(live, woven);
    if (halt != null) {
      halt.addSuppressed(failure);
    }
    return halt;
  }

  /** A turn whose answer is still to come, in one piece or in many. */
  public final class TurnWork implements PendingWork, Unended {

    private final Class<?> woven;
    private final LiveRun live;
    private final boolean last;

    /** The model call around this one, whose tokens may be the same; null if there is none. */
    private final @Nullable TurnWork outer;

    private final SeenTwice seenTwice = new SeenTwice();

    // Who cancels or closes a stream may do so on another thread than the pieces come on.
    private volatile @Nullable ModelLoop loop;
    private final AnswerSoFar soFar = new AnswerSoFar();

    /** The thread of the piece with which all text and calls had come; null before it. */
    private volatile @Nullable Thread reader;

    private volatile boolean drawn;
    private volatile @Nullable AnswerTrace trace;
    private boolean answerTold;

    /** Text or calls came when it was told: some models say of each piece that it is the last. */
    private boolean moreCame;

    /** What was said before the answer, where its end is told when more may have been said. */
    private volatile Turn.@Nullable Prompt prompt;

    private final AtomicBoolean over = new AtomicBoolean();
    private volatile boolean left;

    /** The tool calls that the answer asks for, where a subclass puts them together. */
    public volatile @Nullable CallPieces pieces;

    TurnWork(Class<?> woven, LiveRun live, boolean last, @Nullable TurnWork outer) {
      this.woven = woven;
      this.live = live;
      this.last = last;
      this.outer = outer;
    }

    boolean asksBelow() {
      return ModelCallHandler.this.asksBelow();
    }

    /** Whether a halted run finishes in this call. */
    boolean isLast() {
      ModelLoop several = loop;
      return last || (several != null && several.isLast());
    }

    /** A layer of this call has its answer. */
    void below(@Nullable ModelResponse answer) {
      if (answer != null) {
        seenTwice.below(answer);
      }
    }

    @Override
    public boolean isShared() {
      return live.run().isShared();
    }

    @Override
    public boolean isForAnotherThread() {
      return live.run().isForAnotherThread();
    }

    @Override
    public Object again() {
      Throwable held = runs.hold(live, null, woven);
      if (held != null) {
        return held;
      }
      Throwable halt =
          runs.ask(live, woven, () -> live.run().beforeModelCall(live.millisAt(System.nanoTime())));
      return halt != null ? halt : new TurnWork(woven, live, false, outer);
    }

    @Override
    public void enter(Invocation call) {
      call.standFor(woven);
      call.becomeModelCallOf(live);
      call.attach(this);
    }

    @Override
    public void leave(Invocation call) {
      call.standDown();
    }

    @Override
    public @Nullable Object value(Object value) {
      came(models.answer(value), value);
      return null;
    }

    /** The answer has come and nobody but the application reads it. */
    public void unread() {
      soFar.add(null);
      soFar.add(UNREAD);
    }

    /** What has come of the answer will come again. */
    public void forget() {
      pieces = null;
      soFar.clear();
      goesOn();
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

    private void came(@Nullable ModelResponse piece, @Nullable Object value) {
      soFar.add(piece);
      if (value != null) {
        int callsBefore = heardOfCalls();
        heard(this, value);
        boolean more = heardOfCalls() > callsBefore || (piece != null && !piece.text().isEmpty());
        soFar.heard(models.requests(), value);
        if (more) {
          cameMore();
        }
        for (Object request : Requests.orNone(models.toolRequests(value))) {
          runs.attach(request, live);
        }
        if (endsAnswer(value) && !over.get()) {
          trace = null;
          reader = Thread.currentThread();
          runs.isWhole(this);
        } else if (more) {
          goesOn();
        }
      }
    }

    private synchronized void cameMore() {
      moreCame = answerTold;
    }

    private int heardOfCalls() {
      CallPieces known = pieces;
      return known == null ? 0 : known.heard();
    }

    private void goesOn() {
      if (reader != null) {
        reader = null;
        trace = null;
        runs.isWholeNoMore(this);
      }
    }

    @Override
    public LiveRun run() {
      return live;
    }

    @Override
    public @Nullable Thread reader() {
      return drawn ? reader : null;
    }

    /** Its user draws the pieces, and nothing comes when nobody draws any more. */
    public void isDrawn() {
      drawn = true;
    }

    @Override
    public AnswerTrace trace() {
      AnswerTrace known = trace;
      if (known == null) {
        known = soFar.trace(pieces);
        trace = known;
      }
      return known;
    }

    @Override
    public synchronized void isThere() {
      if (tell() && outer == null) {
        prompt = live.talk().takePrompt();
      }
    }

    private synchronized boolean tell() {
      answered(this, live);
      boolean first = !answerTold;
      if (first || moreCame) {
        answerTold = true;
        moreCame = false;
        runs.answered(live, trace());
      }
      return first;
    }

    @Override
    public void isLeft() {
      if (over.compareAndSet(false, true)) {
        left = true;
        var unused = judge(null); // A halt stays: the call that is about to be made throws it.
      }
    }

    /** An answer that broke off has cost tokens all the same. */
    @Override
    public @Nullable Throwable end(@Nullable Throwable error) {
      over.set(true);
      // Who cancels a stream that has brought all has the answer.
      return left ? null : judge(reader == null ? error : null);
    }

    private @Nullable Throwable judge(@Nullable Throwable error) {
      ModelResponse answer = soFar.answer(pieces);
      InvocationStack.current().wasBusyIn(live, System.nanoTime());
      if (answer == null || error != null) {
        answered(this, live);
        live.talk().broken();
      } else if (reader == null) {
        tell();
      } else {
        isThere();
      }
      if (reader != null) {
        runs.isWholeNoMore(this); // Until now, whoever asks is told.
      }
      ModelLoop several = loop;
      boolean ends = isLast();
      if (answer == null) {
        return ends && error != null ? failed(woven, live, error) : null;
      }
      if (outer != null) {
        outer.seenTwice.counted(answer);
      }
      Throwable halt = count(answer, several, ends, error != null);
      if (halt != null && error == null) {
        runs.answerIsLost(live);
      }
      return halt;
    }

    private @Nullable Throwable count(
        ModelResponse answer, @Nullable ModelLoop several, boolean ends, boolean broken) {
      if (several != null) {
        return several.isOver() ? null : turns.count(several.alone(answer), live, woven, ends);
      }
      ModelResponse own = ends ? answer : seenTwice.toCount(answer);
      if (own != null && broken && !ends && own.toolCalls() == 0 && live.talk().isSeen()) {
        return turns.countBroken(own, live, woven);
      }
      if (own == null) {
        return null;
      }
      Turn.Prompt before = prompt;
      return before == null
          ? turns.count(own, live, woven, ends)
          : turns.count(own, live, woven, ends, before);
    }
  }
}
