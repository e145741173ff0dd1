package io.loophalt.runtime.model;

import io.loophalt.core.run.Verdict;
import io.loophalt.extension.ModelResponse;
import io.loophalt.extension.ToolTurns;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.ModelLoop;
import io.loophalt.runtime.runs.LiveRun;
import org.jspecify.annotations.Nullable;

/**
 * Calls of the method in which a framework has all tools executed that one answer asks for. Inside
 * a model call it lies between two turns, which nothing else shows; elsewhere in a run it shows the
 * answer of a model that is not watched itself, or that one is, whose next call throws the halt.
 */
public final class ToolTurnHandler implements Interceptor {

  private final RunCorrelator runs;
  private final Turns turns;
  private final LoopRequestHandler requests;
  private final ToolTurns tools;

  /**
   * For all such calls of one framework.
   *
   * @param requests where the loop sends its requests
   */
  public ToolTurnHandler(ToolTurns tools, LoopRequestHandler requests, RunCorrelator runs) {
    this.tools = tools;
    this.runs = runs;
    this.turns = new Turns(runs);
    this.requests = requests;
  }

  @Override
  public final @Nullable Object before(Invocation call) {
    ModelResponse answer = tools.answer(call);
    if (answer == null) {
      return null;
    }
    // Programs make answers, too: one that nobody is known to have asked for is no turn.
    Object request = requestOfARun(call);
    boolean isInScope = call.thread().scopedRun() != null;
    LiveRun live = runs.ofTool(call, null, isInScope ? null : request, System.nanoTime());
    if (live == null) {
      return null;
    }
    if (request != null && !isInScope) {
      call.becomeScopeOf(live, false);
    }
    ModelLoop loop = loopAround(call);
    if (loop == null) {
      boolean isModelSeen = runs.carriedBy(request) == live;
      Throwable halt = null;
      if (isModelSeen) {
        call.attach(live); // by this its tools know that the run's next model call is seen, too
        if (!live.run().awaitsSteps()) {
          live.run().turnIsComing(); // with the end of the stream that this is a piece of
        }
      } else if (!live.run().awaitsSteps()) {
        halt = turns.count(answer, live, call.declaring(), false);
      }
      return halt == null && request != null ? call : halt;
    }
    call.attach(new Turn(live, loop));
    live.talk().answeredInside();
    Throwable halt = turns.count(loop.alone(answer), live, call.declaring(), loop.isLast());
    return halt != null ? halt : call;
  }

  /** One of the answer's objects that carries its run, or null. */
  private @Nullable Object requestOfARun(Invocation call) {
    for (Object request : Requests.orNone(tools.toolRequests(call))) {
      if (runs.carriedBy(request) != null) {
        return request;
      }
    }
    return null;
  }

  /** The model call that goes on around this one, blocking or as a stream. */
  private static @Nullable ModelLoop loopAround(Invocation call) {
    Invocation model = call.thread().enclosingModelCall(call);
    return model == null ? call.thread().streamedModelCall(call) : loopOf(model);
  }

  /** The loop of a model call that goes on, blocking or as a stream. */
  static @Nullable ModelLoop loopOf(Invocation model) {
    if (model.attachment() instanceof ModelLoop streamed) {
      return streamed;
    }
    return model.attachment() instanceof ModelCallHandler.TurnWork turn ? turn.loop() : null;
  }

  /** The answer at hand: its run, and the model call it is one of the answers of. */
  private record Turn(LiveRun live, ModelLoop loop) {}

  @Override
  public final @Nullable Object after(
      Invocation call, @Nullable Object returned, @Nullable Throwable thrown) {
    if (call.attachment() instanceof LiveRun live) {
      // The tools have left a halt to the model; where that is not called, it is thrown here.
      boolean ends = returned == null || tools.endsTheLoop(returned);
      return ends && (thrown == null || !RunCorrelator.isHalt(thrown))
          ? unlessFinished(call, live)
          : null;
    }
    if (returned == null || !(call.attachment() instanceof Turn turn)) {
      return null;
    }
    turn.loop().over(tools.endsTheLoop(returned));
    return turn.loop().isOver() ? unlessFinished(call, turn.live()) : beforeNext(call, turn);
  }

  /** A halted run cannot finish where no model is called any more. */
  private @Nullable Throwable unlessFinished(Invocation call, LiveRun live) {
    return live.run().isPartial() ? null : runs.haltOf(live, call.declaring());
  }

  /** What stands in the way of the loop's next request: a halt, or null. */
  private @Nullable Throwable beforeNext(Invocation call, Turn turn) {
    LiveRun live = turn.live();
    Verdict verdict = live.run().beforeModelCall(live.millisAt(System.nanoTime()));
    Throwable halt = runs.enforce(verdict, live, call);
    Object answer = call.argument(1);
    if (answer == null || !requests.changesWhatFollows(call.argument(0))) {
      return halt;
    }
    if (halt == null) {
      requests.goesOn(answer, live);
    } else if (verdict.mayFinish()) {
      requests.finishes(answer, live, verdict, halt);
      turn.loop().nextIsLast();
      return null;
    }
    return halt;
  }
}
