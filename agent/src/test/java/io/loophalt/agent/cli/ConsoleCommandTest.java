package io.loophalt.agent.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

/** What becomes of a console that cannot be served; one that is served is tried with a browser. */
class ConsoleCommandTest {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void itIsToldWhichJvmsAreMeant() {
    assertThat(run("console")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("--all");
  }

  @Test
  void aPortIsOne() {
    assertThat(run("console", "--all", "--port", "70000")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("--port must be between 0 and 65535");
  }

  @Test
  void aPortThatIsTakenIsNamed() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());

      assertThat(run("console", "--all", "--port", port)).isEqualTo(2);
    }
    assertThat(err.toString(UTF_8)).contains("the page cannot be served on port ");
  }

  @Test
  void aJvmThatCannotBeReachedIsExplained() {
    assertThat(run("console", "999999999")).isEqualTo(3);
    assertThat(err.toString(UTF_8)).contains("999999999 cannot be reached: there is no such");
  }

  private int run(String... arguments) {
    Terminal terminal =
        new Terminal(
            new ByteArrayInputStream(new byte[0]),
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8),
            false);
    return CommandLineMain.run(terminal, arguments);
  }
}
