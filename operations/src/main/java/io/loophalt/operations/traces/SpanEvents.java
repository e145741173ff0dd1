package io.loophalt.operations.traces;

import io.loophalt.PrintableText;
import io.loophalt.core.detect.Step;
import io.loophalt.core.event.Event;
import io.loophalt.core.event.EventSink;
import io.loophalt.core.event.Intervened;
import io.loophalt.core.event.RunEnded.ModelUse;
import io.loophalt.core.failure.ThreadStop;
import io.loophalt.core.policy.Intervention;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes each nudge, escalation and halt an event on the span that is current on the thread whose
 * call it follows from, and puts the run's id on that span. What a person decides becomes an event
 * on the span of the first call that is refused for it.
 *
 * <p>The names follow OpenTelemetry's conventions for generative AI where those have one. Names and
 * counts are told, never contents.
 *
 * <p>Thread-safe. Costs some microseconds for each decision, and nothing for calls about which
 * nothing is decided.
 */
public final class SpanEvents implements EventSink {

  /** The id of the run, on the span and on each event. */
  static final String RUN_ID = "loophalt.run.id";

  /** The task of a run about which nobody says anything. */
  private static final String UNNAMED_TASK = "default";

  private final RunRegistry runs;
  private final Consumer<String> complaints;
  private final AtomicBoolean complained = new AtomicBoolean();
  private final CurrentSpans spans = new CurrentSpans();

  /**
   * Of the runs of a registry.
   *
   * @param complaints is told once, in one line, when the application's tracing throws
   */
  public SpanEvents(RunRegistry runs, Consumer<String> complaints) {
    this.runs = runs;
    this.complaints = complaints;
  }

  @Override
  public void publish(Event event) {}

  @Override
  public void decided(Intervened what) {
    InvocationStack thread = InvocationStack.current();
    LiveRun live = runs.live(what.runId());
    if (!thread.inside) {
      // Nobody's call: a person has decided it, or a listener.
      if (live != null && what.urgent()) {
        live.pause().haltedUnseen(what);
      }
      return;
    }
    Invocation call = thread.innermost();
    CurrentSpan span = spanOf(call);
    if (span != null) {
      add(span, name(what), attributes(what, call, live));
    }
  }

  private @Nullable CurrentSpan spanOf(@Nullable Invocation call) {
    try {
      return spans.seenBy(call == null ? null : call.declaringIfKnown());
    } catch (Throwable theirs) {
      complain(theirs);
      return null;
    }
  }

  private void add(CurrentSpan span, String event, Map<String, Object> attributes) {
    try {
      span.add(event, attributes, RUN_ID);
    } catch (Throwable theirs) {
      complain(theirs);
    }
  }

  /** Loaders and spans are the application's; that they fail is no error of ours. */
  private void complain(Throwable theirs) {
    ThreadStop.passOn(theirs);
    if (complained.compareAndSet(false, true)) {
      complaints.accept(
          "the application's tracing threw "
              + theirs.getClass().getName()
              + ": what is done about runs may be missing in its traces; runs are watched all the"
              + " same");
    }
  }

  private static String name(Intervened what) {
    return what.intervention() == Intervention.ESCALATE
        ? "loophalt.escalation"
        : "loophalt." + id(what.intervention());
  }

  private static String id(Intervention intervention) {
    return intervention.name().toLowerCase(Locale.ROOT);
  }

  private static Map<String, Object> attributes(
      Intervened what, @Nullable Invocation call, @Nullable LiveRun live) {
    Map<String, Object> all = new LinkedHashMap<>();
    boolean isStep = call != null && call.kind() == Invocation.Kind.STEP && isOf(call, live);
    all.put(
        "gen_ai.operation.name", isStep || what.action() != Step.ABSENT ? "execute_tool" : "chat");
    if (isStep && call != null) {
      all.put("gen_ai.tool.name", PrintableText.name(call.step().tool()));
    }
    if (!what.task().equals(UNNAMED_TASK)) {
      all.put("gen_ai.agent.name", PrintableText.name(what.task()));
    }
    List<ModelUse> models = live == null ? List.of() : live.run().usage().byModel();
    if (models.size() == 1) {
      all.put("gen_ai.response.model", PrintableText.name(models.get(0).model()));
    }
    all.put(RUN_ID, PrintableText.name(what.runId()));
    all.put("loophalt.task", PrintableText.name(what.task()));
    all.put("loophalt.intervention", id(what.intervention()));
    all.put("loophalt.enforced", what.enforced());
    if (what.stopReason() != null) {
      all.put("loophalt.stop_reason", what.stopReason().id());
    }
    all.put("loophalt.detector", PrintableText.name(what.detector()));
    all.put("loophalt.rule", PrintableText.name(what.rule()));
    all.put("loophalt.count", what.count());
    all.put("loophalt.step", what.step());
    all.put("loophalt.turn", what.turn());
    all.put("loophalt.description", PrintableText.of(what.description()));
    return all;
  }

  /** A thread may be in a call of another run when it learns how one of this run has ended. */
  private static boolean isOf(Invocation call, @Nullable LiveRun live) {
    LiveRun own = call.run();
    return own != null && live != null && own.isInside(live);
  }
}
