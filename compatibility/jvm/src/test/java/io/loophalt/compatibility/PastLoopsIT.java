package io.loophalt.compatibility;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.Artifacts;
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
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** What one JVM was stuck in, the next is told when it begins the same. */
@SpreadOverJdks
class PastLoopsIT {

  private static final Guard REMEMBERING = new Guard.AtStart("memory: {file: loops.json}\n");
  private static final String PLAIN = "no match for timeout";

  @TempDir Path folder;

  @OnEveryJdk
  void theSecondJvmIsNudgedAtTheSecondRepetitionWithWhatBecameOfTheFirst(ForkedContainer container)
      throws IOException {
    Outcome first = container.run(Applications.sameLoop(), REMEMBERING, folder);
    Outcome second = container.run(Applications.sameLoop(), REMEMBERING, folder);
    Outcome third = container.run(Applications.sameLoop(), REMEMBERING, folder);

    assertThatRun(first).endedWell().reports("answer.2", PLAIN).reports("halted.at", 5);
    assertThat(nudgedAt(first)).isEqualTo(3);
    assertThatRun(second).endedWell().reports("answer.1", PLAIN).reports("halted.at", 5);
    assertThat(nudgedAt(second)).isEqualTo(2);
    assertThat(answer(second, 2))
        .startsWith(PLAIN)
        .contains(
            "[Loophalt] Note of a monitor beside this run: `search` with this answer ended the last"
                + " run of this task;");
    assertThat(answer(third, 2)).contains("ended 2 of the last 2 runs of this task;");
    assertThat(Files.readString(folder.resolve("loops.json")))
        .contains("\"task\":\"repair\"")
        .doesNotContain("no match", "timeout");
    Path key = folder.resolve("loops.json.key");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
        .isEqualTo("rw-------");
  }

  @OnEveryJdk
  void theCommandLineListsExportsAndForgetsIt(ForkedContainer container) {
    container.run(Applications.sameLoop(), REMEMBERING, folder);

    Outcome listed = command(container, "memory", "list", "loops.json");
    Outcome exported = command(container, "memory", "export", "loops.json");
    Outcome forgotten = command(container, "memory", "forget", "--task", "repair", "loops.json");
    Outcome second = container.run(Applications.sameLoop(), REMEMBERING, folder);

    assertThatRun(listed).exitedWith(0);
    assertThat(listed.out()).contains("repair, 1 run since its first loop");
    assertThat(listed.out())
        .anyMatch(line -> line.matches("  [0-9a-f]{16}  .*  search  ended 1, went on 0, last .*"));
    assertThatRun(exported).exitedWith(0);
    assertThat(String.join("", exported.out())).contains("\"format\":\"loophalt-memory\"");
    assertThatRun(forgotten).exitedWith(0);
    assertThat(forgotten.out()).containsExactly("1 loop forgotten");
    assertThat(nudgedAt(second)).isEqualTo(3);
  }

  @OnEveryJdk
  void aFileOrAKeyThatIsRefusedNeverKeepsTheJvmFromStarting(ForkedContainer container)
      throws IOException {
    Files.writeString(folder.resolve("loops.json"), "{\"format\":\"loophalt-mem");
    Outcome torn = container.run(Applications.sameLoop(), REMEMBERING, folder);

    Files.write(folder.resolve("loops.json.key"), new byte[3]);
    Outcome short3 = container.run(Applications.sameLoop(), REMEMBERING, folder);

    assertThatRun(torn)
        .endedWell()
        .reports("halted.at", 5)
        .warns("\\[loophalt] .*the memory of past loops .*loops\\.json is not used: .*damaged.*");
    assertThatRun(short3)
        .endedWell()
        .reports("halted.at", 5)
        .warns(
            "\\[loophalt] the memory of past loops .* is not used: its key .*loops\\.json\\.key has"
                + " 3 bytes, and a key has 16 at least");
  }

  @OnEveryJdk
  void whoeverRemembersNothingLoadsNothingOfIt(ForkedContainer container) throws IOException {
    Path log = folder.resolve("loading.log");
    Application application = Applications.sameLoop().withOptions("-Xlog:class+load:file=" + log);

    Outcome outcome = container.run(application, new Guard.AtStart("mode: act\n"), folder);

    assertThatRun(outcome).endedWell().reports("halted.at", 5);
    assertThat(Files.readAllLines(log))
        .filteredOn(line -> line.contains(" io.loophalt."))
        .isNotEmpty()
        .noneMatch(line -> line.contains(".memory.") || line.contains("LoopSeen"));
  }

  private static int nudgedAt(Outcome outcome) {
    for (int call = 1; ; call++) {
      if (!answer(outcome, call).equals(PLAIN)) {
        return call;
      }
    }
  }

  private static String answer(Outcome outcome, int call) {
    return outcome.facts().get("answer." + call);
  }

  private Outcome command(ForkedContainer container, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(container.jdk().command("java"));
    command.add("-jar");
    command.add(Artifacts.agent().toString());
    command.addAll(List.of(arguments));
    try (ForkedJvm jvm = ForkedJvm.start(command, folder)) {
      return jvm.finish();
    }
  }
}
