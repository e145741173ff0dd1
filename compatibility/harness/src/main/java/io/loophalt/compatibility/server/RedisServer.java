package io.loophalt.compatibility.server;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** A real server on the loopback interface, which can be killed and begun anew. */
public final class RedisServer implements AutoCloseable {

  private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(30);

  /** What such servers are called, the one that is taken first; each has a client of its own. */
  private static final List<String> KNOWN = List.of("redis-server", "valkey-server");

  private final String program;
  private final Path folder;
  private final int port;
  private final List<String> more;
  private Process process;

  public RedisServer(Path folder) {
    this(folder, FreePorts.next(), List.of());
  }

  /** One with more options on its command line, each of which comes after all others. */
  public RedisServer(Path folder, int port, List<String> more) {
    this(any(), folder, port, more);
  }

  /** The same of one kind of server, as {@link #programs} names them. */
  public RedisServer(String program, Path folder, int port, List<String> more) {
    this.program = program;
    this.folder = folder;
    this.port = port;
    this.more = more;
    this.process = start();
  }

  /** All kinds that this machine has on its path. */
  public static List<String> programs() {
    List<String> found = new ArrayList<>();
    for (String each : KNOWN) {
      for (String folder : System.getenv("PATH").split(File.pathSeparator, -1)) {
        if (!found.contains(each) && Files.isExecutable(Path.of(folder, each))) {
          found.add(each);
        }
      }
    }
    return found;
  }

  private static String any() {
    List<String> all = programs();
    return all.isEmpty() ? KNOWN.get(0) : all.get(0);
  }

  private String client() {
    return program.replace("-server", "-cli");
  }

  /** One that knows which of others is the master. */
  public static RedisServer sentinel(Path folder, int port, Path file) {
    return new RedisServer(folder, port, List.of(file.toString(), "--sentinel"));
  }

  private Process start() {
    boolean isSentinel = more.contains("--sentinel");
    List<String> command = new ArrayList<>(List.of(program));
    if (isSentinel) {
      command.addAll(more);
    }
    command.addAll(
        List.of("--bind", "127.0.0.1", "--port", String.valueOf(port), "--dir", folder.toString()));
    if (!isSentinel) {
      // What it has answered it has written: a killed process loses nothing of that. To wait for
      // the disk as well, which only a loss of power needs, took half of a replay's time.
      command.addAll(List.of("--save", "", "--appendonly", "yes", "--appendfsync", "no"));
      command.addAll(more);
    }
    try {
      Process started =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("redis.log").toFile())
              .start();
      try {
        awaitPort(port);
      } catch (IOException nobody) {
        started.destroyForcibly();
        throw new IOException(
            "see its log: " + Files.readString(folder.resolve("redis.log")), nobody);
      }
      return started;
    } catch (IOException absent) {
      throw new UncheckedIOException("is " + program + " on the path?", absent);
    }
  }

  /** Waits until somebody listens there. */
  public static void awaitPort(int port) throws IOException {
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

  public int port() {
    return port;
  }

  /** Kills it at once; its data is in its file. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Sends a command as a person would. */
  public void command(String... words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(client(), "-p", String.valueOf(port)));
    command.addAll(List.of(words));
    Process sent = new ProcessBuilder(command).redirectErrorStream(true).start();
    String answer = new String(sent.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int status = sent.waitFor();
    if (status != 0) {
      throw new IOException(command + " ended with " + status + ": " + answer);
    }
  }

  /** What it answers to a command of a person. */
  public String ask(String... words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(client(), "-p", String.valueOf(port)));
    command.addAll(List.of(words));
    Process asked = new ProcessBuilder(command).start();
    String answer = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    asked.waitFor();
    return answer;
  }

  /** What it answers to several commands on one connection, a line each. */
  public String script(String lines) throws IOException, InterruptedException {
    Process asked = new ProcessBuilder(client(), "-p", String.valueOf(port)).start();
    asked.getOutputStream().write(lines.getBytes(StandardCharsets.UTF_8));
    asked.getOutputStream().close();
    String answer = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    asked.waitFor();
    return answer;
  }

  /** Waits until this replica has all that was told its master by now. */
  public void awaitAllOf(RedisServer master) throws IOException, InterruptedException {
    long wanted = master.offset("master_repl_offset");
    long end = System.nanoTime() + MOST_NANOS;
    while (offset("slave_repl_offset") < wanted) {
      if (System.nanoTime() > end) {
        throw new IOException("the replica stays behind");
      }
      LockSupport.parkNanos(10_000_000);
    }
  }

  private long offset(String name) throws IOException, InterruptedException {
    return Long.parseLong(
        ask("info", "replication").replaceAll("(?s).*" + name + ":([0-9]+).*", "$1"));
  }

  /** Waits until it answers with this somewhere. */
  public void await(String wanted, String... words) throws IOException, InterruptedException {
    long end = System.nanoTime() + MOST_NANOS;
    while (!ask(words).contains(wanted)) {
      if (System.nanoTime() > end) {
        throw new IOException("'" + wanted + "' did not come");
      }
      LockSupport.parkNanos(10_000_000);
    }
  }

  /** Its data is gone; while it is killed. */
  public void forget() throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve("appendonlydir"))) {
      for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }

  /** Holds it up, or lets it go on: {@code STOP} or {@code CONT}. */
  public void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start().waitFor();
  }

  public void restart() {
    process = start();
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
