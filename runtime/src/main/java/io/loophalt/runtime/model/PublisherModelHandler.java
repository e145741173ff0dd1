package io.loophalt.runtime.model;

import io.loophalt.core.run.Verdict;
import io.loophalt.extension.ModelResponse;
import io.loophalt.extension.PublisherModelCalls;
import io.loophalt.extension.sdk.SdkModelCalls;
import io.loophalt.extension.sdk.SdkModelCalls.CallPart;
import io.loophalt.extension.sdk.SdkModelStreams;
import io.loophalt.runtime.async.AsyncResultFollower;
import io.loophalt.runtime.async.ColdStream;
import io.loophalt.runtime.async.PendingWork;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.invocation.ModelLoop;
import io.loophalt.runtime.invocation.RepeatedInvocation;
import io.loophalt.runtime.invocation.StreamScope;
import io.loophalt.runtime.request.ReadRequest;
import io.loophalt.runtime.runs.LiveRun;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Calls of a method that returns a stream of a model's answer, which begins when somebody
 * subscribes. Frameworks stack several such methods in one call; the outermost counts.
 */
public final class PublisherModelHandler implements Interceptor {

  private final RunCorrelator runs;
  private final Turns turns;
  private final PublisherModelCalls models;

  /** Of tools that may be called where nobody sees it; null where there are none. */
  private final @Nullable SdkModelCalls exchange;

  private final @Nullable ToldResults told;

  /** For all streams of one framework. */
  public PublisherModelHandler(PublisherModelCalls models, RunCorrelator runs) {
    this.models = models;
    this.exchange = models instanceof SdkModelStreams streams ? streams.exchange() : null;
    this.told = exchange == null ? null : new ToldResults(exchange, runs);
    this.runs = runs;
    this.turns = new Turns(runs);
  }

  @Override
  public final @Nullable Object before(Invocation call) {
    if (call.thread().insideModelCall(call)) {
      return null;
    }
    call.becomeModelCall();
    return call;
  }

  @Override
  public final @Nullable Object after(
      Invocation call, @Nullable Object returned, @Nullable Throwable thrown) {
    Object request = call.argument(0);
    RepeatedInvocation repeated = RepeatedInvocation.of(call, models.method(), models.parameters());
    if (returned == null
        || request == null
        || repeated == null
        || !AsyncResultFollower.knows(returned)) {
      return null;
    }
    boolean insideRun = runs.around(call) != null;
    ReadRequest said = Requests.read(models.requests(), call);
    LiveRun around = insideRun ? runs.ofModelCall(call, said, System.nanoTime()) : null;
    return new ColdStream(
        returned, new Subscribers(call.declaring(), around, request, said, repeated));
  }

  /** Those who subscribe to the answers to one request. */
  private final class Subscribers implements ColdStream.Subscribers {

    private final Class<?> woven;
    private final @Nullable LiveRun around;
    private final Object request;
    private final @Nullable ReadRequest said;
    private final RepeatedInvocation repeated;

    Subscribers(
        Class<?> woven,
        @Nullable LiveRun around,
        Object request,
        @Nullable ReadRequest said,
        RepeatedInvocation repeated) {
      this.woven = woven;
      this.around = around;
      this.request = request;
      this.said = said;
      this.repeated = repeated;
    }

    @Override
    public Object next(@Nullable StreamScope scope) {
      if (around == null && scope != null && scope.loop() != null) {
        // Made by a tool inside the other stream it would have a run around it.
        return new ModelLayer(scope.run(), scope.loop());
      }
      long now = System.nanoTime();
      LiveRun live =
          scope != null
              ? scope.run()
              : around != null
                  ? around
                  : runs.ofModelCall(InvocationStack.current(), woven, said, now);
      if (said != null) {
        runs.hear(live, said);
      }
      live.run().canFinish();
      Object sent =
          told == null ? request : told.take(live, request, woven, InvocationStack.current());
      Throwable held = runs.hold(live, null, woven);
      if (held != null) {
        live.talk().broken();
        return held;
      }
      Verdict verdict = live.run().beforeModelCall(live.millisAt(now));
      Throwable halt = runs.enforce(verdict, live, woven);
      if (halt != null) {
        live.talk().broken();
        return verdict.mayFinish() ? lastAnswer(live, sent, verdict, halt) : halt;
      }
      return new AnswerWork(woven, live, changed(live, sent), false);
    }

    private Object lastAnswer(LiveRun live, Object sent, Verdict verdict, Throwable halt) {
      try {
        Object stream = repeated.with(0, models.withoutTools(sent, verdict.message()));
        return new AnswerWork(woven, live, stream, true);
      } catch (ReflectiveOperationException | RuntimeException drifted) {
        // Whatever fails here, the run is halted and must not go on.
        halt.addSuppressed(drifted);
        return halt;
      }
    }

    /** The answers to the request as it was changed, or null if it was not. */
    private @Nullable Object changed(LiveRun live, Object sent) {
      Object changed = otherModel(live, sent);
      try {
        return changed == request ? null : repeated.with(0, changed);
      } catch (ReflectiveOperationException | RuntimeException drifted) {
        if (sent == request) {
          runs.sameModel(live, String.valueOf(live.run().escalatedModel()), drifted);
        } else {
          runs.notTold(live, woven, drifted);
        }
        return null;
      }
    }

    /** The request to the model that an escalated run goes on with. */
    private Object otherModel(LiveRun live, Object sent) {
      String model = live.run().escalatedModel();
      try {
        return model == null ? sent : models.withModel(sent, model);
      } catch (ReflectiveOperationException | RuntimeException drifted) {
        runs.sameModel(live, String.valueOf(model), drifted);
        return sent;
      }
    }
  }

  /** An answer that comes in pieces; of a framework's loop inside it, the last one does. */
  private final class AnswerWork implements PendingWork {

    private final Class<?> woven;
    private final LiveRun live;
    private final @Nullable Object instead;
    private final boolean last;
    private final ModelLoop loop = new ModelLoop();

    private final AnswerSoFar soFar = new AnswerSoFar();
    private int answersBefore;

    /** The calls that the answer asks for, where they may be made unseen; null for none. */
    private volatile @Nullable CallPieces pieces;

    private int calls;

    /**
     * Begins.
     *
     * @param instead the stream of another request in its place, or null
     * @param last whether a halted run finishes with it
     */
    AnswerWork(Class<?> woven, LiveRun live, @Nullable Object instead, boolean last) {
      this.woven = woven;
      this.live = live;
      this.instead = instead;
      this.last = last;
      if (told != null) {
        loop.sends(live.run().usage().steps());
      }
    }

    @Override
    public @Nullable Object instead() {
      return instead;
    }

    @Override
    public Object again() {
      return this;
    }

    @Override
    public StreamScope scope() {
      return new StreamScope(live, loop);
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
    public void enter(Invocation call) {
      call.standFor(woven);
      call.becomeModelCallOf(live);
      call.attach(loop);
    }

    @Override
    public void leave(Invocation call) {
      call.standDown();
    }

    @Override
    public @Nullable Object value(Object value) {
      forgetWhatIsCounted();
      soFar.add(models.answer(value));
      soFar.heard(models.requests(), value);
      hear(value);
      for (Object request : Requests.orNone(models.toolRequests(value))) {
        runs.attach(request, live);
      }
      return null;
    }

    private void hear(Object piece) {
      for (CallPart part : exchange == null ? List.<CallPart>of() : exchange.callParts(piece)) {
        CallPieces known = pieces;
        if (known == null) {
          known = new CallPieces();
          pieces = known;
        }
        // Each is a whole call, which the next piece begins to count anew.
        known.add(new CallPart(calls++, part.id(), part.tool(), part.arguments()));
      }
      tellCalls(); // Who reads the stream may carry them out before it ends.
    }

    private void tellCalls() {
      CallPieces known = pieces;
      if (told != null && known != null) {
        told.asked(live, known);
      }
    }

    /** An answer that broke off has cost tokens all the same. */
    @Override
    public @Nullable Throwable end(@Nullable Throwable error) {
      forgetWhatIsCounted();
      ModelResponse answer = soFar.answer();
      boolean ends = last || loop.isLast();
      if (answer == null || error != null) {
        live.talk().broken();
      } else {
        runs.answered(live, soFar.trace(null));
      }
      if (answer == null || (error != null && loop.isUsageOfLast(answer))) {
        return ends && error != null && !RunCorrelator.isHalt(error)
            ? runs.haltOf(live, woven)
            : null;
      }
      Throwable halt = loop.isOver() ? null : turns.count(loop.alone(answer), live, woven, ends);
      if (halt != null && error == null) {
        runs.answerIsLost(live);
      }
      return halt;
    }

    /** CallPieces that came before the loop counted an answer belong to that one. */
    private void forgetWhatIsCounted() {
      if (loop.answers() != answersBefore) {
        answersBefore = loop.answers();
        pieces = null;
        soFar.clear();
      }
    }
  }
}
