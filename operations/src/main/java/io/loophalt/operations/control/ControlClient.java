package io.loophalt.operations.control;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;

/** A connection to a JVM's {@link ControlSocket}. Of one thread. */
public final class ControlClient implements AutoCloseable {

  private static final Duration MOST_WAIT = Duration.ofSeconds(10);

  private final Lines lines;

  /**
   * Connects.
   *
   * @throws IOException if nobody listens there
   */
  public ControlClient(Path socket) throws IOException {
    SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
    try {
      this.lines = Lines.ofAgent(channel);
    } catch (IOException | RuntimeException unusable) {
      channel.close();
      throw unusable;
    }
  }

  /** A request to be filled with what the command needs. */
  public static ObjectNode request(String command) {
    return ControlProtocol.JSON
        .createObjectNode()
        .put("protocol", ControlProtocol.VERSION)
        .put("command", command);
  }

  /** The same by which others see who has given it: {@code command line} or {@code console}. */
  public static ObjectNode order(String command, String by) {
    return request(command).put("by", by);
  }

  /**
   * Asks, and waits for the answer for at most ten seconds.
   *
   * @throws ControlException if the order was refused
   * @throws IOException if no answer came, or one that is none
   */
  public JsonNode ask(ObjectNode request) throws IOException, ControlException {
    lines.write(request.toString(), MOST_WAIT);
    String line = lines.read(MOST_WAIT);
    if (line == null) {
      throw new IOException("the agent has closed the connection");
    }
    JsonNode answer;
    try {
      answer = ControlProtocol.JSON.readTree(line);
    } catch (JsonProcessingException unreadable) {
      throw new IOException("what answers there is no agent", unreadable);
    }
    if (!answer.path("protocol").isInt()) {
      throw new IOException("what answers there is no agent");
    }
    int protocol = answer.path("protocol").asInt();
    if (protocol != ControlProtocol.VERSION) {
      throw new ControlException(
          "the agent there speaks version "
              + protocol
              + " of the protocol and this command line version "
              + ControlProtocol.VERSION
              + "; use the jar that the agent is of");
    }
    if (!answer.path("ok").asBoolean()) {
      throw new ControlException(answer.path("error").asText());
    }
    return answer.path("result");
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
