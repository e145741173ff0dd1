package io.loophalt.compatibility.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.SpreadOverJdks;
import java.io.IOException;
import java.util.List;

/** A halt holds for {@code halted-for}, also where a silent run is over long before. */
@SpreadOverJdks
class KeptHaltsIT extends SharedJvms {

  private static final int GAP_SECONDS = 5;
  private static final long GAP_MILLIS = 1_000L * GAP_SECONDS;

  @OnEveryJdk
  void aHaltOutlivesTheGapAfterWhichTheRunWouldBeOver(ForkedContainer container) throws Exception {
    settings = "join-gap: " + GAP_SECONDS + "s\n";
    start(container, server.port());
    assertThat(stepsUntilHalted(0, JVMS, "job")).isEqualTo(5);
    String halted = keyOfTheOnlyRun();
    assertThat(step(1, "another", "question")).isEqualTo("went on");
    String going = keyBeside(halted);

    server.await("0", "exists", going); // Whoever was silent for as long is over.

    assertThat(millisLeft(halted)).isGreaterThan(23 * 3_600_000L);
    startLater(container);
    assertThat(step(JVMS, "another", "more")).isEqualTo("went on");
    for (int i = jvms.size() - 1; i >= 0; i--) {
      assertThat(step(i, "job", "something new " + i)).as("JVM %s", i).isEqualTo("halted");
    }
    assertThat(order(0, "end", "job")).isEqualTo("went on");
    assertThat(millisLeft(halted)).as("also when it is ended").isGreaterThan(23 * 3_600_000L);
    assertThat(step(2, "job", "once more")).isEqualTo("halted");

    assertThat(order(1, "reset", "job")).isEqualTo("went on");

    assertThat(step(JVMS, "job", "after that")).isEqualTo("went on");
    assertThat(millisLeft(halted)).as("as any other").isLessThanOrEqualTo(GAP_MILLIS);
  }

  /** By a command, in a run and in a part of one, which is found by what is under its own name. */
  @OnEveryJdk
  void whatAPersonHaltsIsKeptAsLong(ForkedContainer container) throws Exception {
    settings = "join-gap: 1m\nhalted-for: 12h\n";
    start(container, server.port());
    assertThat(order(0, "inside", "job question 1")).isEqualTo("went on");
    assertThat(keysOfRuns()).as("the job, the part, and where that is").hasSize(3);

    for (String run : List.of("part/job", "order/job")) {
      List<String> halt = List.of("halt", "--store", store(), "--config", file(), run);
      assertThat(Command.run(folder, halt).out()).contains("is halted");
    }

    assertThat(keysOfRuns())
        .allSatisfy(key -> assertThat(millisLeft(key)).as(key).isGreaterThan(11 * 3_600_000L));

    assertThat(order(1, "reset", "job")).isEqualTo("went on");
    assertThat(order(1, "part", "job question 2")).as("of its own").isEqualTo("halted");
    assertThat(order(1, "reset-part", "job")).isEqualTo("went on");
    assertThat(order(1, "part", "job question 3")).isEqualTo("went on");

    assertThat(keysOfRuns())
        .as("as any others")
        .allSatisfy(key -> assertThat(millisLeft(key)).as(key).isLessThan(120_000));
  }

  /** The next run of the id is halted, too, for as long as the budget is spent, and no longer. */
  @OnEveryJdk
  void aHaltThatEndsByItselfIsKeptNoLongerThanTheRun(ForkedContainer container) throws Exception {
    settings =
        "join-gap: 1m\n"
            + "budgets: {everyone: {tokens: 16, per: month}}\n"
            + "weave: {models: [{method: io.loophalt.compatibility.crowd.StepsAsTold.ask,"
            + " output-tokens: result.length}]}\n";
    start(container, server.port());
    assertThat(order(0, "ask", "job hello")).isEqualTo("went on");
    assertThat(order(0, "ask", "job hello again")).isEqualTo("halted");

    assertThat(server.ask("hget", keyOfTheOnlyRun(), "h").strip()).as("halted").isNotEqualTo("0");
    assertThat(millisLeft(keyOfTheOnlyRun())).isLessThanOrEqualTo(60_000);
  }

  private void startLater(ForkedContainer container) throws Exception {
    begin(container, server.port(), 1);
    jvms.get(JVMS).awaitErrorMatching(".*the store at .* is there");
  }

  private String store() {
    return "redis://127.0.0.1:" + server.port();
  }

  private String file() {
    return configuration().toString();
  }

  private long millisLeft(String key) {
    try {
      return Long.parseLong(server.ask("pttl", key).strip());
    } catch (IOException | InterruptedException failed) {
      throw new IllegalStateException(failed);
    }
  }

  private List<String> keysOfRuns() throws Exception {
    return server.ask("--scan", "--pattern", "loophalt:run:{*").lines().toList();
  }

  private String keyBeside(String other) throws Exception {
    return keysOfRuns().stream().filter(each -> !each.equals(other)).findFirst().orElseThrow();
  }
}
