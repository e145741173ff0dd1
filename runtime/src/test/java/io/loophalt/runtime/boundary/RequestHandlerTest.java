package io.loophalt.runtime.boundary;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.Effect;
import io.loophalt.StopReason.Kind;
import io.loophalt.core.event.Event;
import io.loophalt.core.event.RunEnded;
import io.loophalt.core.event.RunOpened;
import io.loophalt.core.event.StepTaken;
import io.loophalt.core.run.RunEvents;
import io.loophalt.extension.Mark;
import io.loophalt.extension.MethodCall;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.AgentGate;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.CallSiteTable;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.policy.JoinPolicy;
import io.loophalt.runtime.policy.JoinPolicy.TrustedIds;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.runs.UneventfulSharing;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.tool.ToolMethodHandler;
import io.loophalt.runtime.value.SmallPolicies;
import io.loophalt.runtime.value.ToolMethod;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which calls inside a server's request are its run. */
class RequestHandlerTest {

  private final List<String> events = new ArrayList<>();
  private final Set<String> inParents = new HashSet<>();
  private final ByteArrayOutputStream log = new ByteArrayOutputStream();
  private final Map<String, String> headers = new HashMap<>();
  private final RunRegistry registry =
      new RunRegistry(
          SmallPolicies.of(10),
          Presets::create,
          new RunEvents(this::heard, Clock.systemUTC(), true));
  private final RunCorrelator runs =
      new RunCorrelator(registry, new Log(new PrintStream(log, true, StandardCharsets.UTF_8)));
  private final CallSiteTable sites = new CallSiteTable();
  private final int request = sites.add(new RequestHandler(new Headed(), runs));
  private final int task = sites.add(new RunMethodHandler("a task", runs));
  private final int tool =
      sites.add(
          new ToolMethodHandler(
              new ToolMethod("look", null, null, Effect.UNKNOWN, List.of(), true), runs));

  private final class Headed implements Mark.Request {
    @Override
    public @Nullable String header(MethodCall call, String name) {
      return headers.get(name);
    }
  }

  private void heard(Event event) {
    if (event instanceof RunOpened opened && opened.parentRunId() != null) {
      inParents.add(opened.runId());
    } else if (event instanceof StepTaken step) {
      String id = step.runId();
      events.add("step of " + id + (inParents.contains(id) ? " in a parent" : ""));
    } else if (event instanceof RunEnded) {
      events.add("end of " + event.runId());
    }
  }

  @BeforeEach
  void openTheGate() {
    new AgentGate(
            sites,
            new InternalErrorBreaker(
                new Log(new PrintStream(log, true, StandardCharsets.UTF_8)), AgentGate::shut))
        .open();
  }

  @AfterEach
  void shutTheGate() {
    AgentGate.shut();
    assertThat(log.toString(StandardCharsets.UTF_8)).as("nothing to warn of").isEmpty();
  }

  @Test
  void aRequestInWhichNoAgentWorksOpensNoRun() throws Exception {
    onAThread(() -> within(request));

    assertThat(events).isEmpty();
    assertThat(registry.all()).isEmpty();
  }

  @Test
  void theCallsOfOneRequestAreOneRunAndThoseOfTheNextAreAnother() throws Exception {
    onAThread(
        () -> {
          within(request, this::look, this::look);
          within(request, this::look);
        });

    assertThat(events)
        .containsExactly(
            "step of run-1", "step of run-1", "end of run-1", "step of run-2", "end of run-2");
  }

  @Test
  void aForwardedRequestIsPartOfTheOneItCameFrom() throws Exception {
    onAThread(() -> within(request, () -> within(request, this::look), this::look));

    assertThat(events).containsExactly("step of run-1", "step of run-1", "end of run-1");
  }

  @Test
  void aRunInsideARequestStaysWhatItIs() throws Exception {
    onAThread(() -> within(request, this::look, () -> within(task, this::look), this::look));

    assertThat(events)
        .containsExactly(
            "step of run-1", "step of run-2", "end of run-2", "step of run-1", "end of run-1");
  }

  @Test
  void requestsWithATrustedHeaderArePartsOfTheRunThatItNames() throws Exception {
    trust("X-Agent-Run");
    headers.put("X-Agent-Run", "job-7");
    onAThread(() -> within(request, this::look));
    onAThread(() -> within(request, () -> within(request, this::look)));
    headers.put("X-Agent-Run", "job-8");
    onAThread(() -> within(request, this::look));

    assertThat(events)
        .containsExactly("step of order/job-7", "step of order/job-7", "step of order/job-8");
    assertThat(registry.all()).hasSize(2);
  }

  @Test
  void aRequestInWhichNothingIsCalledJoinsNoRun() throws Exception {
    UneventfulSharing others = new UneventfulSharing();
    registry.shareBy(others);
    trust("X-Agent-Run");
    headers.put("X-Agent-Run", "job-7");

    onAThread(() -> within(request, () -> within(request)));

    assertThat(registry.all()).isEmpty();
    assertThat(others.entered).isZero();
  }

  @Test
  void aRequestJoinsTheRunOfItsHeaderWithItsFirstCallAndLeavesItWhenItEnds() throws Exception {
    UneventfulSharing others = new UneventfulSharing();
    registry.shareBy(others);
    trust("X-Agent-Run");
    headers.put("X-Agent-Run", "job-7");

    onAThread(
        () -> {
          within(request, this::look, () -> within(task, this::look), this::look);
          assertThat(others.entered).as("once").isEqualTo(1);
          InvocationStack thread = InvocationStack.current();
          assertThat(thread.oneEnded()).as("left").isTrue();
          assertThat(thread.isInRun()).isFalse();
        });

    assertThat(events)
        .containsExactly(
            "step of order/job-7",
            "step of run-1 in a parent",
            "end of run-1",
            "step of order/job-7");
    assertThat(current("order/job-7").isClosed()).isFalse();
  }

  @Test
  void aHeaderThatNobodyTrustsNamesNoRun() throws Exception {
    headers.put("X-Agent-Run", "job-7");
    onAThread(() -> within(request, this::look));
    trust("X-Gateway-Run");
    onAThread(() -> within(request, this::look));
    headers.put("X-Gateway-Run", " ");
    onAThread(() -> within(request, this::look));

    assertThat(events)
        .containsExactly(
            "step of run-1",
            "end of run-1",
            "step of run-2",
            "end of run-2",
            "step of run-3",
            "end of run-3");
  }

  @Test
  void aTenantThatSendsAnothersIdHaltsItsOwnRunAlone() throws Exception {
    trust("X-Gateway-Run");
    headers.put("X-Gateway-Run", "of tenant a");
    onAThread(() -> within(request, this::look));

    headers.put("X-Gateway-Run", "of tenant b");
    headers.put("X-Agent-Run", "of tenant a");
    onAThread(
        () ->
            within(
                request,
                () -> {
                  look();
                  current("order/of tenant b").run().halt(Kind.NO_PROGRESS, "stuck");
                }));

    assertThat(current("order/of tenant a").run().haltReason()).isNull();
    headers.remove("X-Agent-Run");
    onAThread(() -> within(request, this::look));
    assertThat(events)
        .as("the next request of tenant b is refused")
        .containsExactly("step of order/of tenant a", "step of order/of tenant b");
  }

  @Test
  void aScopeAroundARequestIsTheRunOfItWhateverItsHeaderSays() throws Exception {
    trust("X-Agent-Run");
    headers.put("X-Agent-Run", "job-7");
    onAThread(() -> within(task, () -> within(request, this::look)));

    assertThat(events).containsExactly("step of run-1", "end of run-1");
  }

  private void trust(String header) {
    registry.follow(
        SmallPolicies.of(
            new JoinPolicy(
                Duration.ofHours(1), Map.of(), new TrustedIds(header, null, null, "order"))));
  }

  private LiveRun current(String id) {
    return requireNonNull(registry.live(id));
  }

  private static void onAThread(Runnable calls) throws Exception {
    FutureTask<@Nullable Void> thread = new FutureTask<>(calls, null);
    new Thread(thread).start();
    thread.get();
  }

  private void look() {
    within(tool);
  }

  private static void within(int site, Runnable... body) {
    Object call = LoopHaltGate.enter(site, RequestHandlerTest.class, null, null, null, null, null);
    for (Runnable each : body) {
      each.run();
    }
    if (call != null) {
      LoopHaltGate.leave(call, "a result", null);
    }
  }
}
