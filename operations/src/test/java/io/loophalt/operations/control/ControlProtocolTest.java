package io.loophalt.operations.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.loophalt.StopReason.Kind;
import io.loophalt.core.policy.Allowance;
import io.loophalt.runtime.runs.LiveRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ControlProtocolTest {

  @Test
  void aRunThatIsNotHaltedIsNotResumed() throws Exception {
    SomeRuns runs = new SomeRuns();
    LiveRun live = runs.open("one");
    runs.thinks(live, 70);
    ControlProtocol protocol = new ControlProtocol(runs.control());
    String request = "{'command':'resume','run':'one','extra_turns':1}".replace('\'', '"');

    JsonNode refused = ControlProtocol.JSON.readTree(protocol.answer(request));

    assertThat(refused.path("ok").asBoolean()).isFalse();
    assertThat(refused.path("error").asText())
        .isEqualTo("one is not halted, so that there is nothing to resume; nothing has changed");
    runs.thinks(live, 70);
    runs.thinks(live, 70);
    assertThat(live.run().haltReason()).as("no ceiling was put on it").isNull();

    live.run().halt(Kind.OPERATOR, "too dear");
    assertThat(protocol.answer(request)).contains("one goes on");
  }

  @Test
  void aRunInsideAHaltedOneIsNotResumedForIt() throws Exception {
    SomeRuns runs = new SomeRuns();
    LiveRun around = runs.open("around");
    runs.openInside(around, "inside");
    around.run().halt(Kind.OPERATOR, "too dear");

    assertThatThrownBy(() -> runs.control().resume("inside", Allowance.none()))
        .isInstanceOf(ControlException.class)
        .hasMessage(
            "inside is not halted itself; it goes on when around does, inside which it was opened"
                + " and which is halted");
  }

  @Test
  void aTerminalObeysNothingOfADocument() throws Exception {
    String hostile = "a\u001b[2J\u007f\u009b\u202e\u2028b";

    String text = ControlProtocol.text(ControlProtocol.JSON.createObjectNode().put("run", hostile));

    assertThat(text.replace("\n", "")).matches("[ -~]+");
    assertThat(ControlProtocol.JSON.readTree(text).path("run").asText()).isEqualTo(hostile);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"extra_seconds\":9223372036854775807",
        "\"extra_seconds\":31536001",
        "\"extra_seconds\":-1",
        "\"extra_cost\":\"1e600000000\"",
        "\"extra_cost\":\"1e-600000000\"",
        "\"extra_cost\":\"1000000.01\"",
        "\"extra_cost\":\"-0.01\"",
        "\"extra_steps\":1000000000001"
      })
  void noRunIsGrantedMoreThanAConfigurationCan(String more) throws Exception {
    assertThat(resume(more).path("ok").asBoolean()).isFalse();
    assertThat(resume(more).path("error").asText()).startsWith("what is granted must be ");
  }

  @Test
  void asMuchAsAConfigurationCanIsGranted() throws Exception {
    assertThat(resume("\"extra_cost\":\"1e6\",\"extra_seconds\":31536000").path("ok").asBoolean())
        .isTrue();
  }

  private static JsonNode resume(String more) throws Exception {
    SomeRuns runs = new SomeRuns();
    runs.open("run-1").run().halt(Kind.OPERATOR, "too dear");
    return ControlProtocol.JSON.readTree(
        new ControlProtocol(runs.control())
            .answer("{\"protocol\":1,\"command\":\"resume\",\"run\":\"run-1\"," + more + "}"));
  }
}
