package io.loophalt.runtime.tool;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.StopReason.Kind;
import io.loophalt.core.run.RunEvents;
import io.loophalt.extension.MethodCall;
import io.loophalt.extension.ToolCalls;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.request.AnswerTrace;
import io.loophalt.runtime.request.Written;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.value.SmallPolicies;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a thread may call when the run that it was in is halted, and which run that is of. */
class CallsAfterHaltsTest {

  private static final String LOOK = "{\"box\": 1}";

  /** Tools that are called by name, with arguments as a model writes them. */
  private static final class Tools implements ToolCalls {

    @Override
    public Request request(MethodCall call) {
      return new Request(null, String.valueOf(call.argument(0)), String.valueOf(call.argument(1)));
    }

    @Override
    public boolean withoutModel() {
      return true;
    }

    @Override
    public @Nullable Object toolRequest(MethodCall call) {
      return call.argument(2);
    }

    @Override
    public Reply reply(Object returned) {
      return new Reply(returned.toString(), false);
    }

    @Override
    public @Nullable Object append(Object returned, String message) {
      return null;
    }
  }

  private final Log log =
      new Log(new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8));
  private final RunRegistry registry =
      new RunRegistry(SmallPolicies.of(100), Presets::create, RunEvents.NONE);
  private final RunCorrelator runs = new RunCorrelator(registry, log);
  private final ToolCallHandler tools = new ToolCallHandler(new Tools(), runs);
  private final InvocationStack thread = new InvocationStack();
  private final Written chat = new Written().says("What is in the box?");

  /** The run of the latest call that went through. */
  private @Nullable LiveRun latest;

  @Test
  void aJobMayBeginWithAToolThoughTheJobBeforeItWasHaltedAtItsModel() {
    LiveRun stuck = asked("look", LOOK);
    assertThat(isMade("look", LOOK)).isTrue();
    haltedAtModel(stuck, chat.results(1));

    for (int job = 1; job <= 5; job++) {
      assertThat(isMade("retrieve", "{\"question\": " + job + "}")).as("job %s", job).isTrue();
      assertThat(latest).isNotSameAs(stuck);
      Written next = new Written().says("Job " + job);
      assertThat(sent(next)).isNotSameAs(stuck);
      answered(Objects.requireNonNull(thread.ownRun()), next.answers("Done."));
    }
  }

  /** Each fails before it comes to its model. */
  @Test
  void soMayOnesOfWhichNoneComesToItsModel() {
    haltedAtModel(asked("look", LOOK), chat.results(1));

    for (int job = 1; job <= 5; job++) {
      assertThat(isMade("retrieve", "{\"question\": " + job + "}")).as("job %s", job).isTrue();
    }
  }

  @Test
  void aJobMayBeginWithAToolThoughTheJobBeforeItWasHaltedInATool() {
    LiveRun stuck = asked("look", LOOK);
    haltedIn(stuck, "look", LOOK);

    assertThat(isMade("retrieve", "{\"question\": 1}")).isTrue();
    assertThat(isMade("look", "{\"box\": 2}")).as("nobody has asked for it").isTrue();
  }

  /** A text protocol: what the model asks for stands in its words. */
  @Test
  void soItMayWhereTheHaltedToolWasAskedForInWords() {
    LiveRun stuck = sent(chat);
    answered(stuck, chat.answers("Action: look at the box"));
    haltedIn(stuck, "look", LOOK);

    assertThat(isMade("retrieve", "{\"question\": 1}")).isTrue();
    assertThat(isMade("look", LOOK)).as("the very call").isFalse();
  }

  @Test
  void whoTriesTheHaltedCallAgainIsRefused() {
    haltedIn(asked("look", LOOK), "look", LOOK);

    assertThat(isMade("look", LOOK)).isFalse();
    assertThat(isMade("log", "{}")).isTrue();
    assertThat(isMade("look", LOOK)).as("after another one").isFalse();
  }

  @Test
  void whatTheAnswerHasAskedForIsRefusedAlsoBehindAHaltedRequest() {
    LiveRun stuck = asked("look", LOOK);
    assertThat(isMade("look", LOOK)).isTrue();
    haltedAtModel(stuck, chat.results(1));

    assertThat(isMade("look", LOOK)).isFalse();
    assertThat(isMade("look", "{ \"box\" : 1.0 }")).as("written otherwise").isFalse();
    assertThat(isMade("look", "{\"box\": 2}")).isTrue();
  }

  @Test
  void theConversationStaysHaltedWhateverWasCalledSince() {
    LiveRun stuck = asked("", "look", LOOK);
    haltedIn(stuck, "look", LOOK);
    assertThat(isMade("retrieve", "{}")).isTrue();
    LiveRun beside = latest;

    assertThat(sent(chat.results(1))).isSameAs(stuck);
    assertThat(runs.haltOf(stuck, getClass())).isNotNull();
    assertThat(existing()).isSameAs(stuck);
    assertThat(Objects.requireNonNull(beside).isClosed()).isFalse();
    assertThat(isMade("search", "{}")).isTrue();
    assertThat(latest).as("goes on, so that a loop is seen in it").isSameAs(beside);
  }

  /** A program that fetches something, asks its model and has the halt, and begins again. */
  @Test
  void whatIsCalledBesideItIsOneRunWhateverIsAskedInBetween() {
    LiveRun stuck = asked("", "look", LOOK);
    haltedIn(stuck, "look", LOOK);
    assertThat(isMade("retrieve", "{\"question\": 1}")).isTrue();
    LiveRun beside = latest;
    for (int i = 0; i < 5; i++) {
      assertThat(sent(chat.results(1))).isSameAs(stuck);
      thrownAtModel(stuck);
      assertThat(isMade("retrieve", "{\"question\": 1}")).isTrue();
      assertThat(latest).as("again %s", i).isSameAs(beside);
    }
    haltedIn(Objects.requireNonNull(beside), "retrieve", "{\"question\": 1}");
    assertThat(sent(chat.results(1))).isSameAs(stuck);
    thrownAtModel(stuck);

    assertThat(isMade("retrieve", "{\"question\": 1}")).isFalse();
    assertThat(isMade("retrieve", "{\"question\": 2}")).isTrue();
  }

  @Test
  void theRunBesideIsOverWhenTheHaltIsTakenBackAndTheConversationGoesOn() {
    LiveRun stuck = asked("", "look", LOOK);
    haltedIn(stuck, "look", LOOK);
    assertThat(isMade("retrieve", "{}")).isTrue();
    LiveRun beside = Objects.requireNonNull(latest);
    registry.reset(stuck);

    assertThat(sent(chat.results(1))).isSameAs(stuck);
    assertThat(beside.isClosed()).isTrue();
    assertThat(isMade("retrieve", "{}")).isTrue();
    assertThat(latest).isSameAs(stuck);
  }

  /** Of some answers nothing can be read, so that only the thread tells of which run they are. */
  @Test
  void soDoesOneWhoseAnswersCannotBeRead() {
    LiveRun stuck = sent(chat);
    answered(stuck, new Written().answers(""));
    chat.answers("Let me see.");
    haltedAtModel(stuck, chat);
    assertThat(isMade("retrieve", "{}")).isTrue();

    assertThat(sent(chat)).isSameAs(stuck);
  }

  @Test
  void allCallsOfOneAnswerStayRefused() {
    LiveRun stuck =
        asked("c-1", "look", LOOK, "c-2", "open", "{\"lid\": 1}", "c-3", "shut", "{\"lid\": 2}");
    haltedIn(stuck, "look", LOOK);

    assertThat(isMade("log", "{}")).as("what the program calls between them").isTrue();
    assertThat(isMade("open", "{\"lid\": 1}")).isFalse();
    assertThat(isMade("shut", "{\"theLid\": \"two\"}")).as("as a method takes it").isFalse();
    assertThat(isMade("shut", "{\"theLid\": \"two\"}")).as("tried again").isFalse();
    assertThat(isMade("open", "{\"lid\": 1}")).as("tried again").isFalse();
    assertThat(isMade("shut", "{\"theLid\": \"three\"}")).as("all were made").isTrue();
  }

  /** The method that carries a call out may have any name. */
  @Test
  void soDoThoseThatAreCarriedOutUnderOtherNames() {
    LiveRun stuck = asked("c-1", "look", LOOK, "c-2", "look", LOOK, "c-3", "openBox", "{}");
    haltedIn(stuck, "lookImpl", LOOK);

    assertThat(isMade("lookImpl", LOOK)).isFalse();
    assertThat(isMade("open_box", "{\"x\": 1}")).as("written as methods are").isFalse();
    assertThat(isMade("shutImpl", "{}")).isFalse();
    assertThat(isMade("retrieve", "{}")).as("all were made").isTrue();
  }

  /** A stream may have brought all of the answer in whose place the halt was thrown. */
  @Test
  void whatALostAnswerHasAskedForIsRefused() {
    LiveRun stuck = asked("look", LOOK);
    stuck.run().halt(Kind.STALL, "a test");
    thrownAtModel(stuck);
    runs.answerIsLost(stuck);

    assertThat(isMade("look", LOOK)).isFalse();
    assertThat(isMade("retrieve", "{}")).isTrue();
  }

  @Test
  void aRequestThatCameWithTheAnswerIsRefusedWhateverItSays() {
    LiveRun stuck = asked("look", LOOK);
    Object request = new Object();
    runs.attach(request, stuck);
    haltedAtModel(stuck, chat.results(1));

    assertThat(isMade("look", "{\"box\": 2}", request)).isFalse();
    assertThat(isMade("look", "{\"box\": 3}")).isTrue();
  }

  /** What a person has halted is to be told of it, whatever it does next. */
  @Test
  void aHaltThatNobodyWasToldOfIsThrownAtTheNextCall() {
    LiveRun running = asked("look", LOOK);
    running.run().halt(Kind.OPERATOR, "enough");

    assertThat(isMade("retrieve", "{\"question\": 1}")).isFalse();
    assertThat(isMade("retrieve", "{\"question\": 2}")).isTrue();
  }

  @Test
  void whatIsCalledBesideItIsARunThatMayBeHaltedItself() {
    haltedAtModel(asked("look", LOOK), chat.results(1));
    assertThat(isMade("retrieve", "{}")).isTrue();
    LiveRun beside = Objects.requireNonNull(latest);
    haltedIn(beside, "retrieve", "{}");

    assertThat(isMade("retrieve", "{}")).isFalse();
    assertThat(isMade("look", LOOK)).as("of the run before").isFalse();
    assertThat(isMade("search", "{}")).isTrue();
    assertThat(latest).isNotSameAs(beside);
  }

  @Test
  void whoAsksWhyIsToldOfTheRunThatTheThreadIsIn() {
    LiveRun stuck = asked("look", LOOK);
    haltedIn(stuck, "look", LOOK);
    assertThat(existing()).isSameAs(stuck);

    assertThat(isMade("retrieve", "{}")).isTrue();
    assertThat(existing()).isSameAs(latest).isNotSameAs(stuck);
    assertThat(isMade("look", LOOK)).isFalse();
    assertThat(existing()).isSameAs(stuck);
  }

  @Test
  void aScopeStaysHaltedForWhateverIsCalledInIt() {
    LiveRun named = registry.open("job-7", "task", null, System.nanoTime());
    Object scope = thread.enterScopeHere(named);
    haltedIn(named, "look", LOOK);

    assertThat(isMade("retrieve", "{}")).isFalse();
    assertThat(isMade("look", "{\"box\": 2}")).isFalse();
    thread.leaveScope(scope, registry);
    assertThat(isMade("retrieve", "{}")).isTrue();
  }

  @Test
  void onAThreadWithoutAModelOneCallThatRepeatsItselfIsRefusedAndOthersAreNot() {
    assertThat(isMade("status", "{}")).isTrue();
    LiveRun own = Objects.requireNonNull(latest);
    haltedIn(own, "status", "{}");

    assertThat(isMade("status", "{}")).isFalse();
    assertThat(isMade("status", "{\"of\": 2}")).isTrue();
    assertThat(latest).isNotSameAs(own);
    assertThat(isMade("list", "{}")).isTrue();
    assertThat(isMade("status", "{}")).as("after others").isFalse();
    assertThat(isMade("list", "{}")).isTrue();
  }

  @Test
  void callsThatWereRefusedBesideItStayRefusedWhenAnotherOneIsMade() {
    for (String tool : List.of("status", "list")) {
      assertThat(isMade(tool, "{}")).isTrue();
      haltedIn(Objects.requireNonNull(latest), tool, "{}");
    }

    for (int round = 0; round < 3; round++) {
      assertThat(isMade("search", "{\"round\": " + round + "}")).isTrue();
      assertThat(isMade("list", "{}")).as("round %s", round).isFalse();
      assertThat(isMade("status", "{}")).as("round %s", round).isFalse();
      assertThat(isMade("list", "{\"of\": " + round + "}")).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"DONE", "NO_PROGRESS", "REPEATED_ERROR", "STALL"},
      mode = EnumSource.Mode.EXCLUDE)
  void ceilingsAndOrdersHoldForAllThatAThreadWithoutAModelCalls(Kind kind) {
    assertThat(isMade("status", "{}")).isTrue();
    LiveRun own = Objects.requireNonNull(latest);
    own.run().halt(kind, "a test");

    assertThat(isMade("status", "{}")).isFalse();
    assertThat(isMade("list", "{}")).isFalse();
  }

  /** Nothing tells what its model has asked for. */
  @Test
  void whereAModelWasCalledWhoseRequestsAreNotSeenTheThreadStaysHalted() {
    LiveRun own = runs.ofModelCall(thread, getClass(), null, System.nanoTime());
    own.boundary().modelSeen();
    haltedIn(own, "status", "{}");

    assertThat(isMade("list", "{}")).isFalse();
  }

  private LiveRun asked(String tool, String arguments) {
    return asked("call-" + tool, tool, arguments);
  }

  /** A run whose model asks for calls: each has an id, a tool and arguments. */
  private LiveRun asked(String... idToolArguments) {
    LiveRun live = sent(chat);
    answered(live, chat.asks(idToolArguments));
    return live;
  }

  private LiveRun sent(Written request) {
    LiveRun live = runs.ofModelCall(thread, getClass(), request.request(), System.nanoTime());
    runs.hear(live, request.request());
    return live;
  }

  private void answered(LiveRun live, AnswerTrace answer) {
    live.boundary().modelSeen();
    runs.answered(live, answer);
  }

  /** What was found is thrown in place of the call's result. */
  private void haltedIn(LiveRun live, String tool, String arguments) {
    live.run().halt(Kind.NO_PROGRESS, "a test");
    assertThat(isMade(tool, arguments)).isFalse();
  }

  private void haltedAtModel(LiveRun live, Written request) {
    live.run().halt(Kind.NO_PROGRESS, "a test");
    assertThat(sent(request)).isSameAs(live);
    thrownAtModel(live);
  }

  private void thrownAtModel(LiveRun live) {
    assertThat(runs.ask(live, getClass(), () -> live.run().beforeModelCall(1))).isNotNull();
    live.talk().broken();
  }

  private @Nullable LiveRun existing() {
    Invocation call = enter("", "", null);
    LiveRun live = runs.existingRun(call);
    thread.pop(call);
    return live;
  }

  private boolean isMade(String tool, String arguments) {
    return isMade(tool, arguments, null);
  }

  private boolean isMade(String tool, String arguments, @Nullable Object request) {
    Invocation call = enter(tool, arguments, request);
    Object before = tools.before(call);
    boolean isMade = before == call;
    if (isMade) {
      latest = call.run();
      assertThat(tools.after(call, "found", null)).isNull();
    } else {
      assertThat(before).isInstanceOf(Throwable.class);
    }
    thread.pop(call);
    return isMade;
  }

  private Invocation enter(String tool, String arguments, @Nullable Object request) {
    Invocation call = thread.push();
    InternalErrorBreaker failures = new InternalErrorBreaker(log, () -> {});
    call.enter(failures, tools, getClass(), this, tool, arguments, request, null, null);
    return call;
  }
}
