package io.loophalt.compatibility.springai;

import io.loophalt.compatibility.harness.FrameworkContract;
import java.util.List;

/** Spring AI 2 does what every framework must do under the agent. */
class SpringAi20IT extends FrameworkContract {

  @Override
  protected Class<?> application() {
    return SpringAi20Agent.class;
  }

  @Override
  protected List<String> ways() {
    return List.of("blocking", "streaming", "callbacks");
  }

  @Override
  protected boolean finishes() {
    return true;
  }

  @Override
  protected boolean changesModels() {
    return true;
  }
}
