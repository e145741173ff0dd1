package io.loophalt.compatibility;

import static io.loophalt.compatibility.Steering.call;
import static io.loophalt.compatibility.Steering.endsWell;
import static io.loophalt.compatibility.Steering.pid;
import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.Attacher;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.Outcome;
import io.loophalt.compatibility.harness.SpreadOverJdks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** What a person sees of the runs of a JVM with the command line, and does to them. */
@SpreadOverJdks
class ControlIT {

  /** More than the ceiling and the gap of the test that freezes, in nanoseconds. */
  private static final long LONGER_THAN_EACH = 17_000_000_000L;

  @TempDir Path folder;

  @OnEveryJdk
  void aPersonSeesRunsAndStopsOneAndLetsItGoOn(ForkedContainer container) {
    Steering steering = new Steering(container, folder);
    try (ForkedJvm jvm = steering.start("")) {
      call(jvm, "one", 1, "search", "a", "no match for a");
      call(jvm, "one", 2, "search", "a", "no match for a");
      call(jvm, "two", 1, "look", "b", "page 1 of b tells of item 7919");
      // The socket is opened on a thread of its own.
      steering.awaitSteps("two", 1);

      assertThat(steering.lines("ps"))
          .anyMatch(line -> line.matches(jvm.pid() + " +\\S*SteeredAgent +\\S+ +act +2 +0 +0"));
      assertThat(steering.lines("runs", pid(jvm)))
          .hasSize(3)
          .anyMatch(line -> line.matches("one +desk +- +going +2 +0 +0 +- +2/5 +\\d+s"))
          .allMatch(line -> line.length() <= 80);
      assertThat(steering.lines("show", pid(jvm), "one"))
          .anyMatch(line -> line.matches("tool +search 2x"))
          .anyMatch(line -> line.matches("action +search.*"));

      assertThat(steering.lines("halt", pid(jvm), "one", "--reason", "too dear"))
          .containsExactly("one is halted: its next call of a tool or model throws");
      call(jvm, "one", 3, "look", "c", "halted operator: too dear");
      call(jvm, "two", 2, "look", "b", "page 2 of b tells of item 15838");
      assertThat(steering.lines("runs", pid(jvm))).anyMatch(line -> line.startsWith("one  "));

      assertThat(steering.lines("reset", pid(jvm), "one"))
          .containsExactly("one is halted no more, and is counted from zero");
      call(jvm, "one", 4, "look", "c", "page 1 of c tells of item 7919");

      steering.lines("halt", pid(jvm), "one");
      assertThat(steering.lines("resume", pid(jvm), "one", "--extra-steps", "1"))
          .containsExactly("one goes on");
      call(jvm, "one", 5, "look", "c", "page 2 of c tells of item 15838");
      call(jvm, "one", 6, "look", "c", "halted step_cap: 4 of 4 steps used");
      Outcome refused = steering.command("resume", pid(jvm), "one", "--extra-tokens", "9");
      assertThatRun(refused).exitedWith(1).warns("one is at a ceiling: 4 of 4 steps used.*");

      assertThat(steering.command("halt", pid(jvm), "three"))
          .satisfies(
              unknown -> assertThatRun(unknown).exitedWith(1).warns("there is no run three; .*"));
      endsWell(jvm);
    }
    assertThat(steering.lines("ps")).containsExactly("no guarded JVM in which a run has begun");
    assertThatRun(steering.command("freeze", "--all"))
        .exitedWith(3)
        .warns("no guarded JVM in which a run has begun");
  }

  @OnEveryJdk
  void frozenCallsWaitAndTheirTimeDoesNotCount(ForkedContainer container) {
    Steering steering = new Steering(container, folder);
    try (ForkedJvm jvm = steering.start("ceilings: {wall-clock: 15s}\nidle-gap: 12s\n")) {
      call(jvm, "one", 1, "look", "b", "page 1 of b tells of item 7919");
      assertThat(steering.lines("freeze", pid(jvm), "--effect", "write").get(0))
          .startsWith(jvm.pid() + ": calls that may change something are frozen until ");
      jvm.send("two write file");
      steering.awaitState("two", "waiting");
      call(jvm, "three", 1, "look", "b", "page 1 of b tells of item 7919");
      assertThat(steering.lines("unfreeze", "--all"))
          .containsExactly(jvm.pid() + ": not frozen any more");
      jvm.awaitLine("two.1=written");
      steering.lines("freeze", pid(jvm), "--for", "1s");
      call(jvm, "one", 2, "look", "b", "page 2 of b tells of item 15838");

      for (int number = 1; number <= 2; number++) {
        call(jvm, "four", number, "search", "a", "no match for a");
        call(jvm, "alone", number, "search", "a", "no match for a");
      }
      assertThat(steering.lines("freeze", "--all")).hasSize(1);
      jvm.send("four search a");
      jvm.send("alone search a");
      steering.awaitState("four", "waiting");
      steering.awaitState("run-\\S+", "waiting");
      List<String> ages = ages(steering);
      assertThat(ages).hasSize(2);
      long since = System.nanoTime();
      Steering.await(
          () -> {
            assertThat(ages(steering)).isEqualTo(ages);
            return System.nanoTime() - since > LONGER_THAN_EACH;
          });
      steering.lines("unfreeze", pid(jvm));
      jvm.awaitLineMatching("alone\\.3=no match for a.*");
      call(jvm, "alone", 4, "look", "b", "page 1 of b tells of item 7919");
      steering.awaitSteps("four", 3);
      steering.awaitSteps("run-\\S+", 4);
      // Three, or two where the call came so late that it counts as patient.
      assertThat(steering.lines("show", pid(jvm), "four"))
          .as("what the run had counted before goes on")
          .anyMatch(line -> line.matches("counts +identical-call .* [23] of 5: .*"));

      steering.lines("freeze", pid(jvm), "--halt");
      call(
          jvm, "two", 2, "write", "file", "halted operator: an operator froze and halted all runs");
      steering.lines("unfreeze", pid(jvm));
      call(jvm, "two", 3, "look", "d", "halted operator: an operator froze and halted all runs");
      endsWell(jvm);
    }
  }

  /** What the list says of those that wait: no time passes in them. */
  private static List<String> ages(Steering steering) {
    return steering.runs().stream()
        .filter(run -> run.path("state").asText().equals("waiting"))
        .map(run -> run.path("id").asText() + " " + run.path("seconds").asLong())
        .sorted()
        .toList();
  }

  @OnEveryJdk
  void aListenerHearsWhatAPersonHaltsAndDoesNotLetItGoOn(ForkedContainer container) {
    Steering steering = new Steering(container, folder);
    try (ForkedJvm jvm = steering.start(Applications.steered("heard"), "")) {
      call(jvm, "one", 1, "look", "a", "page 1 of a tells of item 7919");
      steering.lines("halt", pid(jvm), "one", "--reason", "too dear");
      call(jvm, "one", 2, "look", "a", "halted operator: too dear");
      jvm.awaitLine("heard=halted operator: too dear");
      call(jvm, "one", 3, "look", "a", "halted operator: too dear");
      assertThat(steering.lines("block", pid(jvm), "write_file")).hasSize(1);
      jvm.send("two write file");
      jvm.awaitLineMatching("heard=halted operator: the tool 'write_file' was blocked .*");
      endsWell(jvm);
    }
  }

  @OnEveryJdk
  void aHaltedRunWaitsForAPersonWhoLetsItGoOnOrNot(ForkedContainer container) {
    Steering steering = new Steering(container, folder);
    try (ForkedJvm jvm =
        steering.start("on-halt: {wait: 2m, max-parked: 1}\nceilings: {steps: 2}\n")) {
      call(jvm, "one", 1, "look", "a", "page 1 of a tells of item 7919");
      call(jvm, "one", 2, "look", "a", "page 2 of a tells of item 15838");
      jvm.send("one look a");
      steering.awaitState("one", "waiting");
      call(jvm, "two", 1, "look", "a", "page 1 of a tells of item 7919");
      call(jvm, "two", 2, "look", "a", "page 2 of a tells of item 15838");
      call(jvm, "two", 3, "look", "a", "halted step_cap: 2 of 2 steps used");

      steering.lines("resume", pid(jvm), "one", "--extra-steps", "1");
      jvm.awaitLine("one.3=page 3 of a tells of item 23757");

      jvm.send("one look a");
      steering.awaitState("one", "waiting");
      assertThat(steering.lines("halt", pid(jvm), "one"))
          .containsExactly("one waits no more, and stays halted (step_cap: 3 of 3 steps used)");
      jvm.awaitLine("one.4=halted step_cap: 3 of 3 steps used");
      call(jvm, "one", 5, "look", "a", "halted step_cap: 3 of 3 steps used");
      endsWell(jvm);
    }
  }

  @OnEveryJdk
  void whoWaitsInVainIsHalted(ForkedContainer container) {
    Steering steering = new Steering(container, folder);
    try (ForkedJvm jvm =
        steering.start("on-halt: {wait: 1s, then: throw}\nceilings: {steps: 1}\n")) {
      call(jvm, "one", 1, "look", "a", "page 1 of a tells of item 7919");
      call(jvm, "one", 2, "look", "a", "halted step_cap: 1 of 1 steps used");
      endsWell(jvm);
    }
  }

  @OnEveryJdk
  void aBlockedToolRefusesWhereItsModelReadsThatAndElseHalts(ForkedContainer container) {
    Steering steering = new Steering(container, folder);
    try (ForkedJvm jvm = steering.start("")) {
      call(jvm, "one", 1, "look", "a", "page 1 of a tells of item 7919");

      assertThat(steering.lines("block", pid(jvm), "search").get(0))
          .startsWith("search is blocked: ");
      steering.lines("block", pid(jvm), "search_later");
      steering.lines("block", pid(jvm), "write_file");
      String refusal =
          "The tool 'search' was blocked by an operator and is not available now. Do not call it"
              + " again; go on without it, or say what you could not do.";
      call(jvm, "one", 2, "search", "b", refusal);
      call(jvm, "three", 1, "later", "b", refusal.replace("'search'", "'search_later'"));
      call(
          jvm,
          "two",
          1,
          "write",
          "file",
          "halted operator: the tool 'write_file' was blocked by an operator, and its result can"
              + " carry no refusal");

      assertThat(steering.lines("unblock", pid(jvm), "search"))
          .containsExactly("search is not blocked any more");
      call(jvm, "one", 3, "search", "b", "no match for b");
      endsWell(jvm);
    }
  }

  @OnEveryJdk
  void aHaltedRunThatIsOverIsSeenStillAndLetGoOn(ForkedContainer container) {
    Steering steering = new Steering(container, folder);
    try (ForkedJvm jvm =
        steering.start(
            """
            ceilings: {steps: 1}
            events: {file: events.jsonl, steps: true}
            capture: {arguments: true, redact: ['secret [0-9]+']}
            """)) {
      call(jvm, "two", 1, "look", "b", "page 1 of b tells of item 7919");
      steering.awaitState("two", "going");
      call(
          jvm,
          "a-long-name-of-one",
          1,
          "look",
          "secret 17",
          "page 1 of secret 17 tells of item 7919");
      call(jvm, "a-long-name-of-one", 2, "look", "a", "halted step_cap: 1 of 1 steps used");
      jvm.send("a-long-name-of-one close it");
      jvm.awaitLine("a-long-name-of-one.closed=1");

      assertThat(steering.lines("runs", pid(jvm)))
          .anyMatch(line -> line.matches("two +desk +- +going +1 .*"))
          .as("whole, as the output is no terminal")
          .anyMatch(
              line ->
                  line.matches(
                      "a-long-name-of-one +desk +- +halted +1 +0 +0 +- +\\(over\\) +\\d+s"));
      assertThat(steering.lines("show", pid(jvm), "a-long-name-of-one"))
          .anyMatch(line -> line.matches("run +a-long-name-of-one"))
          .anyMatch(line -> line.matches("state +halted, and over"))
          .anyMatch(line -> line.matches("halted for +step_cap: 1 of 1 steps used"))
          .anyMatch(line -> line.matches("tool +look 1x"))
          .anyMatch(line -> line.matches("arguments +#1 look \\{.*\\[redacted].*"))
          .noneMatch(line -> line.contains("secret 17"));
      assertThat(steering.lines("show", pid(jvm), "tw…"))
          .as("an id as the table cuts it on a terminal")
          .anyMatch(line -> line.matches("run +two"));

      assertThat(steering.lines("resume", pid(jvm), "a-long-name-of-one", "--extra-steps", "1"))
          .containsExactly("a-long-name-of-one goes on");
      assertThat(steering.lines("runs", pid(jvm))).noneMatch(line -> line.contains("halted"));
      endsWell(jvm);
    }
  }

  @OnEveryJdk
  void aRunThatIsClosedWhileNobodyWatchesIsLeftAllTheSame(ForkedContainer container) {
    Steering steering = new Steering(container, folder);
    try (ForkedJvm jvm = steering.start("")) {
      call(jvm, "one", 1, "look", "a", "page 1 of a tells of item 7919");
      steering.lines("halt", pid(jvm), "one");
      steering.lines("disable", pid(jvm));
      jvm.send("one close it");
      jvm.awaitLine("one.closed=1");
      steering.lines("enable", pid(jvm));

      jvm.send("one close it");
      jvm.awaitLine("one.closed=2");
      call(jvm, "one", 2, "look", "a", "page 2 of a tells of item 15838");
      endsWell(jvm);
    }
  }

  @OnEveryJdk
  void anAgentThatWasAttachedLateIsSteeredAsWell(ForkedContainer container) throws IOException {
    Steering steering = new Steering(container, folder);
    steering.configure("on-halt: {wait: 2m}\n");
    try (ForkedJvm jvm = container.start(Applications.steered(), new Guard.Absent(), folder)) {
      jvm.awaitLine("ready=true");
      Attacher.COMMAND_LINE.attach(container.jdk(), jvm.pid(), steering.configuration(), folder);
      call(jvm, "one", 1, "search", "a", "no match for a");
      steering.awaitSteps("one", 1);
      assertThat(steering.lines("ps"))
          .anyMatch(line -> line.matches(jvm.pid() + " +\\S*SteeredAgent +\\S+ +act +1 +0 +0"));
      assertThat(steering.lines("show", pid(jvm), "one"))
          .anyMatch(line -> line.matches("tool +search 1x"));

      steering.lines("halt", pid(jvm), "one");
      call(jvm, "one", 2, "search", "a", "halted operator: halted by an operator");
      steering.lines("reset", pid(jvm), "one");
      call(jvm, "one", 3, "look", "a", "page 1 of a tells of item 7919");

      steering.lines("freeze", pid(jvm));
      jvm.send("one look a");
      steering.awaitState("one", "waiting");
      steering.lines("unfreeze", pid(jvm));
      jvm.awaitLine("one.4=page 2 of a tells of item 15838");

      steering.lines("block", pid(jvm), "search");
      jvm.send("one search b");
      jvm.awaitLineMatching("one\\.5=The tool 'search' was blocked by an operator .*");
      steering.lines("unblock", pid(jvm), "search");
      call(jvm, "one", 6, "search", "b", "no match for b");

      steering.configure("on-halt: {wait: 2m}\nceilings: {steps: 1}\n");
      steering.lines("reload", pid(jvm));
      assertThat(steering.lines("config", pid(jvm)))
          .anyMatch(line -> line.matches("ceilings\\.steps: 1 {2}\\(.*guard\\.yaml:3:\\d+\\)"));
      jvm.send("one look a");
      steering.awaitState("one", "waiting");
      steering.lines("resume", pid(jvm), "one", "--extra-steps", "1");
      jvm.awaitLine("one.7=page 3 of a tells of item 23757");

      steering.lines("mode", pid(jvm), "observe");
      call(jvm, "one", 8, "look", "a", "page 4 of a tells of item 31676");
      steering.lines("mode", pid(jvm), "act");
      steering.lines("disable", pid(jvm));
      call(jvm, "one", 9, "look", "a", "page 5 of a tells of item 39595");
      steering.lines("enable", pid(jvm));
      jvm.send("one look a");
      steering.awaitState("one", "waiting");
      steering.lines("halt", pid(jvm), "one");
      jvm.awaitLineMatching("one\\.10=halted step_cap: .*");
      endsWell(jvm);
    }
  }

  @OnEveryJdk
  void withoutItsSocketItIsWatchedAllTheSame(ForkedContainer container) throws IOException {
    Files.writeString(folder.resolve("file"), "no folder");
    Outcome unusable = stuck(container, "control: {folder: file}\n");
    assertThatRun(unusable)
        .endedWell()
        .reports("result.halted.at", 5)
        .warns(".*cannot be steered from outside: no socket in .*file.*");

    Path open = Files.createDirectory(folder.resolve("open"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
    assertThatRun(stuck(container, "control: {folder: open}\n"))
        .reports("result.halted.at", 5)
        .warns(".*can be opened by others than its owner; chmod 700 it.*");

    assertThatRun(stuck(container, "control: off\n"))
        .reports("result.halted.at", 5)
        .doesNotWarn(".*steered.*");
  }

  @OnEveryJdk
  void whoCannotBeReachedIsExplained(ForkedContainer container) {
    Steering steering = new Steering(container, folder);
    assertThatRun(steering.command("runs", "999999999"))
        .exitedWith(3)
        .warns("process 999999999 cannot be reached: there is no such process");
    assertThatRun(steering.command("runs", Long.toString(ProcessHandle.current().pid())))
        .exitedWith(3)
        .warns("process .* cannot be reached: no agent listens in it\\. .*");
    assertThatRun(steering.command("runs", "demo"))
        .exitedWith(3)
        .warns("process demo cannot be reached: give its process id, as 'ps' lists it");
  }

  private Outcome stuck(ForkedContainer container, String yaml) {
    return container.run(Applications.stuck(), new Guard.AtStart(yaml), folder);
  }
}
