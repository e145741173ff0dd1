package io.loophalt.operations.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a command makes of what answers at a socket, be it an agent or not. */
class ControlClientTest {

  private final Path socket;

  ControlClientTest(@TempDir Path folder) {
    this.socket = folder.resolve("s");
  }

  @Test
  void anAgentOfThisVersionIsUnderstood() throws Exception {
    assertThat(answered("{\"protocol\":1,\"ok\":true,\"result\":\"one goes on\"}").asText())
        .isEqualTo("one goes on");
  }

  @Test
  void anAgentOfAnotherVersionIsNotMisunderstoodAndBothVersionsAreNamed() {
    assertThatThrownBy(() -> answered("{\"protocol\":2,\"ok\":true,\"result\":\"one goes on\"}"))
        .isInstanceOf(ControlException.class)
        .hasMessage(
            "the agent there speaks version 2 of the protocol and this command line version 1;"
                + " use the jar that the agent is of");
  }

  @Test
  void aRefusalHasTheWordsOfTheAgent() {
    assertThatThrownBy(() -> answered("{\"protocol\":1,\"ok\":false,\"error\":\"no such run\"}"))
        .isInstanceOf(ControlException.class)
        .hasMessage("no such run");
  }

  @Test
  void whatIsNoAgentIsSaidToBeNone() {
    assertThatThrownBy(() -> answered("220 mail.example.org ESMTP"))
        .isInstanceOf(IOException.class)
        .hasMessage("what answers there is no agent");
  }

  @Test
  void anAgentThatIsGoneBeforeItAnswersIsSaidToBe() {
    assertThatThrownBy(() -> answered(""))
        .isInstanceOf(IOException.class)
        .hasMessage("the agent has closed the connection");
  }

  /** Asks one who takes the request and answers so, or closes the connection without a word. */
  private JsonNode answered(String answer) throws Exception {
    try (ServerSocketChannel server =
        ServerSocketChannel.open(StandardProtocolFamily.UNIX)
            .bind(UnixDomainSocketAddress.of(socket))) {
      CompletableFuture<String> request =
          CompletableFuture.supplyAsync(() -> answerOnce(server, answer));
      try (ControlClient client = new ControlClient(socket)) {
        return client.ask(ControlClient.request("agent"));
      } finally {
        assertThat(request.get(1, TimeUnit.MINUTES))
            .isEqualTo("{\"protocol\":1,\"command\":\"agent\"}");
      }
    }
  }

  private static String answerOnce(ServerSocketChannel server, String answer) {
    try (SocketChannel client = server.accept();
        BufferedReader in =
            new BufferedReader(Channels.newReader(client, StandardCharsets.UTF_8))) {
      String request = in.readLine();
      if (!answer.isEmpty()) {
        client.write(StandardCharsets.UTF_8.encode(answer + '\n'));
      }
      return request;
    } catch (IOException gone) {
      return String.valueOf(gone);
    }
  }
}
