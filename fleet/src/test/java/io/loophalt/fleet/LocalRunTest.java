package io.loophalt.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What the command reads and what it writes. */
class LocalRunTest {

  private static final String RUN =
      "{\"id\":\"a\",\"steps\":[{\"turn\":0,\"tool\":\"t\",\"args\":{},\"result\":\"r\"}]}\n";

  private final Path folder;
  private final Path config;
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  /** All tests of this JVM make their digests under one key. */
  LocalRunTest(@TempDir Path folder, @TempDir Path settings) throws IOException {
    this.folder = folder;
    Path key = Files.writeString(settings.resolve("digest.key"), "a key for tests alone");
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    this.config = Files.writeString(settings.resolve("a.yaml"), "digest-key: {file: digest.key}");
  }

  @Test
  void whatIsReadIsNotOverwritten() throws Exception {
    Path file = Files.writeString(folder.resolve("a.jsonl"), RUN);
    Path link = Files.createSymbolicLink(folder.resolve("link.jsonl"), file);

    assertThat(run("-o", file.toString(), file.toString())).isEqualTo(2);
    assertThat(run("--events", link.toString(), file.toString())).isEqualTo(2);

    assertThat(file).hasContent(RUN);
    assertThat(err.toString(UTF_8).lines())
        .containsExactly(
            "loophalt: " + file + " would take the place of what is read",
            "loophalt: " + link + " would take the place of what is read");
  }

  /** As where the command is given twice. */
  @Test
  void whatIsWrittenIntoAFolderThatIsReadIsNotRead() throws Exception {
    Files.writeString(folder.resolve("a.jsonl"), RUN);
    Path output = Files.writeString(folder.resolve("out.jsonl"), "of the last time\n");
    Path events = Files.writeString(folder.resolve("events.jsonl"), "of the last time\n");

    assertThat(run("-o", output.toString(), "--events", events.toString(), folder.toString()))
        .as("%s", err)
        .isZero();

    assertThat(Files.readAllLines(output)).hasSize(1).first().asString().contains("\"id\":\"a\"");
    assertThat(err.toString(UTF_8)).doesNotContain("out.jsonl", "events.jsonl");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-o", "--events"})
  void whatCannotBeWrittenIsSaid(String option) throws Exception {
    Path file = Files.writeString(folder.resolve("a.jsonl"), RUN);

    assertThat(run(option, "/dev/full", file.toString())).isEqualTo(2);

    assertThat(err.toString(UTF_8)).contains("loophalt: cannot write all of it to /dev/full");
  }

  private int run(String... arguments) {
    PrintStream told = new PrintStream(err, true, UTF_8);
    List<String> all = new ArrayList<>(List.of("--config", config.toString()));
    all.addAll(List.of(arguments));
    return new CommandLine(new LocalRun(told, told, false)).execute(all.toArray(new String[0]));
  }
}
