package io.loophalt.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What the command reads and what it writes. */
class LocalRunTest {

  private static final String RUN =
      "{\"id\":\"a\",\"steps\":[{\"turn\":0,\"tool\":\"t\",\"args\":{},\"result\":\"r\"}]}\n";

  private final Path folder;
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  LocalRunTest(@TempDir Path folder) {
    this.folder = folder;
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

    assertThat(
            run("-o", output.toString(), "--events", events.toString(), folder.toString()))
        .as("%s", err)
        .isZero();

    assertThat(Files.readAllLines(output)).hasSize(1).first().asString().contains("\"id\":\"a\"");
    assertThat(err.toString(UTF_8)).doesNotContain("out.jsonl", "events.jsonl");
  }

  private int run(String... arguments) {
    PrintStream told = new PrintStream(err, true, UTF_8);
    return new CommandLine(new LocalRun(told, told, false)).execute(arguments);
  }
}
