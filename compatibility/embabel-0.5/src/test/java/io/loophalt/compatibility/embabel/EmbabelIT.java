package io.loophalt.compatibility.embabel;

import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.SinceJdk;
import io.loophalt.compatibility.harness.contract.FrameworkContract;
import java.util.List;

/** Embabel does what every framework must do under the agent. */
@SinceJdk(21)
class EmbabelIT extends FrameworkContract {

  @Override
  protected Application packed() {
    return Compiled.application("EmbabelAgent");
  }

  @Override
  protected String framework() {
    return "Embabel";
  }

  @Override
  protected List<String> ways() {
    return List.of("annotated tools", "function tools", "on OpenAI", "agent", "in parallel");
  }
}
