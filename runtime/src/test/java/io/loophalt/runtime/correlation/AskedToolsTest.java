package io.loophalt.runtime.correlation;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.run.RunEvents;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.correlation.OpenCalls.Asked;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.value.SmallPolicies;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** For whose calls somebody waits. */
class AskedToolsTest {

  private final AskedTools asked = new AskedTools();
  private final LiveRun live =
      new RunRegistry(SmallPolicies.of(10), Presets::create, RunEvents.NONE)
          .open("run", "task", null, System.nanoTime());

  /** Held by this, as by their runs. */
  private final List<OpenCalls> open = new ArrayList<>();

  private void ask(String prefix, int names) {
    Map<String, Asked> calls = new LinkedHashMap<>();
    for (int i = 0; i < names; i++) {
      calls.put(prefix + i, new Asked(prefix + i, "{}", 7));
    }
    OpenCalls these = new OpenCalls();
    these.ask(calls);
    open.add(these);
    asked.asked(live, these, calls.values());
  }

  @Test
  void theOldestNamesAreForgottenHoweverManyOneAnswerBrings() {
    ask("old", 4);
    ask("new", 100);
    assertThat(asked.isWaitedFor("old3")).isTrue();

    for (int i = 0; i < 10; i++) {
      ask("newer" + i + '-', 100);
    }

    assertThat(asked.isWaitedFor("old3")).isFalse();
    assertThat(asked.isWaitedFor("newer9-99")).isTrue();
  }
}
