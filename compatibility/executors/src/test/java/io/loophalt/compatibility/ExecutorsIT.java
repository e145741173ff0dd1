package io.loophalt.compatibility;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.executors.Bystanders;
import io.loophalt.compatibility.executors.EveryWay;
import io.loophalt.compatibility.executors.Housekeeping;
import io.loophalt.compatibility.executors.NoAgent;
import io.loophalt.compatibility.executors.Queues;
import io.loophalt.compatibility.executors.Traces;
import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.Artifacts;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.Outcome;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;

/** {@code weave.executors}, with each executor, pool, scheduler and dispatcher that it names. */
class ExecutorsIT {

  private static final String ON = "weave: {executors: true}\n";

  /** Each on threads of its own, whatever the work is. */
  private static final List<String> ELSEWHERE =
      List.of(
          "execute",
          "submit",
          "scheduler",
          "fork/join submit",
          "run async in a pool",
          "async stage",
          "reactor parallel",
          "rxjava io",
          "kotlin default",
          "spring @Async");

  @TempDir Path folder;

  @OnEveryJdk
  void workStaysInItsRunInWhateverWayItIsHandedOver(ForkedContainer container) {
    Outcome outcome = play(container, EveryWay.class, ON);

    assertThatRun(outcome).endedWell().doesNotWarn(".*(internal error|cannot be woven).*");
    Map<String, String> facts = outcome.facts();
    assertThat(facts)
        .containsKeys(
            "spring @Async: in the run",
            "kotlin io: in the run",
            "own execute: in the run",
            "nested, taken along by Micrometer: in the run");
    assertThat(facts.keySet().stream().filter(each -> each.startsWith("virtual submit")))
        .as("on JDKs with virtual threads")
        .hasSize(container.jdk().feature() >= 21 ? 4 : 0);
    facts.forEach(
        (fact, value) -> {
          String expected =
              switch (fact.substring(fact.indexOf(':') + 1)) {
                case " in the run", "done" -> "true";
                case " healthy" -> "12 ran, 0 halted";
                case " stuck" -> "5 ran, 8 halted";
                case " on the thread afterwards" -> "as before";
                default -> "nothing of this name";
              };
          assertThat(value).as(fact).isEqualTo(expected);
        });
  }

  @OnEveryJdk
  void withoutTheKeyNothingIsWovenAndNothingGoesAlong(ForkedContainer container) {
    Outcome outcome = play(container, EveryWay.class, Guard.DEFAULTS);

    assertThatRun(outcome).endedWell();
    for (String way : ELSEWHERE) {
      assertThatRun(outcome).reports(way + ": in the run", false);
    }
    Outcome withATool = plays(container, Guard.DEFAULTS, "agent");
    assertThatRun(withATool).endedWell();
    assertThat(withATool.out()).noneMatch(ExecutorsIT::isWoven);
  }

  @OnEveryJdk
  void anApplicationWithoutAnAgentHasItsExecutorsAsTheyAre(ForkedContainer container) {
    Outcome without = plays(container, ON);
    Outcome with = plays(container, ON, "agent");

    assertThatRun(without).endedWell().reports("sum", 3);
    assertThat(without.out()).noneMatch(ExecutorsIT::isWoven);
    assertThatRun(with).endedWell().reports("sum", 3);
    assertThat(with.out()).anyMatch(ExecutorsIT::isWoven);
    assertThat(with.err().get(0)).endsWith(" | runs go with tasks of executors");
  }

  private static boolean isWoven(String line) {
    return line.contains("redefined name=java.util.concurrent.");
  }

  @OnEveryJdk
  void whatIsNotTheRunsStaysOutsideAndWhatATaskIsIsNotGuessed(ForkedContainer container) {
    String neverIn = "[out, out, out, out, out]";
    assertThatRun(play(container, Bystanders.class, ON))
        .exitedWith(0)
        .reports("at a fixed rate", neverIn)
        .reports("with a fixed delay", neverIn)
        .reports("scheduled anew", neverIn)
        .reports("submits itself", "[in, out, out, out, out]")
        .reports("submits another", "[in, in, out, out, out]")
        .reports("submits another, wrapped", "[in, in, out, out, out]")
        .reports("in an interval", neverIn)
        .reports("delayed future", neverIn)
        .reports("refreshed", "out")
        .reports("refreshed, wrapped", "out")
        .reports("behind an identity", "out")
        .reports("helped", "its own in, foreign out")
        .reports("in a queue of one's own", "in its own")
        .reports("own, submits itself", "[in, out, out, out, out]")
        .reports("one object for two runs", "[neither, neither]")
        .reports("one object of one run", "[first, first]")
        .reports("one object in two executors", "[in, in]")
        .reports("details of a step", "12 ran")
        .doesNotWarn(".*internal error.*");
  }

  @OnEveryJdk
  void whatALibraryDoesForItselfIsNeverOfTheRunThatUsedItFirst(ForkedContainer container) {
    Outcome outcome = play(container, Housekeeping.class, ON);

    assertThatRun(outcome).exitedWith(0).doesNotWarn(".*internal error.*");
    Map<String, String> others = new TreeMap<>(outcome.facts());
    others.keySet().removeIf(fact -> others.get(fact).equals(expectedOfHousekeeping(fact)));
    assertThat(others).isEmpty();
    assertThat(outcome.facts()).as("30 libraries, twice").hasSize(30 * 2 * 4 + 1);
  }

  private static String expectedOfHousekeeping(String fact) {
    return switch (fact.substring(fact.indexOf(':') + 1)) {
      case " in the run", " when it was halted", " when it was over" -> "out, ran";
      case " run" -> "halted";
      case "done" -> "true";
      default -> "nothing of this name";
    };
  }

  @OnEveryJdk
  void anApplicationFindsItsOwnTasksInItsPools(ForkedContainer container) {
    assertThatRun(play(container, Queues.class, ON))
        .endedWell()
        .reports("queue", true)
        .reports("own queue", true)
        .reports("removed", true)
        .reports("left", true)
        .reports("left of submit", true)
        .reports("begun", true)
        .reports("order", "[3, 4, 5]")
        .reports("scheduled", true)
        .reports("left of the scheduler", 0)
        .reports("rejected", true)
        .reports("run by the caller", true)
        .reports("handed over again", "out")
        .doesNotWarn(".*internal error.*");
  }

  @OnEveryJdk
  void aTaskThatAHandlerKeepsGoesWithItsRunAndNothingIsLeftOfOneThatItDrops(
      ForkedContainer container) {
    String kept = "[in, in, in, in, in, in]";
    String dropped = "[nothing, nothing, in, nothing, nothing, in]";
    assertThatRun(play(container, Queues.class, ON))
        .reports("left to a handler that waits for room", kept)
        .reports("left to a handler that hands over again", kept)
        .reports("left to a handler that runs it", kept)
        .reports("left to a handler that drops it", dropped)
        .reports("left to a handler that is the caller's", kept)
        .reports("left to a handler that discards", dropped)
        .reports("left to a handler that discards the oldest", kept)
        .reports("left to a handler that aborts", "[refused, refused, in, refused, refused, in]")
        .doesNotWarn(".*internal error.*");
  }

  @OnEveryJdk
  void whatWaitsIsRefusedWhenItsRunWasHaltedAndLetGoWhenItEnded(ForkedContainer container) {
    assertThatRun(play(container, Queues.class, ON))
        .reports("queued when it ended", "out")
        .reports("under way when it ended", "out")
        .reports("tools of both", "2 ran, 0 halted")
        .reports("before", "5 ran, 2 halted")
        .reports("queued before and after", "0 ran, 2 halted");
  }

  @OnEveryJdk
  void theRunOfATraceGoesWithWhatCarriesTheTraceAndWithNothingElse(ForkedContainer container) {
    assertThatRun(play(container, Traces.class, ON))
        .endedWell()
        .reports("by OpenTelemetry", "5 ran, 8 halted")
        .reports("by Micrometer", "5 ran, 8 halted")
        .reports("by nobody", "10 ran, 4 halted")
        .doesNotWarn(".*internal error.*");
  }

  private Outcome plays(ForkedContainer container, String configuration, String... arguments) {
    return container.run(
        application(NoAgent.class).withOptions("-Xlog:redefine+class+load=info").with(arguments),
        new Guard.AtStart(configuration),
        folder);
  }

  private Outcome play(ForkedContainer container, Class<?> main, String configuration) {
    return container.run(application(main), new Guard.AtStart(configuration), folder);
  }

  private static Application application(Class<?> main) {
    return Application.onClassPath(main.getName(), Artifacts.applicationClassPath());
  }
}
