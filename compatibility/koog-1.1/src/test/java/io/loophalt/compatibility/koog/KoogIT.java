package io.loophalt.compatibility.koog;

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

  /** A strategy runs on threads of coroutines. */
  @Override
  protected List<String> waysWhoseCallsMustNotWait() {
    return ways();
  }

  @Override
  protected List<String> waysWhoseHaltsMustNotWait() {
    return ways();
  }
}
