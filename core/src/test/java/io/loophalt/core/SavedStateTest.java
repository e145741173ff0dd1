package io.loophalt.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loophalt.core.fingerprint.DigestKey;
import io.loophalt.core.policy.Ceilings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.statistics.Statistics;
import org.junit.jupiter.api.Test;

/** A run that is saved and restored goes on as if nothing had happened, and only where it may. */
class SavedStateTest {

  private static final GuardSettings SETTINGS =
      GuardSettings.builder()
          .nudgeAt(2)
          .haltAt(4)
          .ceilings(
              Ceilings.builder()
                  .turns(12)
                  .totalTokens(500)
                  .toolCalls("list", 6)
                  .wallClock(Duration.ofSeconds(40))
                  .build())
          .task("finishing", TaskSettings::finishOnHalt)
          .build();

  private final long[] clock = {0};
  private final Guard guard = Guard.create(SETTINGS, () -> clock[0]);

  /** What a loop does next, and whether the run is saved and restored before. */
  record Action(int kind, int variant, boolean restoredBefore) {}

  @Provide
  Arbitrary<List<Action>> scripts() {
    Arbitrary<Integer> kinds =
        Arbitraries.frequency(pair(4, 0), pair(4, 1), pair(8, 2), pair(2, 3));
    return Combinators.combine(
            kinds, Arbitraries.integers().between(0, 3), Arbitraries.of(true, false))
        .as(Action::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(60);
  }

  private static Tuple.Tuple2<Integer, Integer> pair(int frequency, int kind) {
    return Tuple.of(frequency, kind);
  }

  @Property(tries = 300)
  void aRunRestoredAtAnyMomentJudgesAsOneThatWasNot(
      @ForAll("scripts") List<Action> script, @ForAll boolean finishing) {
    String task = finishing ? "finishing" : "throwing";
    List<Object> whole = new ArrayList<>();
    List<Object> interrupted = new ArrayList<>();
    RunRecord one = play(task, script, false, whole);
    RunRecord other = play(task, script, true, interrupted);

    assertThat(interrupted).isEqualTo(whole);
    assertThat(other.stopReason()).isEqualTo(one.stopReason());
    assertThat(other.callsByTool()).isEqualTo(one.callsByTool());
    assertThat(other.totalTokens()).isEqualTo(one.totalTokens());
    assertThat(other.elapsed()).isEqualTo(one.elapsed());
    assertThat(other.partial()).isEqualTo(one.partial());
    Statistics.label("intervened")
        .collect(whole.stream().anyMatch(each -> !(each instanceof Decision.GoOn)))
        .coverage(c -> c.check(true).percentage(p -> p > 20));
  }

  private RunRecord play(
      String task, List<Action> script, boolean interrupted, List<Object> decisions) {
    clock[0] = 0;
    GuardedRun run = guard.open(task, "run");
    for (Action action : script) {
      clock[0] += Duration.ofMillis(700).toNanos();
      if (interrupted && action.restoredBefore()) {
        byte[] state = run.saveState();
        assertThat(state).hasSizeLessThan(8_000);
        run = guard.restore(task, "run", null, state);
      }
      decisions.addAll(act(run, action));
    }
    return run.record();
  }

  private static List<Decision> act(GuardedRun run, Action action) {
    int variant = action.variant();
    return switch (action.kind()) {
      case 0 -> List.of(run.beforeModelCall());
      case 1 -> {
        yield List.of(run.afterModelCall(ModelAnswer.of("text " + variant, variant).using(9, 1)));
      }
      case 2 -> {
        ToolCall call =
            ToolCall.of(variant % 2 == 0 ? "list" : "edit", "{\"x\":" + variant / 2 + "}");
        GuardedStep step = run.beforeStep(call);
        ToolResult result =
            variant == 3 ? ToolResult.failed("Error at line 3") : ToolResult.of("result");
        yield List.of(step.end(result));
      }
      default -> {
        switch (variant) {
          case 0 -> run.progress();
          case 1 -> run.historyCondensed();
          default -> run.personSpoke();
        }
        yield List.of();
      }
    };
  }

  private byte[] state() {
    GuardedRun run = guard.open("task", "run");
    for (int i = 0; i < 3; i++) {
      run.beforeStep(ToolCall.of("a-tool", "{\"password\":\"hunter2\"}"))
          .end(ToolResult.of("a secret"));
    }
    return run.saveState();
  }

  @Test
  void theStateIsSmallAndHoldsNoContents() {
    String text = new String(state(), StandardCharsets.ISO_8859_1);

    assertThat(text).hasSizeLessThan(2_000).doesNotContain("hunter2", "secret");
  }

  @Test
  void anotherVersionIsRefusedByItsNumber() {
    byte[] state = state();
    state[0] = 12;

    assertThatThrownBy(() -> guard.restore("task", "run", null, state))
        .isInstanceOf(UnreadableStateException.class)
        .hasMessageContaining("saved in format 12")
        .hasMessageContaining("reads formats 6 to 11");
  }

  @Test
  void otherSettingsAreRefused() {
    Guard other = Guard.create(GuardSettings.builder().haltAt(9).build(), () -> 0);

    assertThatThrownBy(() -> other.restore("task", "run", null, state()))
        .isInstanceOf(UnreadableStateException.class)
        .hasMessageContaining("other settings of the task 'task'");
  }

  @Test
  void aTrialThatOnlyObservedIsNotGoneOnWithInEarnest() {
    Guard trial = Guard.create(GuardSettings.builder().observeOnly().build(), () -> 0);
    Guard earnest = Guard.create(GuardSettings.standard(), () -> 0);
    byte[] observed = trial.open("task", "run").saveState();

    assertThat(trial.restore("task", "run", null, observed).record().steps()).isZero();
    assertThatThrownBy(() -> earnest.restore("task", "run", null, observed))
        .isInstanceOf(UnreadableStateException.class)
        .hasMessageContaining("other settings of the task 'task'");
  }

  @Test
  void aRunThatItsParentHaltedIsHaltedWhereverItGoesOn() {
    GuardedRun parent = guard.open("task", "parent");
    GuardedRun child = guard.open("task", "child", parent);
    parent.halt("enough");

    GuardedRun restored = guard.restore("task", "child", null, child.saveState());

    assertThat(restored.stopReason()).isEqualTo(parent.stopReason());
    assertThat(restored.beforeModelCall()).isInstanceOf(Decision.Halt.class);
    restored.reset();
    assertThat(restored.stopReason()).isNull();
  }

  @Test
  void theAnswerWhoseCallsAreStillToEndIsNotInTheState() {
    GuardedRun run = guard.open("task", "run");
    run.afterModelCall(ModelAnswer.of("a secret".repeat(100_000), 1));

    String state = new String(run.saveState(), StandardCharsets.ISO_8859_1);

    assertThat(state).hasSizeLessThan(2_000).doesNotContain("secret");
  }

  @Test
  void theSameSettingsMadeAnewAreTheSame() {
    Guard again =
        Guard.create(
            new GuardSettings(
                SETTINGS.defaults(), SETTINGS.tasks(), SETTINGS.prices(), SETTINGS.observeOnly()),
            () -> 0);

    assertThat(again.restore("task", "run", null, state()).record().steps()).isEqualTo(3);
  }

  @Test
  void everyDamagedByteIsNoticed() {
    byte[] state = state();
    for (int i = 0; i < state.length; i++) {
      byte[] damaged = state.clone();
      damaged[i] ^= 0x10;

      assertThatThrownBy(() -> guard.restore("task", "run", null, damaged))
          .as("byte %d of %d", i, state.length)
          .isInstanceOf(UnreadableStateException.class);
    }
  }

  @Test
  void whatNoRunHasWrittenIsRefusedOrHarmlessWhoeverSealedIt() throws IOException {
    byte[] plain = opened(state());
    for (int at = Long.BYTES; at < plain.length; at++) {
      for (int value : new int[] {0x00, 0x7F, 0x80, 0xFF, plain[at] ^ 1}) {
        byte[] forged = plain.clone();
        forged[at] = (byte) value;

        try {
          guard.restore("task", "run", null, sealed(forged)).record();
        } catch (UnreadableStateException refused) {
          assertThat(refused).hasMessageNotContaining("null");
        }
      }
    }
  }

  @Test
  void aLengthBeyondTheBytesIsRefusedBeforeRoomIsMadeForIt() throws IOException {
    ByteBuffer forged = ByteBuffer.allocate(20).put(opened(state()), 0, 10);
    forged.put(new byte[] {-1, -1, -1, -1, 7}); // 2^31 - 1 digests

    assertThatThrownBy(() -> guard.restore("task", "run", null, sealed(forged.array())))
        .isInstanceOf(UnreadableStateException.class);
  }

  @Test
  void aStateOfAnotherKeyIsRefusedByTheNamesOfBoth() throws IOException {
    DigestKey other = DigestKey.of(new byte[16]);
    byte[] foreign = behindFormat(other.seal(opened(state())));

    assertThatThrownBy(() -> guard.restore("task", "run", null, foreign))
        .isInstanceOf(UnreadableStateException.class)
        .hasMessageContaining("under the digest key " + other.id())
        .hasMessageContaining("has the key " + DigestKey.current().id());
  }

  private static byte[] opened(byte[] state) throws IOException {
    return DigestKey.current().open("it", Arrays.copyOfRange(state, 1, state.length));
  }

  private static byte[] sealed(byte[] plain) {
    return behindFormat(DigestKey.current().seal(plain));
  }

  private static byte[] behindFormat(byte[] sealed) {
    return ByteBuffer.allocate(1 + sealed.length).put((byte) 6).put(sealed).array();
  }

  @Test
  void whatIsCutOffIsNoticed() {
    byte[] state = state();
    for (int size = 0; size < state.length; size++) {
      byte[] cut = Arrays.copyOf(state, size);

      assertThatThrownBy(() -> guard.restore("task", "run", null, cut))
          .isInstanceOf(UnreadableStateException.class);
    }
  }
}
