package io.loophalt.operations.control;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ControlProtocolTest {

  @Test
  void aTerminalObeysNothingOfADocument() throws Exception {
    String hostile = "a\u001b[2J\u007f\u009b\u202e\u2028b";

    String text = ControlProtocol.text(ControlProtocol.JSON.createObjectNode().put("run", hostile));

    assertThat(text.replace("\n", "")).matches("[ -~]+");
    assertThat(ControlProtocol.JSON.readTree(text).path("run").asText()).isEqualTo(hostile);
  }
}
