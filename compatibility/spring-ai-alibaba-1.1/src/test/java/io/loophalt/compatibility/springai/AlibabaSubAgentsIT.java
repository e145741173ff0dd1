package io.loophalt.compatibility.springai;

import io.loophalt.compatibility.harness.contract.SubAgentContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class AlibabaSubAgentsIT extends SubAgentContract {

  AlibabaSubAgentsIT(@TempDir Path folder) {
    super(folder);
  }

  @Override
  protected Class<?> application() {
    return AlibabaSubAgents.class;
  }

  @Override
  protected String task() {
    return "colleague";
  }

  /** Spring AI makes JSON of what a tool returns. */
  @Override
  protected String told(String said) {
    return '"' + said + '"';
  }
}
