package io.loophalt.operations.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loophalt.StopReason;
import io.loophalt.core.run.Run;
import java.util.Objects;
import javax.management.JMX;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Orders over JMX, as programs send them. */
class ManagementTest {

  private final SomeRuns runs = new SomeRuns();
  private final MBeanServer server = MBeanServerFactory.createMBeanServer();

  ManagementTest() {
    new Management(runs.control()).registerWherePossible();
  }

  @AfterEach
  void release() {
    MBeanServerFactory.releaseMBeanServer(server);
  }

  /** As Jolokia does for an argument that is left out. */
  @Test
  void nullIsNothing() throws Exception {
    Run run = runs.open("one").run();
    ObjectName beans = new ObjectName("io.loophalt:type=Runs");

    server.invoke(
        beans,
        "halt",
        new Object[] {"one", null},
        new String[] {String.class.getName(), String.class.getName()});

    StopReason halted = Objects.requireNonNull(run.haltReason());
    assertThat(halted.detail()).isEqualTo("halted by an operator");
    server.invoke(
        beans,
        "resume",
        new Object[] {"one", 10L, 0L, null},
        new String[] {String.class.getName(), "long", "long", String.class.getName()});
    assertThat(run.haltReason()).isNull();
  }

  @Test
  void aFreezeIsNoLongerThanTheCommandLineAllows() throws Exception {
    AgentMXBean beans =
        JMX.newMXBeanProxy(server, new ObjectName("io.loophalt:type=Agent"), AgentMXBean.class);

    assertThatThrownBy(() -> beans.freeze(30 * 24 * 3_600 + 1)).hasMessageContaining("30 days");
    assertThatThrownBy(() -> beans.freeze(0)).hasMessageContaining("from 1 second");
    assertThat(beans.getFrozenUntil()).isEmpty();
  }
}
