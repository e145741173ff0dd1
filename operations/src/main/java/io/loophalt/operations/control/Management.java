package io.loophalt.operations.control;

import io.loophalt.PrintableText;
import io.loophalt.core.policy.Allowance;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.runtime.steering.Freeze;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * Puts the two beans where JMX is: in each server that somebody has made, the platform's as a rule.
 * The agent never makes one, which would cost every JVM a hundred classes. Of one thread.
 *
 * <p>Where the runtime has no {@code java.management}, to make one is a {@link LinkageError}.
 */
final class Management {

  private static final int MOST_RUNS = 100;

  /** By which orders are known. */
  private static final String JMX = "JMX";

  private final Control control;

  /** Held weakly: an application that is taken out takes its server along. */
  private final Set<MBeanServer> known = Collections.newSetFromMap(new WeakHashMap<>());

  Management(Control control) {
    this.control = control;
  }

  /** Looks whether there is a server by now; to be called now and then. */
  void registerWherePossible() {
    for (MBeanServer server : MBeanServerFactory.findMBeanServer(null)) {
      if (known.add(server)) {
        register(server);
      }
    }
  }

  private void register(MBeanServer server) {
    try {
      server.registerMBean(new Runs(control), new ObjectName("io.loophalt:type=Runs"));
      server.registerMBean(new Agent(control), new ObjectName("io.loophalt:type=Agent"));
    } catch (JMException taken) {
      // Somebody else has the names in this server.
    }
  }

  /** Something that may be refused. */
  private interface JmxOrder {
    String follow() throws ControlException;
  }

  /** JMX clients know the JDK's exceptions alone. */
  private static String follow(
      Control control, String command, @Nullable String run, JmxOrder order) {
    try {
      String said = order.follow();
      control.orders().add(JMX, command, run, said);
      return said;
    } catch (ControlException refused) {
      throw new IllegalArgumentException(refused.getMessage());
    }
  }

  /** The runs. */
  private record Runs(Control control) implements RunsMXBean {

    @Override
    public List<RunRow> getRuns() {
      List<RunRow> rows = new ArrayList<>();
      for (RunView each : control.runs(MOST_RUNS)) {
        rows.add(new RunRow(each));
      }
      return rows;
    }

    @Override
    public int getLive() {
      return control.agent().liveRuns();
    }

    @Override
    public String halt(String run, @Nullable String reason) {
      return follow(control, "halt", run, () -> control.halt(run, reason));
    }

    @Override
    public String reset(String run) {
      return follow(control, "reset", run, () -> control.reset(run));
    }

    @Override
    public String resume(
        String run, long extraSteps, long extraTokens, @Nullable String extraCost) {
      BigDecimal cost = extraCost == null || extraCost.isBlank() ? null : new BigDecimal(extraCost);
      return follow(
          control,
          "resume",
          run,
          () -> control.resume(run, new Allowance(extraSteps, 0, extraTokens, cost, null)));
    }
  }

  /** The agent. */
  private record Agent(Control control) implements AgentMXBean {

    @Override
    public String getVersion() {
      return control.agent().version();
    }

    @Override
    public String getMode() {
      return control.agent().mode();
    }

    @Override
    public void setMode(String mode) {
      switch (mode) {
        case "act" -> done("mode", control.mode(Mode.ACT));
        case "observe" -> done("mode", control.mode(Mode.OBSERVE));
        default -> throw new IllegalArgumentException("the mode is 'act' or 'observe'");
      }
    }

    @Override
    public boolean isEnabled() {
      return control.agent().enabled();
    }

    @Override
    public void setEnabled(boolean enabled) {
      if (enabled) {
        done("enable", control.enable());
      } else {
        done("disable", control.disable());
      }
    }

    @Override
    public int getLiveRuns() {
      return control.agent().liveRuns();
    }

    @Override
    public int getHaltedRuns() {
      return control.agent().haltedRuns();
    }

    @Override
    public long getHalts() {
      return control.agent().halts();
    }

    @Override
    public String getFrozenUntil() {
      String until = control.agent().frozenUntil();
      return until == null ? "" : until;
    }

    @Override
    public int getWaiting() {
      return control.agent().waiting();
    }

    @Override
    public List<String> getBlocked() {
      return control.agent().blocked();
    }

    @Override
    public List<String> getBudgets() {
      List<String> budgets = new ArrayList<>();
      for (BudgetView each : control.budgets()) {
        budgets.add(PrintableText.name(each.name()) + ": " + each.text());
      }
      return budgets;
    }

    @Override
    public String getConfig() {
      return control.agent().config();
    }

    @Override
    public String freeze(int seconds) {
      Duration most = Duration.ofSeconds(seconds);
      return follow(control, "freeze", null, () -> control.freeze(Freeze.Calls.ALL, false, most));
    }

    @Override
    public String unfreeze() {
      return follow(control, "unfreeze", null, control::unfreeze);
    }

    @Override
    public String block(String tool) {
      return done("block", control.block(tool));
    }

    @Override
    public String unblock(String tool) {
      return done("unblock", control.unblock(tool));
    }

    private String done(String command, String said) {
      control.orders().add(JMX, command, null, said);
      return said;
    }

    @Override
    public String reload() {
      return follow(control, "reload", null, control::reload);
    }
  }
}
