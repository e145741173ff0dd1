package io.loophalt.compatibility.fleet;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A real Redis on the loopback interface, which keeps its data when it is killed. */
final class Store implements AutoCloseable {

  private final Path folder;
  private final int port = Servers.freePort();
  private Process process;

  private Store(Path folder) throws IOException {
    this.folder = folder;
    this.process = begun();
  }

  static Store start(Path folder) throws Exception {
    Store store = new Store(Files.createDirectories(folder.resolve("redis")));
    store.awaitPort();
    return store;
  }

  private Process begun() throws IOException {
    List<String> command = new ArrayList<>(List.of("redis-server", "--bind", "127.0.0.1"));
    command.addAll(List.of("--port", String.valueOf(port), "--dir", folder.toString()));
    command.addAll(List.of("--save", "", "--appendonly", "yes", "--appendfsync", "always"));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("redis.log").toFile()))
        .start();
  }

  private void awaitPort() throws Exception {
    Servers.await(
        "redis-server answers",
        () -> {
          try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
            return true;
          } catch (IOException notYet) {
            return false;
          }
        });
  }

  String address() {
    return "redis://127.0.0.1:" + port;
  }

  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  void restart() throws Exception {
    process = begun();
    awaitPort();
  }

  /** How many runs are halted in it. */
  long halted() throws Exception {
    long halted = 0;
    for (String key : ask("--scan", "--pattern", "loophalt:run:*").lines().toList()) {
      halted += ask("hget", key, "h").strip().equals("1") ? 1 : 0;
    }
    return halted;
  }

  /** What it answers to a command of a person. */
  String ask(String... words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("redis-cli", "-p", String.valueOf(port)));
    command.addAll(List.of(words));
    Process asked = new ProcessBuilder(command).start();
    String answer = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    asked.waitFor();
    return answer;
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
