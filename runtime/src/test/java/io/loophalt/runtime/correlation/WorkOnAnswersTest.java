package io.loophalt.runtime.correlation;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.StopReason.Kind;
import io.loophalt.core.run.RunEvents;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.request.Written;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.value.SmallPolicies;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** To which run belongs what a program begins while it works on a streamed answer. */
class WorkOnAnswersTest {

  private final Log log = new Log(System.err);
  private final RunRegistry registry =
      new RunRegistry(SmallPolicies.of(10), Presets::create, RunEvents.NONE);
  private final RunCorrelator runs = new RunCorrelator(registry, log);
  private final InvocationStack thread = new InvocationStack();
  private final Deque<Object> scopes = new ArrayDeque<>();

  @AfterEach
  void leave() {
    scopes.forEach(each -> thread.leaveScope(each, registry));
    LiveRun own = thread.ownRun();
    if (own != null) {
      registry.close(own);
    }
  }

  @Test
  void aTaskThatIsBegunInTheWorkOnAnothersAnswerIsARunBesideIt() {
    LiveRun first = inCall(this::begins);
    worksOnAnswerOf(first);
    first.run().halt(Kind.OPERATOR, "stuck");

    LiveRun second = inCall(this::begins);
    worksOnAnswerOf(second);
    LiveRun third = inCall(this::begins);

    assertThat(second).isNotSameAs(first);
    assertThat(second.halted()).as("of the one that goes on after a halt").isNull();
    assertThat(third).isNotSameAs(second);
    assertThat(third.parent()).as("however many follow on each other").isNull();
  }

  @Test
  void whatTheApplicationBeginsItselfThereIsARunBesideItToo() {
    worksOnAnswerOf(inCall(this::begins));

    assertThat(inCall(runs::aroundAnother)).isNull();
  }

  @Test
  void aTaskBegunInsideATaskIsAPartOfIt() {
    Invocation outer = enter();
    LiveRun whole = begins(outer);

    assertThat(inCall(this::begins)).isSameAs(whole);
    worksOnAnswerOf(whole);
    Invocation guard = enter();
    LiveRun another = begins(guard);
    assertThat(inCall(this::begins)).as("inside the other one").isSameAs(another);
    thread.pop(guard);
    thread.pop(outer);
  }

  @Test
  void aTaskInTheWorkOnAnAnswerOfTheApplicationsOwnRunIsAPartOfIt() {
    LiveRun drawn = registry.open(null, "task", null, System.nanoTime());
    worksOnAnswerOf(drawn);

    assertThat(inCall(this::begins)).isSameAs(drawn);
    assertThat(inCall(runs::aroundAnother)).isSameAs(drawn);
  }

  @Test
  void requestsTellWhetherAModelIsAskedToGoOnWithTheAnswer() {
    Written stuck = new Written().says("Find invoice 7.");
    LiveRun first = asks(stuck);
    runs.answered(first, stuck.asks("call_1", "find", "{\"id\": 7}"));
    worksOnAnswerOf(first);

    assertThat(asks(stuck.results(1))).as("with its results").isSameAs(first);
    LiveRun next = asks(new Written().says("Find invoice 8."));
    assertThat(next).as("about something else").isNotSameAs(first);
    assertThat(next.parent()).isNull();
    assertThat(thread.scopedRun()).as("of the tools that are called then").isSameAs(next);
    assertThat(asks(stuck)).as("with its results, once more").isSameAs(first);
  }

  /** As to apologise, or to ask a smaller model. */
  @Test
  void aModelThatIsAskedWhereAMethodsRunWasHaltedIsAskedBesideIt() {
    LiveRun first = inCall(this::begins);
    worksOnAnswerOf(first);
    assertThat(asks(new Written().says("Hello."))).as("while it goes on").isSameAs(first);
    first.run().halt(Kind.OPERATOR, "stuck");
    Written stuck = new Written().says("Find invoice 7.");
    stuck.asks("call_1", "find", "{\"id\": 7}");

    assertThat(asks(stuck.results(1))).as("with what came before").isSameAs(first);
    LiveRun apology = asks(new Written().says("Apologise to the user."));
    assertThat(apology).isNotSameAs(first);
    assertThat(apology.halted()).isNull();
    assertThat(apology.parent()).isNull();
  }

  @Test
  void aModelThatIsAskedWhereAPartOfARunWasHaltedIsAskedInTheWhole() {
    LiveRun whole = registry.open(null, "task", null, System.nanoTime());
    LiveRun part = inCall(call -> runs.enterBoundary(call, "service", whole, System.nanoTime()));
    worksOnAnswerOf(part);
    part.run().halt(Kind.OPERATOR, "stuck");

    assertThat(asks(new Written().says("Apologise to the user."))).isSameAs(whole);
  }

  @Test
  void inTheApplicationsOwnRunAllRequestsAreItsOwn() {
    LiveRun drawn = registry.open(null, "task", null, System.nanoTime());
    worksOnAnswerOf(drawn);

    assertThat(asks(new Written().says("Find invoice 8."))).isSameAs(drawn);
  }

  private LiveRun asks(Written chat) {
    LiveRun live = inCall(call -> runs.ofModelCall(call, chat.request(), System.nanoTime()));
    runs.hear(live, chat.request());
    return live;
  }

  private LiveRun begins(Invocation call) {
    return runs.enterBoundary(call, "service", null, System.nanoTime());
  }

  private void worksOnAnswerOf(LiveRun live) {
    scopes.push(thread.enterReaction(live));
  }

  private <T extends @Nullable Object> T inCall(Function<Invocation, T> asked) {
    Invocation call = enter();
    try {
      return asked.apply(call);
    } finally {
      thread.pop(call);
    }
  }

  private Invocation enter() {
    Invocation call = thread.push();
    call.enter(
        new InternalErrorBreaker(log, () -> {}),
        new Nothing(),
        getClass(),
        this,
        null,
        null,
        null,
        null,
        null);
    return call;
  }

  /** Intercepts nothing. */
  private static final class Nothing implements Interceptor {
    @Override
    public @Nullable Object before(Invocation call) {
      return null;
    }

    @Override
    public @Nullable Object after(
        Invocation call, @Nullable Object returned, @Nullable Throwable thrown) {
      return null;
    }
  }
}
