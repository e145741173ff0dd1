package io.loophalt.compatibility.springai;

import io.loophalt.compatibility.harness.contract.Capability;
import io.loophalt.compatibility.harness.contract.Excuse;
import java.util.List;

/** Spring AI 1.1 does what every framework must do under the agent. */
class SpringAi11IT extends SpringAiContract {

  @Override
  protected Class<?> application() {
    return SpringAi11Agent.class;
  }

  @Override
  protected String framework() {
    return "Spring AI 1.1 with a model class of your own";
  }

  @Override
  protected List<Excuse> excuses() {
    String reason =
        "the loop is inside the model's `call`, which shows its requests to nobody; Spring AI's own"
            + " models send each through `internalCall` or `internalStream`";
    return List.of(
        Excuse.from(Capability.FINISH, reason), Excuse.from(Capability.ANOTHER_MODEL, reason));
  }
}
