package io.loophalt.instrumentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.Effect;
import io.loophalt.core.detect.Detector;
import io.loophalt.core.detect.FindingSink;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.event.TurnTaken;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.Ladder;
import io.loophalt.core.run.RunEvents;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.policy.FrameworkSwitches;
import io.loophalt.runtime.policy.ValuePath;
import io.loophalt.runtime.policy.ValuePath.Element;
import io.loophalt.runtime.policy.ValuePath.Member;
import io.loophalt.runtime.policy.ValuePath.Root;
import io.loophalt.runtime.policy.WeavingPolicy;
import io.loophalt.runtime.policy.WeavingPolicy.MethodPattern;
import io.loophalt.runtime.policy.WeavingPolicy.ModelPattern;
import io.loophalt.runtime.policy.WeavingPolicy.RunPattern;
import io.loophalt.runtime.policy.WeavingPolicy.ToolPattern;
import io.loophalt.testing.application.HandLoops;
import java.io.DataInput;
import java.io.DataOutput;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Loops that know nothing of Loophalt, described by patterns and paths. */
class HandWrittenLoopsTest {

  private static final String HEARS = "hears-answers";

  private static final String PACKAGE = HandLoops.class.getName();

  private final List<String> turns = Collections.synchronizedList(new ArrayList<>());
  private final List<String> runs = Collections.synchronizedList(new ArrayList<>());

  @Test
  void aTurnIsReadByItsPaths() throws Exception {
    outcomeOf(HandLoops.Talking.class, List.of(MODEL), List.of());

    assertThat(turns).first().isEqualTo("m-1: 0 calls, 100 in, 10 out, let me think");
  }

  @Test
  void whatHasNoPathIsUnknownAndAnUnknownTurnIsNotIdle() throws Exception {
    ModelPattern bare =
        new ModelPattern(method("$Llm", "complete"), null, null, null, null, null, null, null);

    assertThat(outcomeOf(HandLoops.Talking.class, List.of(bare), List.of()))
        .isEqualTo("talking: 12 model calls, 0 tool bodies, null");
    assertThat(turns).first().isEqualTo(": -1 calls, 0 in, 0 out, ");
  }

  @Test
  void layersOfOneModelCallCountOnce() throws Exception {
    ModelPattern both = model(method("$Llm", "*"));

    outcomeOf(HandLoops.Alone.class, List.of(both), List.of());

    assertThat(turns).hasSize(5);
  }

  @Test
  void anAnswerMayBeInAnArgumentOfAMethodThatReturnsNothing() throws Exception {
    ModelPattern filling =
        new ModelPattern(
            method("$Llm", "fill"),
            null,
            path(Root.ARGUMENT, new Element(0), new Member("usage"), new Member("promptTokens")),
            null,
            null,
            path(Root.ARGUMENT, new Element(0), new Member("message"), new Member("toolCalls")),
            null,
            null);

    outcomeOf(HandLoops.Odd.class, List.of(filling), List.of());

    assertThat(turns).containsExactly(": 1 calls, 100 in, 0 out, ");
  }

  @Test
  void idleTurnsOfAHandWrittenLoopAreSeen() throws Exception {
    assertThat(outcomeOf(HandLoops.Talking.class, List.of(MODEL), List.of(SOLVE)))
        .as("an answer without tool calls is idle once the loop goes on after it")
        .isEqualTo("talking: 5 model calls, 0 tool bodies, LoopHaltException");
  }

  @Test
  void aHaltThatTheLoopSwallowsIsThrownAgainByTheModel() throws Exception {
    assertThat(outcomeOf(HandLoops.Alone.class, List.of(MODEL), List.of(SOLVE)))
        .as("the fifth tool call is halted and swallowed, the sixth model call never happens")
        .isEqualTo("alone: 5 model calls, 5 tool bodies, LoopHaltException");
  }

  @Test
  void aConversationThatChangesThreadsIsOneRun() throws Exception {
    assertThat(outcomeOf(HandLoops.Hopping.class, List.of(MODEL), List.of(turnOf(path(Root.THIS)))))
        .isEqualTo("hopping: 5 model calls, 5 tool bodies, LoopHaltException");
    assertThat(runs).hasSize(1);
  }

  @Test
  void aConversationMayBeToldByAField() throws Exception {
    assertThat(
            outcomeOf(
                HandLoops.Hopping.class,
                List.of(MODEL),
                List.of(turnOf(path(Root.THIS, new Member("id"))))))
        .isEqualTo("hopping: 5 model calls, 5 tool bodies, LoopHaltException");
  }

  @Test
  void withoutAConversationEachTurnIsARunOfItsOwn() throws Exception {
    assertThat(outcomeOf(HandLoops.Hopping.class, List.of(MODEL), List.of(turnOf(null))))
        .isEqualTo("hopping: 12 model calls, 12 tool bodies, null");
    assertThat(runs).hasSize(12);
  }

  @Test
  void callsThatJoinAnExecutionAreOneRunWhichTheyDoNotEnd() throws Exception {
    assertThat(
            outcomeOf(
                HandLoops.Hopping.class,
                List.of(MODEL),
                List.of(
                    new RunPattern(
                        method("$Chat", "turn"), "chat", null, path(Root.THIS, new Member("id"))))))
        .isEqualTo("hopping: 5 model calls, 5 tool bodies, LoopHaltException");
    assertThat(runs).containsExactly("chat/hopping");
  }

  @Test
  void conversationsOnOneThreadAreNotMixed() throws Exception {
    assertThat(outcomeOf(HandLoops.Sharing.class, List.of(MODEL), List.of(turnOf(path(Root.THIS)))))
        .isEqualTo("0 halted");
    assertThat(runs).hasSize(6);
  }

  @Test
  void aConversationPathThatLeadsNowhereIsSaidOnceAndEachCallIsARun() throws Exception {
    assertThat(
            outcomeOf(
                HandLoops.Hopping.class,
                List.of(MODEL),
                List.of(turnOf(path(Root.THIS, new Member("session"))))))
        .isEqualTo("hopping: 12 model calls, 12 tool bodies, null");
    assertThat(log.lines().filter(line -> line.contains("WARNING")))
        .singleElement()
        .asString()
        .contains("this.session cannot be read", "$Chat has no session()");
  }

  private String log = "";

  private static final ModelPattern MODEL = model(method("$Llm", "complete"));
  private static final RunPattern SOLVE = new RunPattern(method("$Alone", "solve"), "solve", null);

  private static RunPattern turnOf(@Nullable ValuePath conversation) {
    return new RunPattern(method("$Chat", "turn"), "chat", conversation);
  }

  private static ModelPattern model(MethodPattern method) {
    return new ModelPattern(
        method,
        path(Root.ARGUMENT, new Member("model")),
        path(Root.RESULT, new Member("usage"), new Member("promptTokens")),
        null,
        path(Root.RESULT, new Member("usage"), new Member("completionTokens")),
        path(Root.RESULT, new Member("message"), new Member("toolCalls")),
        path(Root.RESULT, new Member("message"), new Member("content")),
        null);
  }

  private static MethodPattern method(String nested, String name) {
    return new MethodPattern(PACKAGE + nested, name, null, "loophalt.yaml:1:1");
  }

  private static ValuePath path(Root root, ValuePath.Step... steps) {
    return new ValuePath(root, 0, List.of(steps), "loophalt.yaml: " + root + List.of(steps));
  }

  private String outcomeOf(
      Class<? extends Callable<?>> application, List<ModelPattern> models, List<RunPattern> bounds)
      throws Exception {
    WeavingPolicy weaving =
        new WeavingPolicy(
            Set.of(),
            List.of(new ToolPattern(method("$Chat", "look"), null, null, Effect.UNKNOWN)),
            bounds,
            models,
            FrameworkSwitches.NONE,
            false,
            false,
            false);
    List<DetectorPolicy> detectors =
        List.of(
            new DetectorPolicy("novelty", Mode.ACT, Ladder.nudgeThenHalt(3, 4), Map.of()),
            new DetectorPolicy("runaway-stall", Mode.ACT, Ladder.nudgeThenHalt(4, 5), Map.of()),
            new DetectorPolicy(HEARS, Mode.OBSERVE, Ladder.NONE, Map.of()));
    List<String> texts = new ArrayList<>();
    Function<DetectorPolicy, Detector> hearing =
        each -> each.detector().equals(HEARS) ? new HearsAnswers(texts) : Presets.create(each);
    RunEvents events =
        new RunEvents(
            event -> {
              if (event instanceof TurnTaken turn) {
                turns.add(
                    turn.model()
                        + ": "
                        + turn.toolCalls()
                        + " calls, "
                        + turn.inputTokens()
                        + " in, "
                        + turn.outputTokens()
                        + " out, "
                        + texts.remove(0));
                if (!runs.contains(turn.runId())) {
                  runs.add(turn.runId());
                }
              }
            },
            Clock.systemUTC(),
            true);
    try (GuardedClasses agent =
        GuardedClasses.judgedBy(HandLoops.class, weaving, detectors, hearing, events)) {
      String outcome = String.valueOf(agent.call(application));
      log = agent.log();
      assertThat(agent.failures()).as(log).isZero();
      return outcome;
    }
  }

  /** Notes what the model has said, which no event tells. */
  private record HearsAnswers(List<String> texts) implements Detector {
    @Override
    public String name() {
      return HEARS;
    }

    @Override
    public void turnStarted(Turn turn, FindingSink sink) {
      if (turn.index() >= 0) {
        texts.add(turn.text());
      }
    }

    @Override
    public void reset() {}

    @Override
    public void save(DataOutput out) {
      throw new UnsupportedOperationException("it has no state");
    }

    @Override
    public void restore(DataInput in) {
      throw new UnsupportedOperationException("it has no state");
    }
  }
}
