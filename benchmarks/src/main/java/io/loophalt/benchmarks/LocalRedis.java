package io.loophalt.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A {@code redis-server} of this machine while something is measured, and JVMs that use it. */
final class LocalRedis implements AutoCloseable {

  private final int port;
  private final Path folder;
  private final Process server;

  /** Starts it, on the loopback interface; what it and JVMs write goes into a folder. */
  LocalRedis(int port, Path folder) throws IOException, InterruptedException {
    this.port = port;
    this.folder = folder;
    this.server =
        new ProcessBuilder(
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
                "no")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("redis.log").toFile())
            .start();
    while (!ask("ping").equals("PONG") && server.isAlive()) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  /** The lines of a configuration by which a JVM shares what is in it. */
  String settings() throws IOException {
    Path key = folder.resolve("digest.key");
    if (!Files.exists(key)) {
      Files.createFile(
          key, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.write(key, new byte[32]);
    }
    return "digest-key: {file: digest.key}\nstore: {url: \"redis://127.0.0.1:"
        + port
        + "\", timeout: 1s}\n";
  }

  /** What it answers to a person. */
  String ask(String... words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("redis-cli", "-p", String.valueOf(port)));
    command.addAll(List.of(words));
    return run(command.toArray(String[]::new));
  }

  /** How often a client has asked it to run a script, with its text or without. */
  long scripts() throws IOException, InterruptedException {
    long calls = 0;
    for (String line : ask("info", "commandstats").split("\r?\n")) {
      if (line.startsWith("cmdstat_eval:") || line.startsWith("cmdstat_evalsha:")) {
        calls += Long.parseLong(line.replaceAll(".*:calls=([0-9]+),.*", "$1"));
      }
    }
    return calls;
  }

  /** What a program prints. */
  static String run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return output.strip();
  }

  /** A program in a JVM with the agent, on the class path of this one. */
  Process guarded(String agent, Path configuration, Class<?> program, int number, int argument)
      throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-javaagent:" + agent + "=config=" + configuration,
            "-cp",
            System.getProperty("java.class.path"),
            program.getName(),
            String.valueOf(argument))
        .redirectError(folder.resolve("worker" + number + ".err").toFile())
        .start();
  }

  @Override
  public void close() {
    server.destroyForcibly().onExit().join();
  }
}
