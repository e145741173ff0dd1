package io.loophalt.compatibility;

import static io.loophalt.compatibility.Steering.await;
import static io.loophalt.compatibility.Steering.call;
import static io.loophalt.compatibility.Steering.endsWell;
import static io.loophalt.compatibility.Steering.pid;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.tools.attach.VirtualMachine;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.SpreadOverJdks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import javax.management.Attribute;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.junit.jupiter.api.io.TempDir;

/** What a person sees and does by JMX. */
@SpreadOverJdks
class JmxIT {

  @TempDir Path folder;

  @OnEveryJdk
  @SuppressWarnings("BanJNDI") // the address is that of our own child, and has no name to look up
  void whereJmxIsTurnedOnItSteersAsWell(ForkedContainer container) throws Exception {
    Steering steering = new Steering(container, folder);
    try (ForkedJvm jvm =
        steering.start("budgets: {desks: {match: {task: \"de*\"}, cost: 50, per: month}}\n")) {
      call(jvm, "one", 1, "look", "a", "page 1 of a tells of item 7919");

      try (JMXConnector connector = JMXConnectorFactory.connect(managementOf(jvm))) {
        MBeanServerConnection server = connector.getMBeanServerConnection();
        ObjectName runs = new ObjectName("io.loophalt:type=Runs");
        ObjectName agent = new ObjectName("io.loophalt:type=Agent");
        await(() -> isThere(server, agent));
        CompositeData[] rows = (CompositeData[]) server.getAttribute(runs, "Runs");
        assertThat(rows).hasSize(1);
        assertThat(rows[0].get("run")).isEqualTo("one");
        assertThat(rows[0].get("steps")).isEqualTo(1L);
        assertThat(server.getAttribute(agent, "Mode")).isEqualTo("act");

        String text = String.class.getName();
        Object halted =
            server.invoke(runs, "halt", new Object[] {"one", "by JMX"}, new String[] {text, text});
        assertThat(halted).isEqualTo("one is halted: its next call of a tool or model throws");
        assertThatThrownBy(
                () -> server.invoke(runs, "reset", new Object[] {"three"}, new String[] {text}))
            .hasRootCauseInstanceOf(IllegalArgumentException.class)
            .hasStackTraceContaining("there is no run three");
        assertThat(server.getAttribute(agent, "HaltedRuns")).isEqualTo(1);
        call(jvm, "one", 2, "look", "a", "halted operator: by JMX");

        assertThat(server.invoke(runs, "reset", new Object[] {"one"}, new String[] {text}))
            .isEqualTo("one is halted no more, and is counted from zero");
        call(jvm, "one", 3, "look", "a", "page 2 of a tells of item 15838");
        server.invoke(runs, "halt", new Object[] {"one", ""}, new String[] {text, text});
        assertThat(
                server.invoke(
                    runs,
                    "resume",
                    new Object[] {"one", 1L, 0L, ""},
                    new String[] {text, "long", "long", text}))
            .isEqualTo("one goes on");
        call(jvm, "one", 4, "look", "a", "page 3 of a tells of item 23757");
        call(jvm, "one", 5, "look", "a", "halted step_cap: 3 of 3 steps used");
        server.invoke(runs, "reset", new Object[] {"one"}, new String[] {text});
        server.setAttribute(agent, new Attribute("Mode", "observe"));
        call(jvm, "one", 6, "look", "a", "page 4 of a tells of item 31676");
        server.setAttribute(agent, new Attribute("Mode", "act"));
        assertThat((String[]) server.getAttribute(agent, "Budgets"))
            .singleElement()
            .asString()
            .startsWith("desks");
      }
      endsWell(jvm);
    }
  }

  private static boolean isThere(MBeanServerConnection server, ObjectName bean) {
    try {
      return server.isRegistered(bean);
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
    }
  }

  private static JMXServiceURL managementOf(ForkedJvm jvm) throws Exception {
    VirtualMachine machine = VirtualMachine.attach(pid(jvm));
    try {
      return new JMXServiceURL(machine.startLocalManagementAgent());
    } finally {
      machine.detach();
    }
  }
}
