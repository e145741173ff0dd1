package io.loophalt.compatibility.harness.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loophalt.compatibility.harness.ForkedJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A person who steers the runs of a forked JVM, over the socket that the command line uses. Speaks
 * for itself, so that no class of ours is between the test and what it tests.
 */
public final class Operator {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long PAUSE_NANOS = 5_000_000;
  private static final String DESCRIPTION = ".properties";

  private final Path folder;
  private final Set<String> known = new HashSet<>();

  /** Of the one JVM whose agent listens in this folder. */
  public Operator(Path folder) {
    this.folder = folder;
  }

  /** An order without more. */
  public static ObjectNode order(String command) {
    return JSON.createObjectNode().put("protocol", 1).put("command", command);
  }

  /** Gives an order, which must be followed. */
  public JsonNode follow(ObjectNode order) {
    try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket()))) {
      channel.write(ByteBuffer.wrap((order + "\n").getBytes(StandardCharsets.UTF_8)));
      BufferedReader lines =
          new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8));
      JsonNode answer = JSON.readTree(lines.readLine());
      assertThat(answer.path("ok").asBoolean()).as("%s: %s", order, answer).isTrue();
      return answer.path("result");
    } catch (IOException e) {
      throw new UncheckedIOException("nobody follows " + order, e);
    }
  }

  /** The agent opens it beside the first run, which does not wait for it. */
  private Path socket() throws IOException {
    long deadline = System.nanoTime() + ForkedJvm.TIME_LIMIT.toNanos();
    while (true) {
      if (Files.isDirectory(folder)) {
        try (Stream<Path> files = Files.list(folder)) {
          // The description comes when somebody listens.
          Optional<String> name =
              files
                  .map(Path::toString)
                  .filter(each -> each.endsWith(DESCRIPTION))
                  .map(each -> each.substring(0, each.length() - DESCRIPTION.length()))
                  .findAny();
          if (name.isPresent()) {
            return Path.of(name.get() + ".sock");
          }
        }
      }
      pause(deadline);
    }
  }

  /** Between two questions, which else keep busy what is waited for. */
  static void pause(long deadline) {
    assertThat(System.nanoTime() - deadline).as("nanoseconds beyond the limit").isNegative();
    LockSupport.parkNanos(PAUSE_NANOS);
  }

  /** The one outermost run that goes on and was not there when this was asked before. */
  String newRun() {
    List<String> begun = newRuns();
    assertThat(begun).as("outermost runs that have begun").hasSize(1);
    return begun.get(0);
  }

  /** The outermost runs that go on and were not there when this was asked before. */
  List<String> newRuns() {
    List<String> begun = new ArrayList<>();
    for (JsonNode run : follow(order("runs"))) {
      boolean outermost = run.path("parent").isNull();
      boolean goesOn = !run.path("state").asText().equals("halted");
      if (known.add(run.path("id").asText()) && outermost && goesOn) {
        begun.add(run.path("id").asText());
      }
    }
    return begun;
  }

  /** The run that waits for a person, which may be one inside the outermost; null if none does. */
  @Nullable String waiting() {
    for (JsonNode each : follow(order("runs"))) {
      if (each.path("state").asText().equals("waiting")) {
        return each.path("id").asText();
      }
    }
    return null;
  }
}
