package io.loophalt.runtime.model;

import io.loophalt.core.run.Verdict;
import io.loophalt.extension.LoopRequests;
import io.loophalt.extension.ModelResponse;
import io.loophalt.extension.RequestChanges;
import io.loophalt.extension.sdk.SdkModelCalls;
import io.loophalt.extension.sdk.SdkModelCalls.CallPart;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.correlation.WeakIdentityMap;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.ModelLoop;
import io.loophalt.runtime.invocation.StreamScope;
import io.loophalt.runtime.runs.LiveRun;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Calls of the method with which a framework's loop sends its requests from inside one model call:
 * the first one, and one more after the tools that each answer asks for. Its arguments are the
 * request and the answer before, null at the first. Here a halted run finishes, and an escalated
 * one goes on with another model, while the model call that they are in is under way. An answer
 * that no {@link ToolTurnHandler} has told of is counted here.
 *
 * <p>The choke point must rewrite arguments. The method may be called on any thread: what is to be
 * changed is found by the answer before.
 */
public final class LoopRequestHandler implements Interceptor {

  private final RunCorrelator runs;
  private final Turns turns;
  private final RequestChanges changes;

  /** Reads the answer before; null where the extension cannot. */
  private final @Nullable SdkModelCalls models;

  private final @Nullable ToldResults told;

  /** Requests that went this way, so that the one after them will as well. */
  private final WeakIdentityMap<Boolean> seen = new WeakIdentityMap<>();

  /** What the next request belongs to, by the answer before it. */
  private final WeakIdentityMap<Next> next = new WeakIdentityMap<>();

  /** For all loops of one framework. */
  public LoopRequestHandler(LoopRequests requests, RunCorrelator runs) {
    this.runs = runs;
    this.turns = new Turns(runs);
    this.changes = requests.changes();
    this.models = changes instanceof SdkModelCalls readable ? readable : null;
    this.told = models == null ? null : new ToldResults(models, runs);
  }

  /**
   * The request that is to come.
   *
   * @param lastWords what the user says in the request with which a halted run finishes, empty if
   *     it is not that one
   * @param halt to be thrown where the request cannot be changed so; null if it is not the last
   */
  private record Next(LiveRun live, String lastWords, @Nullable Throwable halt) {}

  /** Whether the request that follows on this one can be changed. */
  boolean changesWhatFollows(@Nullable Object request) {
    return request != null && seen.get(request) != null;
  }

  /** The run goes on with the request that follows on an answer. */
  void goesOn(Object answer, LiveRun live) {
    if (live.run().escalatedModel() != null) {
      next.put(answer, new Next(live, "", null));
    }
  }

  /** The halted run finishes with the request that follows on an answer. */
  void finishes(Object answer, LiveRun live, Verdict verdict, Throwable halt) {
    next.put(answer, new Next(live, verdict.message(), halt));
  }

  @Override
  public @Nullable Object before(Invocation call) {
    Object request = call.argument(0);
    Object answerBefore = call.argument(1);
    if (request == null) {
      return null;
    }
    Next known = answerBefore == null ? null : next.remove(answerBefore);
    Object sent = request;
    if (known != null) {
      Throwable halt = known.halt();
      try {
        sent = halt == null ? otherModel(request, known.live()) : lastOf(request, known);
      } catch (ReflectiveOperationException | RuntimeException drifted) {
        if (halt != null) {
          // Whatever fails here, the run is halted and must not go on.
          halt.addSuppressed(drifted);
          return halt;
        }
        runs.sameModel(known.live(), String.valueOf(known.live().run().escalatedModel()), drifted);
      }
    }
    StreamScope around = models == null ? null : around(call, answerBefore != null);
    ModelLoop loop = around == null ? null : around.loop();
    if (around != null && loop != null) {
      LiveRun live = around.run();
      if (answerBefore != null && loop.isUncounted()) {
        Object next = goesOnUnseen(call, live, loop, answerBefore, sent);
        if (next instanceof Throwable) {
          return next;
        }
        sent = next;
      }
      loop.sends(live.run().usage().steps());
    }
    seen.put(sent, true);
    if (sent != request) {
      call.rewrite(0, sent);
    }
    return call;
  }

  /** The model call under way around this one, blocking or as a stream; null if there is none. */
  private static @Nullable StreamScope around(Invocation call, boolean isLater) {
    Invocation model = call.thread().enclosingModelCall(call);
    if (model == null) {
      return isLater ? call.thread().takeStreamLeft() : null;
    }
    LiveRun live = model.run();
    return live == null ? null : new StreamScope(live, ToolTurnHandler.loopOf(model));
  }

  /**
   * The loop goes on with an answer of which nobody has told, because something else than the
   * framework answers its calls: it is a turn, and its results are steps unless steps were seen.
   *
   * @return the request as it is to be sent, or a halt
   */
  private Object goesOnUnseen(
      Invocation call, LiveRun live, ModelLoop loop, Object answerBefore, Object request) {
    SdkModelCalls reads = Objects.requireNonNull(models);
    List<CallPart> asked = reads.callParts(answerBefore);
    ModelResponse answer = asked.isEmpty() ? null : reads.answer(answerBefore);
    if (answer == null) {
      return request;
    }
    live.talk().answeredInside();
    Throwable halt = turns.count(loop.alone(answer), live, call.declaring(), loop.isLast());
    if (halt != null) {
      return halt;
    }
    Object sent = request;
    if (told != null && live.run().usage().steps() == loop.stepsAtRequest()) {
      CallPieces pieces = new CallPieces();
      asked.forEach(pieces::add);
      told.asked(live, pieces);
      sent = told.take(live, request, call.declaring(), call.thread());
    }
    Throwable held = runs.hold(live, null, call.declaring());
    if (held != null) {
      return held;
    }
    Verdict verdict = live.run().beforeModelCall(live.millisAt(System.nanoTime()));
    halt = runs.enforce(verdict, live, call);
    if (halt == null) {
      return escalated(sent, live);
    }
    if (!verdict.mayFinish()) {
      return halt;
    }
    try {
      Object last = changes.withoutTools(sent, verdict.message());
      loop.nextIsLast();
      return last;
    } catch (ReflectiveOperationException | RuntimeException drifted) {
      halt.addSuppressed(drifted);
      return halt;
    }
  }

  private Object escalated(Object request, LiveRun live) {
    try {
      return otherModel(request, live);
    } catch (ReflectiveOperationException | RuntimeException drifted) {
      runs.sameModel(live, String.valueOf(live.run().escalatedModel()), drifted);
      return request;
    }
  }

  private Object lastOf(Object request, Next last) throws ReflectiveOperationException {
    return changes.withoutTools(request, last.lastWords());
  }

  private Object otherModel(Object request, LiveRun live) throws ReflectiveOperationException {
    String model = live.run().escalatedModel();
    return model == null ? request : changes.withModel(request, model);
  }

  @Override
  public @Nullable Object after(
      Invocation call, @Nullable Object returned, @Nullable Throwable thrown) {
    return null;
  }
}
