package io.loophalt.compatibility.koog;

import io.loophalt.compatibility.harness.contract.Capability;
import io.loophalt.compatibility.harness.contract.Excuse;
import io.loophalt.compatibility.harness.contract.FrameworkContract;
import java.util.List;

/** Koog does what every framework must do under the agent. */
class KoogIT extends FrameworkContract {

  /** The ways that the application does not begin in {@code Dispatchers.IO}, as Koog does. */
  private static final String[] ON_DEFAULT = {
    "from a coroutine", "functional strategy", "choices", "streaming", "streaming elsewhere"
  };

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
        Excuse.from(Capability.HELD_CALLS, reason).in(ON_DEFAULT),
        Excuse.from(Capability.HELD_RUNS, reason).in(ON_DEFAULT));
  }
}
