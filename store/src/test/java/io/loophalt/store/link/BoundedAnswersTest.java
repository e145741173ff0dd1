package io.loophalt.store.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisConnectionException;

/** No server makes the client ask for more memory than an answer may take. */
@Timeout(60)
class BoundedAnswersTest {

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "+OK\r\n",
        "-ERR no\r\n",
        ":7\r\n",
        "$-1\r\n",
        "$0\r\n\r\n",
        "$5\r\na\r\nb\n\r\n",
        "*-1\r\n",
        "*0\r\n",
        "*3\r\n$1\r\na\r\n*2\r\n:1\r\n$-1\r\n-ERR in it\r\n",
        "%1\r\n+key\r\n:1\r\n",
        "_\r\n",
        "#t\r\n"
      })
  void whatAServerSaysIsReadAsItIsHoweverItComesInPieces(String answer) throws IOException {
    byte[] many = bytes(answer.repeat(1_000));

    assertThat(new BoundedAnswers(new ByteArrayInputStream(many)).readAllBytes()).isEqualTo(many);
    try (InputStream slow = new BoundedAnswers(new ByteArrayInputStream(many))) {
      for (byte each : many) {
        assertThat(slow.read()).isEqualTo(each & 0xff);
      }
    }
  }

  @Test
  void manyAnswersAreNotOne() throws IOException {
    byte[] large = bytes("$4000000\r\n" + "x".repeat(4_000_000) + "\r\n");
    try (InputStream in =
        new BoundedAnswers(
            new SequenceInputStream(
                new ByteArrayInputStream(large), new ByteArrayInputStream(large)))) {
      assertThat(in.readAllBytes()).hasSize(2 * large.length);
    }
    byte[] both = bytes("*3\r\n" + new String(large, StandardCharsets.ISO_8859_1).repeat(3));
    assertThatThrownBy(() -> new BoundedAnswers(new ByteArrayInputStream(both)).readAllBytes())
        .isInstanceOf(IOException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "$2000000000\r\n",
        "$99999999999999999999\r\n",
        "$:::::::\r\n",
        "$-2\r\n",
        "*2147483000\r\n",
        "%2147483000\r\n",
        "*1000000\r\n",
        "+a\r\r\n"
      })
  void whatIsLargerThanAnyAnswerIsRefusedBeforeTheClientMakesRoom(String answer) throws Exception {
    assertRefused(answer);
  }

  @Test
  void noLineIsWithoutEndAndNoListTooDeep() throws Exception {
    assertRefused("+" + "x".repeat(100_000));
    assertRefused("*1\r\n".repeat(1_000));
    assertRefused("*400000\r\n".repeat(3));
  }

  /** Through the client, as a call of the application asks. */
  private static void assertRefused(String answer) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread serving =
          new Thread(
              () -> {
                try (Socket accepted = server.accept()) {
                  InputStream asked = accepted.getInputStream();
                  OutputStream said = accepted.getOutputStream();
                  assertThat(asked.read()).isNotNegative();
                  said.write(bytes(answer));
                  said.flush();
                  asked.readAllBytes();
                } catch (IOException closed) {
                  assertThat(closed).as("by the one that has refused it").isNotNull();
                }
              });
      serving.start();
      StoreConnection connection =
          StoreConnection.to(
              new HostAndPort("127.0.0.1", server.getLocalPort()),
              DefaultJedisClientConfig.builder()
                  .clientSetInfoConfig(ClientSetInfoConfig.DISABLED)
                  .build(),
              5_000);
      try (connection) {
        assertThatThrownBy(
                () ->
                    connection.ask(
                        new CommandArguments(Command.PING), StoreAddress.openingDeadline()))
            .isInstanceOf(JedisConnectionException.class)
            .rootCause()
            .hasMessageContaining("larger than any");
      }
      serving.join();
    }
  }
}
