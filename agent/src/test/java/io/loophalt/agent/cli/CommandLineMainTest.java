package io.loophalt.agent.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.operations.memory.MemoryContents;
import io.loophalt.operations.memory.MemoryFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What every command line tool can be asked. */
class CommandLineMainTest {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  static List<String> names() {
    return CommandLineMain.NAMES;
  }

  @Test
  void helpNamesEveryCommand() {
    assertThat(run("--help")).isZero();

    assertThat(out.toString(UTF_8)).startsWith("Usage: loophalt").contains(CommandLineMain.NAMES);
    assertThat(err.toString(UTF_8)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("names")
  void everyCommandExplainsItselfWithoutItsOtherArguments(String command) {
    assertThat(run(command, "--help")).isZero();
    assertThat(run(command, "-h")).isZero();
    assertThat(run("help", command)).isZero();

    assertThat(out.toString(UTF_8).split("Usage: loophalt " + command, -1)).hasSize(4);
    assertThat(err.toString(UTF_8)).isEmpty();
  }

  @Test
  void shellsCompleteCommandsAndTheirOptions() {
    assertThat(run("completion")).isZero();

    assertThat(out.toString(UTF_8))
        .startsWith("#!/usr/bin/env bash")
        .contains("check-config", "--extra-steps", "complete -F", "loophalt");
    assertThat(err.toString(UTF_8)).isEmpty();
  }

  @Test
  void theVersionIsOneLine() {
    assertThat(run("--version")).isZero();

    assertThat(out.toString(UTF_8)).matches("loophalt \\S+\\R");
  }

  @Test
  void withoutACommandItSaysHowItIsUsed() {
    assertThat(run()).isEqualTo(2);

    assertThat(err.toString(UTF_8)).startsWith("Usage: loophalt");
  }

  @Test
  void aMisspeltCommandIsAnsweredWithTheOneOfTheFewestEdits() {
    assertThat(run("hlat", "1", "2")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("Did you mean: loophalt halt?");
  }

  /** None of two runs is not 'no live runs'. */
  @ParameterizedTest
  @ValueSource(strings = {"0", "-5"})
  void fewerRunsThanOneAreNotAskedFor(String most) {
    assertThat(run("runs", "1", "--most", most)).isEqualTo(2);

    assertThat(err.toString(UTF_8)).contains("--most must be 1 or more, not " + most);
  }

  @Test
  void namesOfFilesAndArgumentsForgeNoLine() {
    String forged = "a\n[loophalt] forged\u001b[2J\u202e";
    String shown = "a\\u000a[loophalt] forged\\u001b[2J\\u202e";

    assertThat(run("replay", forged)).isEqualTo(1);
    assertThat(run("check-config", forged)).isEqualTo(2);
    assertThat(run("replay", "--config", forged, "recording.jsonl")).isEqualTo(2);
    assertThat(run("attach", forged)).isEqualTo(2);
    assertThat(run("replay", "--" + forged, "recording.jsonl")).isEqualTo(2);

    assertThat(err.toString(UTF_8))
        .doesNotContain(forged, "\u001b", "\u202e")
        .satisfies(text -> assertThat(text.split(Pattern.quote(shown), -1)).hasSizeGreaterThan(5));
    assertThat(err.toString(UTF_8).lines()).noneMatch(line -> line.startsWith("[loophalt]"));
  }

  /** As on a full disk: who copies a memory by exporting it would take half of it for all. */
  @ParameterizedTest
  @ValueSource(strings = {"--version", "ps --json", "check-config --json %s", "memory list %s"})
  void whatCannotBePrintedIsNoSuccess(String command, @TempDir Path folder) throws IOException {
    Path file = folder.resolve("file");
    if (command.startsWith("memory")) {
      new MemoryFile(file).change(none -> new MemoryContents("siphash-2-4/1:1a2b3c4d", List.of()));
    } else {
      Files.writeString(file, "mode: act\n");
    }
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("No space left on device");
          }
        };

    int code =
        CommandLineMain.run(
            new Terminal(
                new ByteArrayInputStream(new byte[0]),
                new PrintStream(full, false, UTF_8),
                new PrintStream(err, true, UTF_8),
                false),
            command.formatted(file).split(" "));

    assertThat(code).as("%s", err).isEqualTo(141);
  }

  private int run(String... arguments) {
    return CommandLineMain.run(
        new Terminal(
            new ByteArrayInputStream(new byte[0]),
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8),
            false),
        arguments);
  }
}
