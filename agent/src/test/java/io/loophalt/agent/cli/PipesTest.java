package io.loophalt.agent.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A pipe is read to its end, and nobody wonders what a command waits for. */
@Timeout(120)
class PipesTest {

  private static final String RUN =
      "{\"id\":\"piped\",\"messages\":[{\"role\":\"assistant\",\"content\":\"well\"}]}\n";

  private final Path folder;

  PipesTest(@TempDir Path folder) {
    this.folder = folder;
  }

  /** What a command complains of, heard by whoever waits for the first of it. */
  private static final class Heard extends ByteArrayOutputStream {

    final CountDownLatch any = new CountDownLatch(1);

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) {
      super.write(bytes, offset, length);
      any.countDown();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"replay", "report --json", "tune"})
  void whoReadsAPipeSaysSoBeforeItWaits(String command) throws Exception {
    Path pipe = folder.resolve("runs");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Heard err = new Heard();
    CompletableFuture<Boolean> wasTold =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                boolean told = err.any.await(10, TimeUnit.SECONDS);
                Files.writeString(pipe, RUN);
                return told;
              } catch (Exception failed) {
                throw new IllegalStateException(failed);
              }
            });
    ByteArrayOutputStream out = new ByteArrayOutputStream();

    int code =
        CommandLineMain.run(
            new Terminal(
                new ByteArrayInputStream(new byte[0]),
                new PrintStream(out, true, UTF_8),
                new PrintStream(err, true, UTF_8),
                false),
            (command + ' ' + pipe).split(" "));

    assertThat(wasTold.get()).as("said before anything could be read").isTrue();
    assertThat(err.toString(UTF_8))
        .isEqualToIgnoringNewLines(
            "loophalt: " + pipe + ": is a pipe or a device, and is read until it ends");
    assertThat(out.toString(UTF_8)).isNotEmpty();
    assertThat(code).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "replay --json runs"})
  void aFullDiskIsSaidAndAReaderThatHasGoneIsNot(String command) throws Exception {
    Files.writeString(folder.resolve("runs"), RUN);
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String line =
        "'%s' -cp '%s' %s %s"
            .formatted(
                java,
                System.getProperty("java.class.path"),
                CommandLineMain.class.getName(),
                command);

    assertThat(shell(line + " > /dev/full"))
        .isEqualTo("loophalt: the output could not be written (No space left on device)\n141\n");
    assertThat(shell("mkfifo gone; exec 3<>gone 4>gone 3<&-; " + line + " >&4")).isEqualTo("141\n");
  }

  /** What is said on standard error, and the exit status. */
  private String shell(String line) throws Exception {
    Path told = folder.resolve("told");
    new ProcessBuilder("sh", "-c", "{ " + line + "; } 2>told; echo $? >>told")
        .directory(folder.toFile())
        .start()
        .waitFor();
    return Files.readString(told);
  }
}
