package io.loophalt.compatibility.console;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A socket as an agent has it, behind which are as many runs as is asked for; a part of them moves
 * each time that it is asked. It says nothing that an agent does not say.
 */
final class PlayedAgent implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MOST = 1_000;

  private final ServerSocketChannel server;
  private final int pid;
  private final int runs;
  private final int moving;
  private int steps;

  PlayedAgent(Path folder, int pid, int runs, int moving) throws IOException {
    this.pid = pid;
    this.runs = runs;
    this.moving = moving;
    String name = pid + "-00000001";
    server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(folder.resolve(name + ".sock")));
    Files.writeString(
        folder.resolve(name + ".properties"), "pid=" + pid + "\nmain=Bot\nversion=1.0\n");
    begin(this::accept);
  }

  private static void begin(Runnable work) {
    Thread thread = new Thread(work, "played agent");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    try {
      while (true) {
        SocketChannel next = server.accept();
        begin(() -> serve(next));
      }
    } catch (IOException closed) {
      // The test is over.
    }
  }

  private void serve(SocketChannel channel) {
    try (channel) {
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(Channels.newInputStream(channel), StandardCharsets.UTF_8));
      boolean first = true;
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        boolean asksForChanges = JSON.readTree(line).path("command").asText().equals("changes");
        ObjectNode answer = JSON.createObjectNode().put("protocol", 1).put("ok", true);
        answer.set("result", asksForChanges ? changes(first) : detail());
        first &= !asksForChanges;
        ByteBuffer out = ByteBuffer.wrap((answer + "\n").getBytes(StandardCharsets.UTF_8));
        while (out.hasRemaining()) {
          channel.write(out);
        }
      }
    } catch (IOException gone) {
      // The console is over.
    } catch (RuntimeException broken) {
      throw new IllegalStateException(broken);
    }
  }

  private synchronized ObjectNode changes(boolean all) {
    steps++;
    ObjectNode changes = JSON.createObjectNode();
    ObjectNode agent = changes.putObject("agent");
    agent.put("mode", "act").put("enabled", true).put("live_runs", runs).put("halts", steps);
    agent
        .putArray("budgets")
        .addObject()
        .put("name", "team-a")
        .put("state", "open")
        .put("percent", steps % 100)
        .put("until", "2026-11-26T00:00:00Z");
    ArrayNode list = changes.putArray("runs");
    for (int i = 0; i < Math.min(MOST, all ? runs : moving); i++) {
      run(list.addObject(), all ? i : (i + steps * moving) % runs);
    }
    changes.putArray("gone");
    changes.putArray("orders");
    return changes.put("more", false);
  }

  private void run(ObjectNode run, int i) {
    run.put("id", "ticket-" + pid + "-" + i).put("task", "triage");
    run.put("state", i % 50 == 0 ? "nudged" : "going").put("steps", steps + i).put("turns", steps);
    run.put("tokens", 100L * steps + i).put("cost", 0.01 * steps).put("seconds", 60 + i);
    run.put("idle_seconds", 0).putNull("reason").putNull("parent");
    run.putObject("nearest")
        .put("detector", "news")
        .put("rule", "debt")
        .put("count", (i + steps) % 11)
        .put("halts_at", 12)
        .put("why", "nothing new");
  }

  private synchronized ObjectNode detail() {
    ObjectNode detail = JSON.createObjectNode();
    run(detail.putObject("run"), 0);
    detail.putArray("last_actions").add("look a1a1a1 result b1b1b1");
    return detail;
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
