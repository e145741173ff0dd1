package io.loophalt.compatibility.onecall;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is counted in a recording. */
class CallPathTest {

  private static final String TOOL = OneCall.class.getName();
  private static final String GATE = "java.lang.LoopHaltGate";
  private static final String RUNTIME = "io.loophalt.runtime.AgentGate";
  private static final String RUNTIME_TOO = "io.loophalt.runtime.RoleHandlers";
  private static final String CORE = "io.loophalt.core.policy.Ladder";
  private static final String SINKS = "io.loophalt.core.event.EventSinks";
  private static final String SINK = "io.loophalt.agent.startup.ConsoleSink";

  @Test
  void aCallGoesDownBackOrTells() {
    CallPath path =
        CallPath.of(
            List.of(
                new Entry(GATE, TOOL),
                new Entry(RUNTIME, GATE),
                new Entry(RUNTIME + "$Nested", RUNTIME),
                new Entry(RUNTIME_TOO, RUNTIME + "$Nested"),
                new Entry(CORE, RUNTIME_TOO),
                new Entry(RUNTIME, CORE),
                new Entry(SINKS, CORE),
                new Entry(SINK, SINKS)),
            new SourceTree(Path.of("../..")));

    assertThat(path.files()).containsExactly(GATE, RUNTIME, RUNTIME_TOO, CORE, SINKS, SINK);
    assertThat(path.packages()).isEqualTo(5);
    assertThat(path.fileChanges()).isEqualTo(6);
    assertThat(path.packageChanges()).isEqualTo(5);
    assertThat(path.down()).as("from the gate, and to the core").isEqualTo(2);
    assertThat(path.back())
        .as("from the core to the runtime")
        .containsExactly(new Entry(RUNTIME, CORE));
    assertThat(path.told()).as("to the sink").isEqualTo(1);
  }
}
