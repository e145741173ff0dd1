package io.loophalt.compatibility.harness;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
import java.util.Set;
import java.util.stream.Stream;

/**
 * A person who steers the runs of a forked JVM, over the socket that the command line uses. Speaks
 * for itself, so that no class of ours is between the test and what it tests.
 */
final class Operator {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path folder;
  private final Set<String> known = new HashSet<>();

  /** Of the one JVM whose agent listens in this folder. */
  Operator(Path folder) {
    this.folder = folder;
  }

  /** An order without more. */
  static ObjectNode order(String command) {
    return JSON.createObjectNode().put("protocol", 1).put("command", command);
  }

  /** Gives an order, which must be followed. */
  JsonNode follow(ObjectNode order) {
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

  private Path socket() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(each -> each.toString().endsWith(".sock")).findAny().orElseThrow();
    }
  }

  /** The one outermost run that goes on and was not there when this was asked before. */
  String newRun() {
    List<String> begun = new ArrayList<>();
    for (JsonNode run : follow(order("runs"))) {
      if (known.add(run.path("id").asText()) && run.path("parent").isNull()) {
        begun.add(run.path("id").asText());
      }
    }
    assertThat(begun).as("outermost runs that have begun").hasSize(1);
    return begun.get(0);
  }

  /** Whether it waits for a person. */
  boolean waits(String run) {
    for (JsonNode each : follow(order("runs"))) {
      if (each.path("id").asText().equals(run)) {
        return each.path("state").asText().equals("waiting");
      }
    }
    return false;
  }
}
