package io.loophalt.compatibility.executors;

import io.loophalt.AgentTool;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import io.micrometer.context.ContextExecutorService;
import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ContextSnapshotFactory;
import io.micrometer.context.ThreadLocalAccessor;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanId;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceId;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;

/** Runs that only a trace draws, whose work OpenTelemetry or Micrometer takes to other threads. */
@SuppressWarnings("try") // the scopes are what the tries are in
public final class Traces {

  private static final int CALLS = 12;

  private static long traces;

  private Traces() {}

  /** Entry point. */
  public static void main(String[] args) throws Exception {
    Lifeline.hold();
    Tools.look("the first thing"); // of no run; from now on executors are woven
    List<ExecutorService> pools =
        List.of(Executors.newSingleThreadExecutor(), Executors.newSingleThreadExecutor());
    ContextRegistry registry = new ContextRegistry().registerThreadLocalAccessor(new OfTelemetry());
    ContextSnapshotFactory snapshots =
        ContextSnapshotFactory.builder().contextRegistry(registry).build();

    Report.fact("by OpenTelemetry", stuckInside(pools, Context::taskWrapping));
    Report.fact(
        "by Micrometer",
        stuckInside(pools, pool -> ContextExecutorService.wrap(pool, snapshots::captureAll)));
    Report.fact("by nobody", stuckInside(pools, pool -> pool));
    Report.fact("done", true);
    System.exit(0);
  }

  /**
   * Each time another tool, which is of one trace, hands over what is of a second one: to two
   * threads in turn, so that it makes a difference whose calls they are.
   */
  private static String stuckInside(
      List<ExecutorService> pools, UnaryOperator<ExecutorService> carrying) throws Exception {
    Tools.reset();
    Context around = newTrace();
    Context inside = newTrace();
    try (Scope scope = around.makeCurrent()) {
      for (int call = 0; call < CALLS; call++) {
        delegate(carrying.apply(pools.get(call % pools.size())), inside, call);
      }
    }
    return Tools.BODIES + " ran, " + Tools.HALTS + " halted";
  }

  @AgentTool(name = "delegate")
  private static String delegate(ExecutorService pool, Context trace, int number) throws Exception {
    try (Scope scope = trace.makeCurrent()) {
      pool.submit(() -> Tools.look("the same")).get();
    }
    return "delegated " + number;
  }

  private static Context newTrace() {
    traces++;
    SpanContext span =
        SpanContext.create(
            TraceId.fromLongs(1, traces),
            SpanId.fromLong(traces),
            TraceFlags.getSampled(),
            TraceState.getDefault());
    return Context.root().with(Span.wrap(span));
  }

  /** As Micrometer's tracing carries OpenTelemetry's context: the other takes its place. */
  @SuppressWarnings("MustBeClosedChecker")
  private static final class OfTelemetry implements ThreadLocalAccessor<Context> {

    @Override
    public Object key() {
      return "opentelemetry";
    }

    @Override
    public Context getValue() {
      return Context.current();
    }

    @Override
    public void setValue(Context value) {
      value.makeCurrent();
    }

    @Override
    public void setValue() {
      Context.root().makeCurrent();
    }
  }
}
