package io.loophalt.operations.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
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

  /** Else one that stands still lets the others go on for ten seconds that were to be frozen. */
  @Test
  void ofSeveralEachIsAskedBeforeAnAnswerIsWaitedFor() throws Exception {
    Path silent = socket.resolveSibling("silent");
    try (ServerSocketChannel server = listening(socket)) {
      CompletableFuture<List<ControlClient.Reply>> replies;
      try (ServerSocketChannel standsStill = listening(silent)) {
        CompletableFuture<String> request =
            CompletableFuture.supplyAsync(
                () -> answerOnce(server, "{\"protocol\":1,\"ok\":true,\"result\":\"frozen\"}"));
        replies =
            CompletableFuture.supplyAsync(
                () ->
                    ControlClient.askAll(
                        List.of(silent, socket.resolveSibling("gone"), socket),
                        ControlClient.request("freeze"),
                        Duration.ofMinutes(2)),
                each -> new Thread(each).start()); // the pool may have one thread

        assertThat(standsStill.isOpen()).isTrue();
        assertThat(request.get(1, TimeUnit.MINUTES)).contains("freeze");
      }

      List<ControlClient.Reply> told = replies.get(1, TimeUnit.MINUTES);
      assertThatThrownBy(() -> told.get(0).get()).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> told.get(1).get()).isInstanceOf(IOException.class);
      assertThat(told.get(2).get().asText()).isEqualTo("frozen");
    }
  }

  @Test
  @Timeout(15) // each for itself would take twenty seconds
  void severalThatStandStillTakeNoLongerThanOne() throws IOException {
    List<ServerSocketChannel> servers = new ArrayList<>();
    List<Path> sockets = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      sockets.add(socket.resolveSibling("s" + i));
      servers.add(listening(sockets.get(i)));
    }

    List<ControlClient.Reply> replies =
        ControlClient.askAll(sockets, ControlClient.request("freeze"), Duration.ofSeconds(1));

    assertThat(replies)
        .hasSize(20)
        .allSatisfy(
            each ->
                assertThatThrownBy(each::get)
                    .isInstanceOf(SocketTimeoutException.class)
                    .hasMessage("no answer in time"));
    for (ServerSocketChannel each : servers) {
      each.close();
    }
  }

  private static ServerSocketChannel listening(Path socket) throws IOException {
    return ServerSocketChannel.open(StandardProtocolFamily.UNIX)
        .bind(UnixDomainSocketAddress.of(socket));
  }

  /** Asks one who takes the request and answers so, or closes the connection without a word. */
  private JsonNode answered(String answer) throws Exception {
    try (ServerSocketChannel server = listening(socket)) {
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
