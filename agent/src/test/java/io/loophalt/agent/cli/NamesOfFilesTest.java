package io.loophalt.agent.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files are read whatever they are called. */
@Timeout(120)
class NamesOfFilesTest {

  private final Path directory;

  NamesOfFilesTest(@TempDir Path directory) {
    this.directory = directory;
  }

  /** As in a container, where nobody sets a locale. The names are given by their bytes. */
  @Test
  void namesThatTheLocaleHasNoLettersForAreRead() throws Exception {
    String messages = "{\"messages\":[{\"role\":\"assistant\",\"content\":\"%s\"}]}\n";
    Path folder = Files.createDirectories(in(directory.resolve("runs"), "f%C3%BCr"));
    Files.writeString(in(folder, "l%C3%A4ufe.jsonl"), messages.formatted("a"));
    Files.writeString(in(folder, "l%E4ufe.jsonl"), messages.formatted("b"));
    Files.writeString(in(folder, "l%F6ufe.jsonl"), messages.formatted("b"));
    Files.writeString(folder.resolve("plain.jsonl"), messages.formatted("c"));
    Path out = directory.resolve("out");
    Path err = directory.resolve("err");

    int code = inLocaleC(out, err, "replay", "--json", "runs");

    assertThat(Files.readString(err)).isEmpty();
    assertThat(Files.readAllLines(out))
        .extracting(line -> line.substring(0, line.indexOf(',')))
        .containsExactly(
            "{\"id\":\"l%E4ufe\"", "{\"id\":\"l%F6ufe\"", "{\"id\":\"läufe\"", "{\"id\":\"plain\"");
    assertThat(code).isZero();
  }

  @Test
  void aPageIsReplacedWhateverTheLocaleMakesOfALogsName() throws Exception {
    Path log = in(directory, "gr%C3%B6%C3%9Fe.jsonl");
    Files.writeString(log, "{\"messages\":[{\"role\":\"assistant\",\"content\":\"a\"}]}\n");
    Path page = Files.writeString(directory.resolve("page.html"), "old");
    Path out = directory.resolve("out");
    Path err = directory.resolve("err");

    inLocaleC(out, err, "report", "-o", "page.html", log.toString(), ".");

    assertThat(Files.readString(err)).doesNotContain("Exception: ");
    assertThat(Files.readString(page)).contains("</html>");
  }

  private int inLocaleC(Path out, Path err, String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(CommandLineMain.class.getName());
    command.addAll(List.of(arguments));
    ProcessBuilder process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    process.environment().put("LC_ALL", "C");
    return process.start().waitFor();
  }

  @Test
  void aNameThatNoFileCanHaveCannotBeRead() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Terminal terminal =
        new Terminal(
            new ByteArrayInputStream(new byte[0]),
            new PrintStream(new ByteArrayOutputStream(), true, UTF_8),
            new PrintStream(err, true, UTF_8),
            false);

    int code = CommandLineMain.run(terminal, new String[] {"replay", "a\0b.jsonl"});

    assertThat(err.toString(UTF_8)).contains("b.jsonl: cannot be read: ");
    assertThat(code).isEqualTo(ExitCode.BROKEN_INPUT);
  }

  private static Path in(Path folder, String encoded) {
    return Path.of(URI.create("file://" + folder.toUri().getRawPath() + "/" + encoded));
  }
}
