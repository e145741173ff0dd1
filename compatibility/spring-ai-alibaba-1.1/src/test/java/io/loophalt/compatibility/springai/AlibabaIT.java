package io.loophalt.compatibility.springai;

import io.loophalt.compatibility.harness.contract.FrameworkContract;
import java.util.List;

/** Spring AI Alibaba does what every framework must do under the agent. */
class AlibabaIT extends FrameworkContract {

  @Override
  protected Class<?> application() {
    return AlibabaAgent.class;
  }

  @Override
  protected String framework() {
    return "Spring AI Alibaba";
  }

  @Override
  protected List<String> ways() {
    return List.of("blocking", "streaming", "callbacks");
  }
}
