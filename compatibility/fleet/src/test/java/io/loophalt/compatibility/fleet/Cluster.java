package io.loophalt.compatibility.fleet;

import io.loophalt.compatibility.server.FreePorts;
import io.loophalt.compatibility.server.Servers;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A JobManager and two TaskManagers of Flink, a JVM each, with checkpoints on disk. */
final class Cluster {

  private static final String JOB_MANAGER =
      "org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint";
  private static final String TASK_MANAGER =
      "org.apache.flink.runtime.taskexecutor.TaskManagerRunner";

  /** Without the scripts of a distribution, which work these out. */
  private static final List<String> MEMORY =
      List.of(
          "taskmanager.cpu.cores: 2.0",
          "taskmanager.memory.framework.heap.size: 128m",
          "taskmanager.memory.framework.off-heap.size: 128m",
          "taskmanager.memory.task.heap.size: 256m",
          "taskmanager.memory.task.off-heap.size: 0m",
          "taskmanager.memory.network.min: 64m",
          "taskmanager.memory.network.max: 64m",
          "taskmanager.memory.managed.size: 128m",
          "taskmanager.memory.jvm-metaspace.size: 256m",
          "taskmanager.memory.jvm-overhead.min: 64m",
          "taskmanager.memory.jvm-overhead.max: 64m",
          "jobmanager.memory.process.size: 1g");

  private final Servers servers;
  private final Path folder;
  private final String rest;
  private final List<Process> taskManagers = new ArrayList<>();

  private Cluster(Servers servers, Path folder, int restPort) {
    this.servers = servers;
    this.folder = folder;
    this.rest = "http://localhost:" + restPort;
  }

  static Cluster start(Servers servers, Path folder) throws Exception {
    int restPort = FreePorts.next();
    Cluster cluster = new Cluster(servers, folder, restPort);
    Path settings = Files.createDirectories(folder.resolve("conf")).resolve("config.yaml");
    List<String> lines =
        new ArrayList<>(
            List.of(
                "jobmanager.rpc.address: localhost",
                "jobmanager.rpc.port: " + FreePorts.next(),
                "jobmanager.bind-host: localhost",
                "rest.address: localhost",
                "rest.bind-address: localhost",
                "rest.port: " + restPort,
                "taskmanager.host: localhost",
                "taskmanager.bind-host: localhost",
                "taskmanager.numberOfTaskSlots: 1",
                "parallelism.default: 2",
                "heartbeat.interval: 500",
                "heartbeat.timeout: 5000",
                "restart-strategy.type: fixed-delay",
                "restart-strategy.fixed-delay.attempts: 100",
                "restart-strategy.fixed-delay.delay: 500ms",
                "state.backend.type: rocksdb",
                "io.tmp.dirs: " + Files.createDirectories(folder.resolve("tmp")),
                "execution.checkpointing.dir: " + folder.resolve("checkpoints").toUri()));
    lines.addAll(MEMORY);
    Files.write(settings, lines);
    servers.start(
        "jobmanager",
        classPath(),
        List.of("-Xmx512m"),
        List.of(JOB_MANAGER, "--configDir", settings.getParent().toString()));
    cluster.startTaskManager();
    cluster.startTaskManager();
    servers.await(
        "two TaskManagers are there",
        () -> cluster.get("/overview").contains("\"taskmanagers\":2"));
    return cluster;
  }

  private void startTaskManager() throws IOException {
    taskManagers.add(
        servers.start(
            "taskmanager-" + taskManagers.size(),
            classPath(),
            List.of("-Xmx512m"),
            List.of(TASK_MANAGER, "--configDir", folder.resolve("conf").toString())));
  }

  /** Flink, as the build of the job has laid it beside it. */
  private static String classPath() {
    return jar().resolveSibling("flink") + "/*";
  }

  /** The job without a cluster: Flink and all of it in one JVM. */
  static Process inOneJvm(Servers servers, Path folder, String name, String... arguments)
      throws IOException {
    // One source task: another one, without a file, would hold up the time of all for a minute.
    return inOneJvm(servers, folder, name, 1, arguments);
  }

  /** The same with so many tasks of each kind. */
  static Process inOneJvm(Servers servers, Path folder, String name, int tasks, String... arguments)
      throws IOException {
    Files.createDirectories(folder.resolve("conf"));
    Files.writeString(folder.resolve("conf").resolve("config.yaml"), "");
    List<String> command = new ArrayList<>(List.of("io.loophalt.fleet.FleetJob"));
    command.addAll(List.of(arguments));
    // Without a cluster there is a task for each processor.
    List<String> options = List.of("-Xmx512m", "-XX:ActiveProcessorCount=" + tasks);
    return servers.start(name, jar() + ":" + classPath(), options, command);
  }

  /** Of a job that judges the spans below a folder as they come, and does one thing with that. */
  static String[] arguments(Path folder, String job, Path configuration, String what) {
    return new String[] {
      "--folder",
      folder.resolve("traces").toString(),
      "--runs-to",
      folder.resolve("runs-of-" + job).toString(),
      "--events-to",
      folder.resolve("events-of-" + job).toString(),
      "--config",
      configuration.toString(),
      what,
      "--judge-after",
      "1s",
      "--lateness",
      "1s",
      "--silence",
      "1s",
      "--checkpoint-every",
      "500ms"
    };
  }

  /** The lines of all files of a folder that are complete. */
  static List<String> linesIn(Path folder) throws IOException {
    List<String> lines = new ArrayList<>();
    if (Files.isDirectory(folder)) {
      try (var files = Files.walk(folder)) {
        for (Path each :
            files
                .filter(Files::isRegularFile)
                .filter(file -> !file.getFileName().toString().startsWith("."))
                .toList()) {
          lines.addAll(Files.readAllLines(each));
        }
      }
    }
    return lines;
  }

  private static Path jar() {
    return Path.of(System.getProperty("loophalt.jar.fleet"));
  }

  /** Submits the job as {@code flink run} does, and waits until all of it runs. */
  void submit(String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of("org.apache.flink.client.cli.CliFrontend", "run", "-d", jar().toString()));
    command.addAll(List.of(arguments));
    servers.run("submit", classPath(), command);
    servers.await(
        "the job runs",
        () -> get("/jobs/overview").matches(".*\"state\":\"RUNNING\".*") && isWhole());
  }

  private boolean isWhole() throws Exception {
    String tasks = get("/jobs/overview").replaceFirst(".*\"tasks\":\\{([^}]*)}.*", "$1");
    String total = tasks.replaceFirst(".*\"total\":(\\d+).*", "$1");
    return tasks.contains("\"running\":" + total + ",");
  }

  /** Kills a TaskManager that can do nothing about it, and starts another in its place. */
  void killTaskManager(int which) throws Exception {
    Process killed = taskManagers.get(which);
    new ProcessBuilder("kill", "-9", Long.toString(killed.pid())).start().waitFor();
    killed.onExit().join();
    startTaskManager();
  }

  /** Whether the job was started anew; known some seconds after it is first asked. */
  boolean hasRestarted() throws Exception {
    String id = get("/jobs").replaceFirst(".*\"id\":\"([0-9a-f]+)\".*", "$1");
    String metric = get("/jobs/" + id + "/metrics?get=numRestarts");
    return metric.matches(".*\"value\":\"[1-9]\\d*\".*");
  }

  private String get(String path) throws Exception {
    try {
      HttpRequest request = HttpRequest.newBuilder(URI.create(rest + path)).build();
      return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
    } catch (IOException notYet) {
      return "";
    }
  }
}
