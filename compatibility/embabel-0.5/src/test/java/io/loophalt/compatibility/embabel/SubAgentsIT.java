package io.loophalt.compatibility.embabel;

import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.SinceJdk;
import io.loophalt.compatibility.harness.contract.SubAgentContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

@SinceJdk(21)
class SubAgentsIT extends SubAgentContract {

  SubAgentsIT(@TempDir Path folder) {
    super(folder);
  }

  @Override
  protected Application packed() {
    return Compiled.application("SubAgents");
  }

  @Override
  protected String task() {
    return "simple-agentic-tool-colleague";
  }
}
