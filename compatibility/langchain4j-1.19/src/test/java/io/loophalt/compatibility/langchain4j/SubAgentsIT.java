package io.loophalt.compatibility.langchain4j;

import io.loophalt.compatibility.harness.contract.SubAgentContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class SubAgentsIT extends SubAgentContract {

  SubAgentsIT(@TempDir Path folder) {
    super(folder);
  }

  @Override
  protected Class<?> application() {
    return SubAgents.class;
  }

  @Override
  protected String task() {
    return "Assistant.chat";
  }
}
