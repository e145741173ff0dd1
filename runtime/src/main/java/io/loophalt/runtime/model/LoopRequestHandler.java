package io.loophalt.runtime.model;

import io.loophalt.core.run.Verdict;
import io.loophalt.extension.LoopRequests;
import io.loophalt.extension.RequestChanges;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.correlation.WeakIdentityMap;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.runs.LiveRun;
import org.jspecify.annotations.Nullable;

/**
 * Calls of the method with which a framework's loop sends its requests from inside one model call:
 * the first one, and one more after the tools that each answer asks for. Its arguments are the
 * request and the answer before, null at the first. Here a halted run finishes, and an escalated
 * one goes on with another model, while the model call that they are in is under way.
 *
 * <p>The choke point must rewrite arguments. The method may be called on any thread: what is to be
 * changed is found by the answer before.
 */
public final class LoopRequestHandler implements Interceptor {

  private final RunCorrelator runs;
  private final RequestChanges changes;

  /** Requests that went this way, so that the one after them will as well. */
  private final WeakIdentityMap<Boolean> seen = new WeakIdentityMap<>();

  /** What the next request belongs to, by the answer before it. */
  private final WeakIdentityMap<Next> next = new WeakIdentityMap<>();

  /** For all loops of one framework. */
  public LoopRequestHandler(LoopRequests requests, RunCorrelator runs) {
    this.runs = runs;
    this.changes = requests.changes();
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
    seen.put(sent, true);
    if (sent != request) {
      call.rewrite(0, sent);
    }
    return call;
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
