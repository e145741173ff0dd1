package io.loophalt.compatibility.ownextension;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.Artifacts;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.Jdk;
import io.loophalt.compatibility.harness.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever follows {@code docs/extensions.md} in an empty folder sees what the page shows. */
class ExtensionsPageIT {

  /** The folder in what the page shows. */
  private static final String FOLDER = "/home/me/acme";

  private static final String JDK = " \\| JDK [^|]+ \\|";

  private static final Predicate<String> OURS = line -> line.startsWith("[loophalt]");

  @Test
  void fromAnEmptyFolderToTheFirstHalt(@TempDir Path temporary) throws IOException {
    Path folder = Files.createDirectories(temporary.resolve("acme")).toRealPath();
    for (Map.Entry<String, String> file : ExtensionsPage.files().entrySet()) {
      Path path = folder.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.writeString(path, file.getValue());
    }
    Files.createSymbolicLink(folder.resolve("loophalt-agent.jar"), Artifacts.agent());
    Maven maven = Maven.of(temporary.resolve("maven"));

    List<String> printed = new ArrayList<>();
    for (ExtensionsPage.Command command : ExtensionsPage.commands()) {
      List<String> words = new ArrayList<>(Arrays.asList(command.line().split(" ")));
      String program = words.remove(0);
      if (program.equals("mvn")) {
        maven.run(folder, words.toArray(String[]::new));
      } else {
        words.add(0, Jdk.running().command(program));
        printed.addAll(command.printed());
        try (ForkedJvm jvm = ForkedJvm.start(words, folder)) {
          comparePrinted(command, jvm.finish(), folder);
        }
      }
    }
    assertThat(printed).as("the first halt").anyMatch(line -> line.startsWith("[loophalt] halted"));
  }

  /** The streams come to a terminal in no certain order. */
  private static void comparePrinted(ExtensionsPage.Command command, Outcome outcome, Path folder) {
    assertThatRun(outcome).exitedWith(0);
    List<String> expected =
        command.printed().stream()
            .map(line -> line.replace(FOLDER, folder.toString()))
            .map(
                line ->
                    line.replaceFirst(JDK, " | JDK " + System.getProperty("java.version") + " |"))
            .toList();
    assertThat(outcome.out()).as(outcome.describe()).isEqualTo(without(OURS, expected));
    assertThat(outcome.err()).as(outcome.describe()).isEqualTo(without(OURS.negate(), expected));
  }

  private static List<String> without(Predicate<String> some, List<String> lines) {
    return lines.stream().filter(some.negate()).toList();
  }
}
