package io.loophalt.compatibility.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A real server on the loopback interface, which can be killed and begun anew. */
final class RedisServer implements AutoCloseable {

  private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final Path folder;
  private final int port;
  private Process process;

  RedisServer(Path folder) {
    this.folder = folder;
    this.port = freePort();
    this.process = start();
  }

  private static int freePort() {
    try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return any.getLocalPort();
    } catch (IOException none) {
      throw new UncheckedIOException(none);
    }
  }

  private Process start() {
    List<String> command =
        new ArrayList<>(
            List.of(
                "redis-server",
                "--bind",
                "127.0.0.1",
                "--port",
                String.valueOf(port),
                "--dir",
                folder.toString(),
                "--save",
                "",
                "--appendonly",
                "yes",
                "--appendfsync",
                "always"));
    try {
      Process started =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("redis.log").toFile())
              .start();
      awaitPort();
      return started;
    } catch (IOException absent) {
      throw new UncheckedIOException("is redis-server on the path?", absent);
    }
  }

  private void awaitPort() throws IOException {
    long end = System.nanoTime() + MOST_NANOS;
    while (true) {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
        return;
      } catch (IOException notYet) {
        if (System.nanoTime() > end) {
          throw notYet;
        }
        LockSupport.parkNanos(10_000_000);
      }
    }
  }

  int port() {
    return port;
  }

  /** Kills it at once; its data is on the disk. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Sends a command as a person would. */
  void command(String... words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("redis-cli", "-p", String.valueOf(port)));
    command.addAll(List.of(words));
    int status = new ProcessBuilder(command).inheritIO().start().waitFor();
    if (status != 0) {
      throw new IOException(command + " ended with " + status);
    }
  }

  /** Holds it up, or lets it go on: {@code STOP} or {@code CONT}. */
  void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start().waitFor();
  }

  void restart() {
    process = start();
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
