package io.loophalt.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loophalt.Effect;
import io.loophalt.LoopHaltException;
import io.loophalt.StopReason;
import io.loophalt.StopReason.Kind;
import io.loophalt.core.detect.Detector;
import io.loophalt.core.detect.Finding;
import io.loophalt.core.detect.FindingSink;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.standard.StandardPreset;
import io.loophalt.core.event.Event;
import io.loophalt.core.event.EventSink;
import io.loophalt.core.event.EventSinks;
import io.loophalt.core.event.Intervened;
import io.loophalt.core.event.StepTaken;
import io.loophalt.core.memory.LoopMemory;
import io.loophalt.core.memory.PastLoops;
import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.Ladder;
import io.loophalt.core.policy.ModelPrice;
import io.loophalt.core.policy.Rung;
import io.loophalt.core.policy.ToolPolicy;
import io.loophalt.core.policy.VolatileParts;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a loop that calls the library is told. */
class GuardTest {

  private final long[] clock = {Long.MAX_VALUE - 5};

  private Guard guard(GuardSettings.Builder settings) {
    return Guard.create(settings.build(), () -> clock[0]);
  }

  private GuardedRun open(GuardSettings.Builder settings) {
    return guard(settings).open("task", "run-1");
  }

  private static Decision step(GuardedRun run, ToolCall call, ToolResult result) {
    GuardedStep step = run.beforeStep(call);
    return step.mayRun() ? step.end(result) : step.refusal();
  }

  private static Decision same(GuardedRun run) {
    return step(run, ToolCall.of("read", "{\"file\":\"a\"}"), ToolResult.of("text"));
  }

  private static List<String> repeat(GuardedRun run, int times) {
    List<String> decisions = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      decisions.add(same(run).getClass().getSimpleName());
    }
    return decisions;
  }

  @Test
  void byDefaultTheThirdCallWithNothingGainedIsNudgedAndTheFifthHalted() {
    assertThat(repeat(open(GuardSettings.builder()), 6))
        .containsExactly("GoOn", "GoOn", "Nudge", "GoOn", "Halt", "Halt");
  }

  @Test
  void theSameResultInEverOtherStatesIsProgressAndBackAndForthBetweenTwoIsNot() {
    GuardedRun moves = open(GuardSettings.builder());
    GuardedRun swings = open(GuardSettings.builder());
    ToolCall call = ToolCall.of("make", "{}");
    ToolResult same = ToolResult.failed("build failed");
    for (int i = 0; i < 20; i++) {
      assertThat(step(moves, call, same.inState("tree " + i))).isInstanceOf(Decision.GoOn.class);
      step(swings, call, same.inState("tree " + i % 2));
    }
    assertThat(swings.stopReason()).isNotNull();
  }

  /** What may be configured is for people; a model reads the nudge. */
  @Test
  void onlyTheHaltOfWhoWaitsNamesTheLadderThatAllowsMore() {
    GuardedRun run = open(GuardSettings.builder());
    ToolCall look = ToolCall.of("get_job", "{\"id\":7}");
    List<String> nudges = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      clock[0] += Duration.ofSeconds(30).toNanos();
      if (step(run, look, ToolResult.of("{\"status\":\"PENDING\"}"))
          instanceof Decision.Nudge nudge) {
        nudges.add(nudge.text());
      }
    }

    assertThat(nudges).isNotEmpty().noneMatch(text -> text.contains("ladder"));
    assertThat(run.stopReason())
        .isNotNull()
        .extracting(StopReason::detail)
        .asString()
        .contains("attempts (a longer ladder of 'polling' allows more)");
  }

  @Test
  void anObserverHearsWhatHappensWithItsTime() {
    List<Event> heard = new ArrayList<>();
    Instant now = Instant.parse("2026-11-27T15:00:00Z");
    Guard guard = guard(GuardSettings.builder());

    try (GuardedRun run =
        guard.telling(heard::add, Clock.fixed(now, ZoneOffset.UTC)).open("task", "run-1")) {
      repeat(run, 5);
    }
    repeat(guard.open("task", "run-2"), 5);

    assertThat(heard).allSatisfy(event -> assertThat(event.time()).isEqualTo(now));
    assertThat(heard).allSatisfy(event -> assertThat(event.runId()).isEqualTo("run-1"));
    assertThat(heard)
        .extracting(event -> event.getClass().getSimpleName())
        .filteredOn(name -> !name.equals("RungReached"))
        .containsExactly("RunOpened", "Intervened", "Intervened", "RunEnded");
  }

  @Test
  void anObserverThatThrowsTakesNoDecisionAwayAndNothingFromTheOthers() {
    List<Event> heard = new ArrayList<>();
    EventSinks both = new EventSinks();
    both.add(new ThrowingObserver());
    both.add(heard::add);
    Guard guard =
        guard(GuardSettings.builder())
            .telling(both, Clock.fixed(Instant.EPOCH, ZoneOffset.UTC))
            .remembering(new ThrowingMemory());

    try (GuardedRun run = guard.open("task", "run-1")) {
      assertThat(repeat(run, 6)).containsExactly("GoOn", "GoOn", "Nudge", "GoOn", "Halt", "Halt");
    }

    assertThat(heard)
        .extracting(event -> event.getClass().getSimpleName())
        .filteredOn(name -> !name.equals("RungReached"))
        .containsExactly("RunOpened", "Intervened", "LoopSeen", "Intervened", "RunEnded");
  }

  @Test
  void theEndOfAStoppedThreadGoesPastAnObserver() throws Exception {
    Error end =
        Class.forName("java.lang.ThreadDeath")
            .asSubclass(Error.class)
            .getDeclaredConstructor()
            .newInstance();
    EventSink stopped =
        event -> {
          throw end;
        };
    Guard guard = guard(GuardSettings.builder()).telling(stopped, Clock.systemUTC());

    GuardedRun run = guard.open("task", "run-1");

    assertThatThrownBy(() -> repeat(run, 5)).isSameAs(end);
  }

  private static final class ThrowingObserver implements EventSink {
    @Override
    public void publish(Event event) {
      throw new IllegalStateException("full");
    }

    @Override
    public void decided(Intervened what) {
      throw new AssertionError("planted");
    }

    @Override
    public void awaitUrgent() {
      throw new IllegalStateException("gone");
    }
  }

  /** What an application keeps its loops in. */
  private static final class ThrowingMemory implements LoopMemory {
    @Override
    public @Nullable PastLoops ofTask(String task) {
      return null;
    }

    @Override
    public int changes() {
      return 0;
    }

    @Override
    public void publish(Event event) {
      throw new UncheckedIOException(new IOException("the disk is full"));
    }
  }

  @Test
  void anObserverThatWantsStepsHearsThem() {
    List<Event> heard = new ArrayList<>();
    EventSink ofSteps =
        new EventSink() {
          @Override
          public void publish(Event event) {
            heard.add(event);
          }

          @Override
          public boolean wantsSteps() {
            return true;
          }
        };

    repeat(guard(GuardSettings.builder()).telling(ofSteps, Clock.systemUTC()).open("a", "b"), 2);

    assertThat(heard).filteredOn(StepTaken.class::isInstance).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aHaltWaitsForItsRecordWhereTheThreadMayWait(boolean mayWait) {
    AtomicInteger waits = new AtomicInteger();
    EventSink sink =
        new EventSink() {
          @Override
          public void publish(Event event) {}

          @Override
          public void awaitUrgent() {
            waits.incrementAndGet();
          }

          @Override
          public boolean mayWait() {
            return mayWait;
          }
        };

    Guard guard = guard(GuardSettings.builder()).telling(sink, Clock.systemUTC());

    assertThat(repeat(guard.open("a", "b"), 5)).last().isEqualTo("Halt");
    assertThat(waits.get() > 0).isEqualTo(mayWait);
  }

  @Test
  void theCountsAreThoseOfTheSettings() {
    assertThat(repeat(open(GuardSettings.builder().nudgeAt(2).haltAt(4)), 4))
        .containsExactly("GoOn", "Nudge", "GoOn", "Halt");
  }

  @Test
  void aTaskHasWhatHoldsForAllAndItsOwnWhateverIsSaidFirst() {
    Guard guard =
        guard(GuardSettings.builder().task("patient", task -> task.haltAt(8)).nudgeAt(2).haltAt(4));

    assertThat(repeat(guard.open("patient", "1"), 8))
        .startsWith("GoOn", "Nudge")
        .endsWith("Halt")
        .containsOnlyOnce("Halt");
    assertThat(repeat(guard.open("other", "2"), 4)).endsWith("Halt");
  }

  @Test
  void aNudgeHasATextAndAHaltAReasonThatIsThrown() {
    GuardedRun run = open(GuardSettings.builder());
    repeat(run, 2);
    Decision nudge = same(run);
    repeat(run, 1);
    Decision halt = same(run);

    assertThat(nudge.orThrow().text()).startsWith("[Loophalt] Note of a monitor");
    assertThatThrownBy(halt::orThrow)
        .isInstanceOfSatisfying(
            LoopHaltException.class,
            thrown -> {
              assertThat(thrown.stopReason().kind()).isEqualTo(Kind.NO_PROGRESS);
              assertThat(thrown.stopReason()).isEqualTo(run.stopReason());
            });
  }

  @Test
  void aHaltIsStickyUntilTheRunIsReset() {
    GuardedRun run = open(GuardSettings.builder());
    repeat(run, 5);

    assertThat(run.beforeModelCall()).isInstanceOf(Decision.Halt.class);
    assertThat(run.beforeStep(ToolCall.of("other", "{}")).refusal())
        .isInstanceOf(Decision.Halt.class);
    run.reset();
    assertThat(run.stopReason()).isNull();
    assertThat(same(run)).isEqualTo(new Decision.GoOn());
  }

  @Test
  void aToolBeyondTheCeilingMustNotRunThoughTheRunMayFinish() {
    GuardedRun run =
        open(GuardSettings.builder().finishOnHalt().ceilings(Ceilings.builder().steps(1).build()));
    run.afterModelCall(ModelAnswer.of("", 2));
    GuardedStep first = run.beforeStep(ToolCall.of("read", "{\"file\":\"a\"}"));
    GuardedStep second = run.beforeStep(ToolCall.of("read", "{\"file\":\"b\"}"));

    assertThat(first.mayRun()).isTrue();
    assertThatThrownBy(first::refusal).isInstanceOf(IllegalStateException.class);
    assertThat(second.mayRun()).isFalse();
    assertThat(second.refusal()).isInstanceOf(Decision.Finish.class);
    assertThat(second.refusal().orThrow().text()).isNotEmpty();
  }

  @Test
  void callsThatAreTakenBackDoNotCountAndTheirTurnDoesNotWait() {
    GuardedRun parent = open(GuardSettings.builder());
    Guard guard = guard(GuardSettings.builder().ceilings(Ceilings.builder().steps(3).build()));
    GuardedRun run = guard.open("task", "child", parent);
    for (int i = 0; i < 5; i++) {
      run.afterModelCall(ModelAnswer.of("", 2));
      run.beforeStep(ToolCall.of("read", "{\"n\":" + i + "}")).notMade();
      assertThat(run.record().steps()).isZero();
      GuardedStep step = run.beforeStep(ToolCall.of("read", "{\"n\":" + i + "}"));
      assertThat(step.mayRun()).isTrue();
      assertThat(step.notMade()).isEqualTo(new Decision.GoOn());
      assertThatThrownBy(() -> step.end(ToolResult.of(""))).hasMessage("a step ends once");
    }

    assertThat(run.record().steps()).isZero();
    assertThat(run.record().callsByTool().values()).allMatch(calls -> calls == 0);
    assertThat(parent.record().steps()).isZero();
    assertThat(repeat(run, 4)).endsWith("Halt");
  }

  @Test
  void whoTakesBackTheLastCallOfATurnIsToldOfTheTurn() {
    GuardedRun run = open(GuardSettings.builder());
    List<String> decisions = new ArrayList<>();
    for (int turn = 0; turn < 5; turn++) {
      run.afterModelCall(ModelAnswer.of("", 2));
      GuardedStep taken = run.beforeStep(ToolCall.of("read", "{}"));
      GuardedStep notTaken = run.beforeStep(ToolCall.of("write", "{}"));
      taken.end(ToolResult.of("text"));
      decisions.add(notTaken.notMade().getClass().getSimpleName());
    }

    assertThat(decisions).endsWith("Halt");
  }

  @Test
  @SuppressWarnings("NullAway") // as a caller without it may
  void aRunWithoutAnIdIsRefused() {
    Guard guard = guard(GuardSettings.builder());

    assertThatThrownBy(() -> guard.open("task", null)).hasMessage("id");
    assertThatThrownBy(() -> guard.open(null, "id")).hasMessage("task");
    assertThatThrownBy(() -> guard.restore("task", "id", null, null)).hasMessage("state");
  }

  @Test
  void aFailureWithoutAMessageIsAFailure() {
    GuardedRun run = open(GuardSettings.builder());
    List<String> decisions = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      String none = new IllegalStateException().getMessage();
      decisions.add(
          step(run, ToolCall.of("read", "{}"), ToolResult.failed(none)).getClass().getSimpleName());
    }

    assertThat(decisions).startsWith("GoOn").endsWith("Halt");
  }

  @Test
  void toolsInOneTurnCountAsOneAttempt() {
    GuardedRun run = open(GuardSettings.builder());
    for (int turn = 0; turn < 2; turn++) {
      run.beforeModelCall();
      run.afterModelCall(ModelAnswer.of("", 5));
      assertThat(repeat(run, 5)).containsOnly("GoOn");
    }
  }

  @Test
  void aModelThatOnlyTalksIsIdleUnlessAPersonSpoke() {
    GuardedRun alone = open(GuardSettings.builder());
    GuardedRun inTalk = open(GuardSettings.builder());
    Decision last = new Decision.GoOn();
    for (int turn = 0; turn < 8; turn++) {
      inTalk.personSpoke();
      assertThat(inTalk.beforeModelCall()).isEqualTo(new Decision.GoOn());
      assertThat(inTalk.afterModelCall(ModelAnswer.of("words " + turn, 0)))
          .isEqualTo(new Decision.GoOn());
      alone.beforeModelCall();
      last = alone.afterModelCall(ModelAnswer.of("words " + turn, 0));
    }

    assertThat(last)
        .isInstanceOfSatisfying(
            Decision.Halt.class,
            halt -> assertThat(halt.stopReason().kind()).isEqualTo(Kind.STALL));
  }

  @Test
  void tokensArePricedAndCountForTheParentToo() {
    Guard guard =
        guard(
            GuardSettings.builder()
                .price(price("cheap-*", "1", "0.5", "2"))
                .price(price("*", "1000", "1000", "1000"))
                .ceilings(Ceilings.builder().cost(new BigDecimal("0.003")).build()));
    GuardedRun parent = guard.open("task", "parent");
    GuardedRun child = guard.open("task", "child", parent);
    child.beforeModelCall();
    child.afterModelCall(ModelAnswer.of("", 1).by("cheap-1").using(2_000, 500).cached(1_000));
    child.close();

    assertThat(parent.record().cost()).isEqualByComparingTo("0.0025");
    assertThat(parent.record().totalTokens()).isEqualTo(2_500);
    assertThat(child.record().parentId()).isEqualTo("parent");
    assertThat(parent.beforeModelCall()).isEqualTo(new Decision.GoOn());
    parent.afterModelCall(ModelAnswer.of("", 1).by("cheap-1").using(500, 0));
    assertThat(parent.beforeModelCall())
        .isInstanceOfSatisfying(
            Decision.Halt.class,
            halt -> assertThat(halt.stopReason().kind()).isEqualTo(Kind.COST_CAP));
    assertThat(child.stopReason()).as("a halted parent halts its children").isNotNull();
  }

  private static ModelPrice price(String model, String input, String cached, String output) {
    return new ModelPrice(
        model, new BigDecimal(input), new BigDecimal(cached), new BigDecimal(output));
  }

  @Test
  void theRecordsTimeGoesOnUntilTheRunIsClosed() {
    GuardedRun run = open(GuardSettings.builder());
    GuardedStep step = run.beforeStep(ToolCall.of("build", "{}"));
    clock[0] += Duration.ofSeconds(60).toNanos();
    step.end(ToolResult.of("done"));
    assertThat(run.record().elapsed()).isEqualTo(Duration.ofSeconds(60));

    clock[0] += Duration.ofSeconds(5).toNanos();
    run.close();
    clock[0] += Duration.ofSeconds(5).toNanos();
    run.close();

    assertThat(run.record().elapsed()).isEqualTo(Duration.ofSeconds(65));
  }

  @Test
  void timeIsThatOfTheCallersClockEvenWhenItOverflows() {
    GuardedRun run =
        open(
            GuardSettings.builder()
                .ceilings(Ceilings.builder().wallClock(Duration.ofSeconds(2)).build()));
    clock[0] += Duration.ofMillis(1_999).toNanos();
    assertThat(run.beforeModelCall()).isEqualTo(new Decision.GoOn());
    clock[0] += Duration.ofMillis(1).toNanos();

    assertThat(run.beforeModelCall()).isInstanceOf(Decision.Halt.class);
    assertThat(run.record().elapsed()).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void aRunMayFinishWithOneLastCall() {
    GuardedRun run = open(GuardSettings.builder().finishOnHalt());
    for (int turn = 0; turn < 5; turn++) {
      run.beforeModelCall();
      run.afterModelCall(ModelAnswer.of("", 1));
      same(run);
    }

    assertThat(run.beforeModelCall())
        .isInstanceOfSatisfying(
            Decision.Finish.class,
            finish -> assertThat(finish.text()).contains("This answer is its last"));
    assertThat(run.afterModelCall(ModelAnswer.of("As far as I came.", 0)))
        .isEqualTo(new Decision.GoOn());
    assertThat(run.record().partial()).isTrue();
    assertThat(run.beforeModelCall()).isInstanceOf(Decision.Halt.class);
  }

  @Test
  void anEscalationNamesTheModelToGoOnWith() {
    GuardedRun run =
        open(
            GuardSettings.builder()
                .ladder(
                    new Ladder(
                        List.of(new Rung(3, Intervention.ESCALATE, null, "a stronger one")))));
    repeat(run, 2);

    assertThat(same(run))
        .isInstanceOfSatisfying(
            Decision.Escalate.class,
            escalate -> assertThat(escalate.model()).isEqualTo("a stronger one"));
  }

  @Test
  void whoOnlyObservesFindsEverythingAndDoesNothing() {
    GuardedRun run = open(GuardSettings.builder().observeOnly());

    assertThat(repeat(run, 6)).containsOnly("GoOn");
    assertThat(run.record().findings())
        .extracting(Finding::intervention)
        .contains(Intervention.NUDGE, Intervention.HALT);
    assertThat(run.record().interventions()).isEmpty();
  }

  @Test
  void theRecordSaysWhatHappened() {
    GuardedRun run = open(GuardSettings.builder());
    repeat(run, 5);
    run.close();
    RunRecord record = run.record();

    assertThat(record.steps()).isEqualTo(5);
    assertThat(record.callsByTool()).isEqualTo(Map.of("read", 5L));
    assertThat(record.stopReason()).isEqualTo(run.stopReason());
    assertThat(record.interventions())
        .extracting(Finding::intervention)
        .containsExactly(Intervention.NUDGE, Intervention.HALT);
  }

  @Test
  void argumentsCountByWhatTheyMeanHoweverTheyAreHandedOver() {
    GuardedRun run = open(GuardSettings.builder());
    ToolResult result = ToolResult.of("the same");
    step(run, ToolCall.of("t", "{\"a\": 1, \"b\": [true, null, \"x\\n\"]}"), result);
    step(run, ToolCall.of("t", "{ \"b\":[true,null,\"x\\u000a\"],\"a\":1.0}"), result);
    Map<String, Object> map = new java.util.LinkedHashMap<>();
    map.put("b", java.util.Arrays.asList(true, null, "x\n"));
    map.put("a", 1);

    assertThat(step(run, ToolCall.of("t", map), result)).isInstanceOf(Decision.Nudge.class);
  }

  @Test
  void digestsAloneAreEnoughToSeeRepetition() {
    GuardedRun different = open(GuardSettings.builder());
    for (long i = 1; i <= 20; i++) {
      Decision decision = step(different, ToolCall.ofDigest("t", i), ToolResult.ofDigest(-i));
      assertThat(decision).isEqualTo(new Decision.GoOn());
    }
    GuardedRun same = open(GuardSettings.builder());
    Decision last = new Decision.GoOn();
    for (long i = 1; i <= 8; i++) {
      last = step(same, ToolCall.ofDigest("t", i), ToolResult.failedWithDigest(7));
    }
    assertThat(last).isInstanceOf(Decision.Halt.class);
  }

  @Test
  void aToolThatTheSettingsIgnoreIsNeverLookedAt() {
    GuardedRun run = open(GuardSettings.builder().tool(tool("read", Set.of(), true)));

    assertThat(repeat(run, 10)).containsOnly("GoOn");
    assertThat(run.record().steps()).isZero();
  }

  @Test
  void argumentsThatTheSettingsIgnoreMakeNoDifference() {
    GuardedRun run = open(GuardSettings.builder().tool(tool("r*", Set.of("id"), false)));
    Decision last = new Decision.GoOn();
    for (int i = 0; i < 5; i++) {
      ToolCall call = ToolCall.of("read", "{\"id\":\"" + i + "\",\"x\":1}");
      last = step(run, call, ToolResult.of("text"));
    }

    assertThat(last)
        .isInstanceOfSatisfying(
            Decision.Halt.class,
            halt -> assertThat(halt.stopReason().detector()).isEqualTo("identical-call"));
  }

  @Test
  void partsOfArgumentsThatTheSettingsIgnoreMakeNoDifference() {
    ToolPolicy parts =
        new ToolPolicy(
            "read",
            null,
            Effect.READ,
            Set.of(),
            Set.of(),
            Map.of(),
            false,
            null,
            null,
            VolatileParts.of("$.options.trace", "--nonce=*"));
    GuardedRun run = open(GuardSettings.builder().tool(parts));
    List<String> decisions = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      String word = List.of("amber", "birch", "cedar", "dune", "elm").get(i);
      ToolCall call =
          ToolCall.of(
              "read",
              "{\"options\":{\"trace\":\"%s\"},\"line\":\"ls --nonce=%s\"}".formatted(word, word));
      decisions.add(step(run, call, ToolResult.of("text")).getClass().getSimpleName());
    }

    assertThat(decisions).containsExactly("GoOn", "GoOn", "Nudge", "GoOn", "Halt");
  }

  @Test
  void volatilePartsOfResultsMakeNoDifference() {
    ToolPolicy policy = tool("order", Set.of(), false).leavingOut(VolatileParts.of("$.request_id"));

    assertThat(orders(GuardSettings.builder().tool(policy)))
        .containsExactly("GoOn", "GoOn", "Nudge", "GoOn", "Halt");
    assertThat(orders(GuardSettings.builder())).containsOnly("GoOn");
  }

  private List<String> orders(GuardSettings.Builder settings) {
    GuardedRun run = open(settings);
    List<String> decisions = new ArrayList<>();
    for (String id : List.of("amber", "birch", "cedar", "dune", "elm")) {
      String answer = "{\"request_id\":\"" + id + "\",\"state\":\"held for review\"}";
      Decision decision = step(run, ToolCall.of("order", "{\"n\":7}"), ToolResult.of(answer));
      decisions.add(decision.getClass().getSimpleName());
    }
    return decisions;
  }

  @Test
  void whatIsShippedForAToolHoldsUntilTheSettingsSayOtherwise() {
    assertThat(searches(GuardSettings.builder())).endsWith("Halt");
    assertThat(searches(GuardSettings.builder().tool(tool("tavily*", Set.of(), false))))
        .endsWith("Halt");
    ToolPolicy nothing = tool("tavily*", Set.of(), false).leavingOut(VolatileParts.NONE);
    assertThat(searches(GuardSettings.builder().tool(nothing))).containsOnly("GoOn");
  }

  private List<String> searches(GuardSettings.Builder settings) {
    GuardedRun run = open(settings);
    List<String> decisions = new ArrayList<>();
    for (String id : List.of("amber", "birch", "cedar", "dune", "elm")) {
      String answer = "{\"request_id\":\"" + id + "\",\"results\":[\"a page on gates\"]}";
      Decision decision =
          step(run, ToolCall.of("tavily_search", "{\"query\":\"gate\"}"), ToolResult.of(answer));
      decisions.add(decision.getClass().getSimpleName());
    }
    return decisions;
  }

  @Test
  void aToolThatTriesManyMayFailAlikeForEachTryAndNotForTheSameAgain() {
    ToolPolicy many = ToolPolicy.of("login").tryingMany();
    GuardedRun run = open(GuardSettings.builder().tool(many));
    for (int i = 0; i < 60; i++) {
      assertThat(login(run, "secret-" + i)).as("try %d", i).isEqualTo(new Decision.GoOn());
    }
    Decision last = new Decision.GoOn();
    for (int i = 0; i < 5; i++) {
      last = login(run, "secret-7");
    }

    assertThat(last).isInstanceOf(Decision.Halt.class);
  }

  @Test
  void whoeverDoesNotSaySoIsHaltedForGuessing() {
    GuardedRun run = open(GuardSettings.builder());
    Decision last = new Decision.GoOn();
    for (int i = 0; i < 60 && !(last instanceof Decision.Halt); i++) {
      last = login(run, "secret-" + i);
    }

    assertThat(last).isInstanceOf(Decision.Halt.class);
  }

  private static Decision login(GuardedRun run, String password) {
    return step(
        run,
        ToolCall.of("login", "{\"password\":\"" + password + "\"}"),
        ToolResult.failed("authentication failed"));
  }

  @Test
  void argumentsThatTheSettingsIgnoreAreNotReadByRulesOfWords() {
    GuardSettings.Builder settings = GuardSettings.builder().tool(tool("r*", Set.of("id"), false));
    GuardedRun run = lookingForAWord(settings);

    assertThat(step(run, ToolCall.of("read", "{\"id\":\"enough\"}"), ToolResult.of("ok")))
        .isEqualTo(new Decision.GoOn());
    assertThat(step(run, ToolCall.of("read", "{\"x\":\"enough\"}"), ToolResult.of("ok")))
        .isInstanceOf(Decision.Halt.class);
  }

  private static ToolPolicy tool(String pattern, Set<String> ignoredArguments, boolean ignored) {
    return new ToolPolicy(
        pattern, null, Effect.READ, ignoredArguments, Set.of(), Map.of(), ignored);
  }

  @Test
  void aDetectorFromElsewhereIsAskedLikeAnyOther() {
    GuardedRun run = lookingForAWord(GuardSettings.builder());

    assertThat(step(run, ToolCall.of("t", "{}"), ToolResult.of("ok")))
        .isEqualTo(new Decision.GoOn());
    assertThat(step(run, ToolCall.of("t", "{}"), ToolResult.of("enough")))
        .isInstanceOfSatisfying(
            Decision.Halt.class,
            halt -> assertThat(halt.stopReason().detector()).isEqualTo("word"));
  }

  private static GuardedRun lookingForAWord(GuardSettings.Builder settings) {
    Ladder halting = new Ladder(List.of(new Rung(1, Intervention.HALT, null)));
    return Guard.create(
            settings.detector(new DetectorPolicy("word", Mode.ACT, halting, Map.of())).build(),
            () -> 0,
            policy ->
                policy.detector().equals("word") ? new Word() : StandardPreset.detector(policy))
        .open("task", "1");
  }

  /** Finds a word in what a call asks for and in what comes of it. */
  private static final class Word implements Detector {
    @Override
    public String name() {
      return "word";
    }

    @Override
    public void afterStep(Step step, FindingSink sink) {
      String said = step.argumentsText() + step.resultText();
      sink.report("said", said.contains("enough") ? 1 : 0);
    }

    @Override
    public void reset() {}

    @Override
    public void save(DataOutput out) {}

    @Override
    public void restore(DataInput in) {}
  }

  @Test
  void mistakesInSettingsAreToldWhenTheGuardIsMade() {
    GuardSettings.Builder unknown =
        GuardSettings.builder()
            .detector(new DetectorPolicy("no-such", Mode.ACT, Ladder.NONE, Map.of()));

    assertThatThrownBy(() -> guard(unknown)).hasMessageContaining("no-such");
    assertThatThrownBy(() -> GuardSettings.builder().haltAt(3).build())
        .hasMessage("haltAt (3) must be more than nudgeAt (3 by default)");
    assertThatThrownBy(() -> GuardSettings.builder().nudgeAt(5).build())
        .hasMessage("haltAt (5 by default) must be more than nudgeAt (5)");
  }

  @Test
  void aStepEndsOnce() {
    GuardedStep step = open(GuardSettings.builder()).beforeStep(ToolCall.of("t", "{}"));
    step.end(ToolResult.of(""));

    assertThatThrownBy(() -> step.end(ToolResult.of(""))).isInstanceOf(IllegalStateException.class);
  }
}
