package io.loophalt.compatibility.koog;

import io.loophalt.compatibility.harness.contract.Capability;
import io.loophalt.compatibility.harness.contract.Excuse;
import io.loophalt.compatibility.harness.contract.FrameworkContract;
import java.util.List;

/** Koog does what every framework must do under the agent. */
class KoogIT extends FrameworkContract {

  @Override
  protected Class<?> application() {
    return KoogAgent.class;
  }

  @Override
  protected String framework() {
    return "Koog";
  }

  @Override
  protected List<String> ways() {
    return List.of(
        "annotated tools",
        "suspending",
        "from a coroutine",
        "functional strategy",
        "choices",
        "streaming",
        "streaming elsewhere");
  }

  @Override
  protected List<Excuse> excuses() {
    String reason = "strategies run on threads of coroutines, which must not wait";
    return List.of(
        Excuse.from(Capability.HELD_CALLS, reason), Excuse.from(Capability.HELD_RUNS, reason));
  }
}
