package io.loophalt.compatibility.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.SpreadOverJdks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;

/** What one JVM uses of a budget, others cannot use any more. */
@SpreadOverJdks
class SharedBudgetsIT extends SharedJvms {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Of a prompt of five letters; see {@code StepsAsTold}. */
  private static final int TOKENS_OF_A_CALL = 16;

  private static final int LIMIT = 5 * TOKENS_OF_A_CALL;

  private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(30);

  /** Of which is asked what was used. */
  private String budget = "everyone";

  @BeforeEach
  void aBudgetOfSomeCalls() {
    // A period that no test outlives, but for one at midnight on the last of a month.
    settings =
        "budgets: {everyone: {tokens: "
            + LIMIT
            + ", per: month, warn-at: 100%}}\n"
            + "weave: {models: [{method: io.loophalt.compatibility.crowd.StepsAsTold.ask,"
            + " output-tokens: result.length}]}\n";
  }

  @OnEveryJdk
  void whatOneJvmHasSpentNoOtherCanSpend(ForkedContainer container) throws Exception {
    startAll(container);
    assertThat(ask(1)).isEqualTo("went on");
    awaitUsedEverywhere(1);
    for (int i = 0; i < 4; i++) {
      assertThat(ask(0)).isEqualTo("went on");
    }
    awaitUsedEverywhere(5);

    for (int i = 0; i < JVMS; i++) {
      assertThat(ask(i)).isEqualTo("halted");
    }
    assertThat(server.ask("--scan", "--pattern", "*everyone*")).isBlank();
    assertThat(Long.parseLong(server.ask("pttl", keyOfTheBudget()).strip())).isPositive();
  }

  @OnEveryJdk
  void aCommandKnowsWhatAllHaveSpent(ForkedContainer container) throws Exception {
    startAll(container);
    for (int i = 0; i < 5; i++) {
      ask(0);
    }
    awaitUsedEverywhere(5);
    assertThat(ask(0)).isEqualTo("halted");

    assertThat(desk("runs").out().lines())
        .anyMatch(line -> line.matches("order/job0 .* halted .*"))
        .anyMatch(line -> line.matches("everyone .* " + LIMIT + '/' + LIMIT + " .*"));
    Command.Ended inVain = desk("resume", "order/job0");
    assertThat(inVain.code()).as(inVain.out()).isNotZero();
    assertThat(inVain.error()).contains("everyone");
    assertThat(ask(0)).isEqualTo("halted");
  }

  /**
   * It takes what others have used for unused, and a run that a budget halts for one that goes on.
   */
  @OnEveryJdk
  void aCommandThatCannotAskForBudgetsSaysSoAndStopsRunsAllTheSame(ForkedContainer container)
      throws Exception {
    server.command("acl", "setuser", "agents", "on", ">s3cret", "allchannels", "+@all");
    server.command("acl", "setuser", "agents", "~loophalt:run:*", "~loophalt:freeze*");
    startAll(container);
    assertThat(ask(0)).isEqualTo("went on");
    login = "agents:s3cret@";
    begin(container, server.port(), /* number= */ 0);

    Command.Ended runs = desk("runs");
    Command.Ended resume = desk("resume", "order/job0");
    Command.Ended halt = desk("halt", "order/job0");
    Command.Ended freeze = desk("freeze");

    String unknown = "the store does not say what was used of the budgets";
    assertThat(runs.error()).contains(unknown);
    assertThat(runs.out()).contains("order/job0");
    assertThat(resume.error()).contains(unknown);
    assertThat(resume.code()).isEqualTo(3);
    assertThat(halt.code()).as(halt.error()).isZero();
    assertThat(freeze.code()).as(freeze.error()).isZero();
    assertThat(desk("unfreeze").code()).isZero();
    assertThat(ask(0)).isEqualTo("halted");
  }

  private Command.Ended desk(String command, String... arguments) throws Exception {
    List<String> all =
        new ArrayList<>(
            List.of(command, "--store", "config", "--config", configuration().toString()));
    all.addAll(List.of(arguments));
    return Command.run(folder, all);
  }

  @OnEveryJdk
  void aJvmThatIsStartedLaterKnowsWhatOthersHaveSpent(ForkedContainer container) throws Exception {
    startAll(container);
    for (int i = 0; i < 5; i++) {
      ask(0);
    }
    awaitUsedEverywhere(5);
    jvms.forEach(ForkedJvm::close);
    jvms.clear();

    startAll(container);

    awaitUsedEverywhere(5);
    assertThat(ask(2)).isEqualTo("halted");
  }

  @OnEveryJdk
  void whatIsSpentWhileTheStoreIsAwayIsToldOnceWhenItIsBack(ForkedContainer container)
      throws Exception {
    startAll(container);
    ask(0);
    awaitUsedEverywhere(1);
    server.kill();
    jvms.get(0).awaitErrorMatching(".*the store at .* is away.*");
    jvms.get(1).awaitErrorMatching(".*the store at .* is away.*");
    ask(0);
    ask(1);
    assertThat(used())
        .containsExactly(2L * TOKENS_OF_A_CALL, 2L * TOKENS_OF_A_CALL, 1L * TOKENS_OF_A_CALL);

    server.restart();

    awaitUsedEverywhere(3);
    assertThat(ask(2)).isEqualTo("went on");
    awaitUsedEverywhere(4);
  }

  @OnEveryJdk
  void whatTheStoreHasLostIsToldAgain(ForkedContainer container) throws Exception {
    startAll(container);
    ask(0);
    ask(1);
    awaitUsedEverywhere(2);
    server.kill();
    server.forget();
    for (int i = 0; i < JVMS; i++) {
      jvms.get(i).awaitErrorMatching(".*the store at .* is away.*");
    }
    ask(0);

    server.restart();

    awaitUsedEverywhere(3);
    // Whoever comes now knows it from the store alone.
    jvms.forEach(ForkedJvm::close);
    jvms.clear();
    startAll(container);
    awaitUsedEverywhere(3);
  }

  @OnEveryJdk
  void oneThatTheStoreDoesNotTakeKeepsNoOtherFromBeingShared(ForkedContainer container)
      throws Exception {
    String both = settings;
    settings = both.replace("everyone", "first");
    budget = "first";
    startAll(container);
    ask(0);
    awaitUsedEverywhere(1);
    jvms.forEach(ForkedJvm::close);
    jvms.clear();
    String keyOfTheFirst = keyOfTheBudget();
    server.command("del", keyOfTheFirst);
    server.command("set", keyOfTheFirst, "another's");
    budget = "everyone";
    settings = both.replace("{everyone", "{first: {tokens: 1000000, per: month}, everyone");
    startAll(container);
    for (int i = 0; i < 5; i++) {
      assertThat(ask(0)).isEqualTo("went on");
    }

    awaitUsedEverywhere(5);
    assertThat(ask(1)).isEqualTo("halted");
  }

  @OnEveryJdk
  void whatIsWrongInTheStoreIsSaidAndEndsNothing(ForkedContainer container) throws Exception {
    startAll(container);
    ask(0);
    awaitUsedEverywhere(1);
    String right = server.ask("hget", keyOfTheBudget(), "t").strip();

    server.command("hset", keyOfTheBudget(), "t", "no number");

    for (ForkedJvm each : jvms) {
      each.awaitErrorMatching(".*an internal error of loophalt-store-budgets, which goes on: .*");
    }
    server.command("hset", keyOfTheBudget(), "t", right);
    ask(1);
    awaitUsedEverywhere(2);
  }

  /** Each with a run, so that it can be asked what it knows. */
  private void startAll(ForkedContainer container) throws IOException {
    int before = jvms.size();
    start(container, server.port());
    for (int i = before; i < jvms.size(); i++) {
      assertThat(step(i, "first" + i, "question")).isEqualTo("went on");
    }
  }

  private String ask(int jvm) {
    return order(jvm, "ask", "job" + jvm + " hello");
  }

  private String keyOfTheBudget() throws Exception {
    return server.ask("--scan", "--pattern", "loophalt:budget:*").strip();
  }

  private void awaitUsedEverywhere(int calls) throws Exception {
    List<Long> expected = Collections.nCopies(jvms.size(), (long) calls * TOKENS_OF_A_CALL);
    long end = System.nanoTime() + MOST_NANOS;
    List<Long> used = used();
    while (!used.equals(expected) && System.nanoTime() < end) {
      used = used();
    }
    assertThat(used).isEqualTo(expected);
  }

  /** As a person sees it in each JVM; -1 of one that does not tell yet. */
  private List<Long> used() throws Exception {
    JsonNode all = JSON.readTree(Command.run(folder, List.of("ps", "--json")).out());
    List<Long> used = new ArrayList<>();
    for (ForkedJvm jvm : jvms) {
      long tokens = -1;
      for (JsonNode each : all) {
        if (each.path("pid").asLong() == jvm.pid()) {
          tokens = tokensOf(each.path("budgets"));
        }
      }
      used.add(tokens);
    }
    return used;
  }

  private long tokensOf(JsonNode budgets) {
    for (JsonNode each : budgets) {
      if (each.path("name").asText().equals(budget)) {
        return each.path("tokens").asLong();
      }
    }
    return -1;
  }
}
