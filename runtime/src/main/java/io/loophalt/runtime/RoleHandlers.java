package io.loophalt.runtime;

import io.loophalt.extension.AnswerWork;
import io.loophalt.extension.CallbackModelCalls;
import io.loophalt.extension.CarriedScopes;
import io.loophalt.extension.Facts;
import io.loophalt.extension.FlowModelCalls;
import io.loophalt.extension.GeneratedRuns;
import io.loophalt.extension.IdentifiedRuns;
import io.loophalt.extension.LoopRequests;
import io.loophalt.extension.Mark;
import io.loophalt.extension.ModelCalls;
import io.loophalt.extension.PublishedRuns;
import io.loophalt.extension.PublisherModelCalls;
import io.loophalt.extension.ReactiveRuns;
import io.loophalt.extension.Role;
import io.loophalt.extension.RunAliases;
import io.loophalt.extension.ScopedRuns;
import io.loophalt.extension.SplitTurns;
import io.loophalt.extension.Subscribers;
import io.loophalt.extension.ToolCalls;
import io.loophalt.extension.ToolTurns;
import io.loophalt.extension.UnknownTools;
import io.loophalt.extension.sdk.SdkModelCalls;
import io.loophalt.runtime.async.ProxyMaker;
import io.loophalt.runtime.async.SuspendingInvocations;
import io.loophalt.runtime.boundary.AbandonedRunHandler;
import io.loophalt.runtime.boundary.AnswerWorkHandler;
import io.loophalt.runtime.boundary.BlockHandler;
import io.loophalt.runtime.boundary.FactHandler;
import io.loophalt.runtime.boundary.GeneratedRunHandler;
import io.loophalt.runtime.boundary.IdentifiedRunHandler;
import io.loophalt.runtime.boundary.OwnedObjects;
import io.loophalt.runtime.boundary.PublishedRunHandler;
import io.loophalt.runtime.boundary.ReactiveRunHandler;
import io.loophalt.runtime.boundary.RequestHandler;
import io.loophalt.runtime.boundary.ResumedRunHandler;
import io.loophalt.runtime.boundary.RetryHandler;
import io.loophalt.runtime.boundary.RunCarrierHandler;
import io.loophalt.runtime.boundary.RunNameHandler;
import io.loophalt.runtime.boundary.ScopeCarrierHandler;
import io.loophalt.runtime.boundary.ScopedRunHandler;
import io.loophalt.runtime.boundary.StreamThreadHandler;
import io.loophalt.runtime.boundary.SubscriberHandler;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.model.CallbackModelHandler;
import io.loophalt.runtime.model.KotlinFlowModelHandler;
import io.loophalt.runtime.model.LoopRequestHandler;
import io.loophalt.runtime.model.ModelCallHandler;
import io.loophalt.runtime.model.PublisherModelHandler;
import io.loophalt.runtime.model.SplitTurnHandler;
import io.loophalt.runtime.model.ToolTurnHandler;
import io.loophalt.runtime.sdk.SdkModelHandler;
import io.loophalt.runtime.sdk.WovenStreamHandler;
import io.loophalt.runtime.tool.ToolCallHandler;
import io.loophalt.runtime.tool.UnknownToolHandler;
import java.util.IdentityHashMap;
import java.util.function.Function;

/**
 * What is done around the calls of a method, by what an extension says that it is.
 *
 * <p>A role that stands at several choke points has one handler. Thread-safe.
 */
public final class RoleHandlers implements Function<Role, Interceptor> {

  private final RunCorrelator runs;
  private final ProxyMaker proxies;
  private final Function<Mark.Offered, Role> offers;
  private final IdentityHashMap<Role, Interceptor> handlers = new IdentityHashMap<>();
  private final IdentityHashMap<SplitTurns, SplitTurnHandler> splitTurns = new IdentityHashMap<>();
  private final IdentityHashMap<GeneratedRuns, GeneratedRunHandler> generatedRuns =
      new IdentityHashMap<>();

  /**
   * Whose handlers go to these runs.
   *
   * @param proxies makes stand-ins for objects of the frameworks
   * @param offers finds what one extension offers to others
   */
  public RoleHandlers(RunCorrelator runs, ProxyMaker proxies, Function<Mark.Offered, Role> offers) {
    this.offers = offers;
    this.runs = runs;
    this.proxies = proxies;
  }

  /** As {@link #of}. */
  @Override
  public Interceptor apply(Role role) {
    return of(role);
  }

  /** The handler of a role. */
  public synchronized Interceptor of(Role role) {
    Interceptor known = handlers.get(role);
    if (known == null) {
      known = make(role);
      handlers.put(role, known);
    }
    return known;
  }

  private Interceptor make(Role role) {
    if (role instanceof ModelCalls models) {
      return ofModels(models);
    }
    if (role instanceof Mark mark) {
      return of(mark);
    }
    if (role instanceof ToolCalls tools) {
      return new ToolCallHandler(tools, runs);
    }
    if (role instanceof UnknownTools tools) {
      return new UnknownToolHandler(tools, runs);
    }
    if (role instanceof PublisherModelCalls models) {
      return new PublisherModelHandler(models, runs);
    }
    if (role instanceof LoopRequests requests) {
      return new LoopRequestHandler(requests, runs);
    }
    if (role instanceof ToolTurns turns) {
      return new ToolTurnHandler(turns, (LoopRequestHandler) of(turns.requests()), runs);
    }
    if (role instanceof SplitTurns.Part part) {
      SplitTurnHandler turns =
          splitTurns.computeIfAbsent(part.turns(), split -> new SplitTurnHandler(split, runs));
      return turns.at(part);
    }
    if (role instanceof AnswerWork work) {
      return new AnswerWorkHandler(work, runs);
    }
    if (role instanceof Facts facts) {
      return new FactHandler(facts);
    }
    return ofRuns(role);
  }

  private Interceptor ofModels(ModelCalls role) {
    if (role instanceof SdkModelCalls models) {
      Mark.WovenStream woven = models.wovenStreams();
      return new SdkModelHandler(
          models, woven == null ? null : (WovenStreamHandler) of((Role) woven), runs);
    }
    if (role instanceof CallbackModelCalls models) {
      return new CallbackModelHandler(models, runs);
    }
    if (role instanceof FlowModelCalls models) {
      return new KotlinFlowModelHandler(models, runs, proxies);
    }
    return new ModelCallHandler(role, runs);
  }

  private Interceptor ofRuns(Role role) {
    if (role instanceof ScopedRuns scoped) {
      return new ScopedRunHandler(scoped, runs);
    }
    if (role instanceof IdentifiedRuns identified) {
      return new IdentifiedRunHandler(identified, runs);
    }
    if (role instanceof PublishedRuns published) {
      return new PublishedRunHandler(published, runs);
    }
    if (role instanceof ReactiveRuns reactive) {
      return new ReactiveRunHandler(reactive, runs);
    }
    if (role instanceof GeneratedRuns.Part part) {
      GeneratedRunHandler generated =
          generatedRuns.computeIfAbsent(part.runs(), each -> new GeneratedRunHandler(each, runs));
      return generated.at(part);
    }
    if (role instanceof RunAliases aliases) {
      return new RunNameHandler(aliases, runs);
    }
    if (role instanceof Subscribers subscribers) {
      return new SubscriberHandler(subscribers, runs);
    }
    if (role instanceof CarriedScopes carried) {
      return new ScopeCarrierHandler(carried, runs);
    }
    throw new IllegalArgumentException("no handler for " + role.getClass().getName());
  }

  private Interceptor of(Mark mark) {
    if (mark instanceof Mark.Suspending suspending) {
      return new SuspendingInvocations(of(suspending.role()), suspending.continuation());
    }
    if (mark instanceof Mark.Retry retry) {
      return new RetryHandler(retry.failure());
    }
    if (mark instanceof Mark.StreamThread thread) {
      return new StreamThreadHandler(thread.begins());
    }
    if (mark instanceof Mark.HandedBlock block) {
      return new BlockHandler(runs, proxies, block.type());
    }
    if (mark instanceof Mark.HandedOver) {
      return new RunCarrierHandler(runs);
    }
    if (mark instanceof Mark.Resumed) {
      return new ResumedRunHandler(runs);
    }
    if (mark instanceof Mark.WovenStream stream) {
      return new WovenStreamHandler(stream.type());
    }
    if (mark instanceof Mark.Owned) {
      return new FactHandler(new OwnedObjects(runs));
    }
    if (mark instanceof Mark.Offered offered) {
      return of(offers.apply(offered));
    }
    if (mark instanceof Mark.Request requests) {
      return new RequestHandler(requests, runs);
    }
    return new AbandonedRunHandler(runs);
  }
}
