package io.loophalt.operations.control;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A connection to a JVM's {@link ControlSocket}. Of one thread. */
public final class ControlClient implements AutoCloseable {

  private static final Duration MOST_WAIT = Duration.ofSeconds(10);

  private final Lines lines;

  /**
   * Connects.
   *
   * @throws SocketTimeoutException if somebody listens there who lets nobody in
   * @throws IOException if nobody listens there
   */
  public ControlClient(Path socket) throws IOException {
    this.lines = Lines.ofAgent(connected(socket));
  }

  /**
   * Without waiting: a JVM that stands still lets nobody in, and none are queued beyond some 50.
   */
  private static SocketChannel connected(Path socket) throws IOException {
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      channel.configureBlocking(false);
      if (!isConnected(channel, socket)) {
        throw new SocketTimeoutException(
            "no answer: it lets nobody in, as a JVM that stands still");
      }
      return channel;
    } catch (IOException | RuntimeException refused) {
      channel.close();
      throw refused;
    }
  }

  /**
   * False if somebody listens who lets nobody in.
   *
   * @throws IOException if nobody listens
   */
  private static boolean isConnected(SocketChannel channel, Path socket) throws IOException {
    try {
      return channel.connect(UnixDomainSocketAddress.of(socket));
    } catch (ConnectException | BindException refused) { // Nobody listens, or nobody may ask.
      throw refused;
    } catch (SocketException refused) {
      if (!Files.exists(socket)) {
        throw refused;
      }
      return false;
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

  /** What came of a request to one of several. */
  public interface Reply {
    /**
     * The answer.
     *
     * @throws ControlException if the order was refused
     * @throws IOException if no answer came, or one that is none
     */
    JsonNode get() throws IOException, ControlException;
  }

  /**
   * Asks several, and waits for all answers together for at most ten seconds. Each is asked before
   * the first answer is waited for: one may stand still.
   *
   * @return what came of it, in the order of the sockets
   */
  public static List<Reply> askAll(List<Path> sockets, ObjectNode request) {
    return askAll(sockets, request, MOST_WAIT);
  }

  static List<Reply> askAll(List<Path> sockets, ObjectNode request, Duration most) {
    long deadline = System.nanoTime() + most.toNanos();
    List<Function<Duration, Reply>> asked = new ArrayList<>();
    for (Path each : sockets) {
      asked.add(asked(each, request, most));
    }
    List<Reply> replies = new ArrayList<>();
    for (Function<Duration, Reply> each : asked) {
      replies.add(each.apply(Duration.ofNanos(deadline - System.nanoTime())));
    }
    return replies;
  }

  /** Asks, and returns how what comes of it is waited for. */
  private static Function<Duration, Reply> asked(Path socket, ObjectNode request, Duration most) {
    try {
      ControlClient client = new ControlClient(socket);
      try {
        client.lines.write(request.toString(), most);
      } catch (IOException gone) {
        client.close();
        throw gone;
      }
      return rest -> reply(client, rest);
    } catch (IOException gone) {
      return rest ->
          () -> {
            throw gone;
          };
    }
  }

  private static Reply reply(ControlClient client, Duration most) {
    try (client) {
      JsonNode answer = client.answer(most);
      return () -> answer;
    } catch (IOException gone) {
      return () -> {
        throw gone;
      };
    } catch (ControlException refused) {
      return () -> {
        throw refused;
      };
    }
  }

  /**
   * Asks, and waits for the answer for at most ten seconds.
   *
   * @throws ControlException if the order was refused
   * @throws IOException if no answer came, or one that is none
   */
  public JsonNode ask(ObjectNode request) throws IOException, ControlException {
    lines.write(request.toString(), MOST_WAIT);
    return answer(MOST_WAIT);
  }

  private JsonNode answer(Duration most) throws IOException, ControlException {
    String line = lines.read(most);
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
