package io.loophalt.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Holds the real agent, in a JVM of its own, to its promise that a guarded call leaves no garbage.
 */
class AllocationIT {

  private static final Path AGENT =
      Path.of("..", "agent", "target", "loophalt-agent.jar").toAbsolutePath().normalize();

  /** What measuring itself may cost: far below one byte a call. */
  private static final long MEASURING_BYTES = 1_024;

  @Test
  void aHundredThousandGuardedCallsAllocateNothing(@TempDir Path folder) throws Exception {
    long bytes = bytesAllocated(AllocationProbe.class, folder);

    assertThat(bytes)
        .as("bytes that the calling thread allocated in %d guarded calls", AllocationProbe.CALLS)
        .isLessThanOrEqualTo(MEASURING_BYTES);
  }

  @Test
  void theFirstGuardedCallOfAThreadAllocatesLessThanAKibibyte(@TempDir Path folder)
      throws Exception {
    long bytes = bytesAllocated(FreshThreadProbe.class, folder);

    assertThat(bytes)
        .as("bytes that a new thread allocated in a call of a run carried to it")
        .isLessThanOrEqualTo(1_024);
  }

  private static long bytesAllocated(Class<?> probe, Path folder)
      throws IOException, InterruptedException {
    Path output = folder.resolve("output.txt");
    Path errors = folder.resolve("errors.txt");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-javaagent:" + AGENT,
                "-D" + HealthyCalls.AGENT_EXPECTED + "=true",
                "-cp",
                System.getProperty("java.class.path"),
                probe.getName())
            .directory(folder.toFile())
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile())
            .start();
    try {
      assertThat(process.waitFor(2, TimeUnit.MINUTES)).as("ended in time").isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.exitValue())
        .as("exit status; standard error:%n%s", Files.readString(errors))
        .isZero();
    return Long.parseLong(Files.readString(output, StandardCharsets.UTF_8).strip());
  }
}
