package io.loophalt.compatibility.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.loophalt.compatibility.server.KafkaBroker;
import io.loophalt.compatibility.server.Servers;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How many spans a second the job takes from a topic of a real broker, with one slot. Measures and
 * prints; run by name, see {@code docs/performance.md}.
 */
class StreamRate {

  private static final int SPANS_OF_A_TRACE = 17;

  /** Their time is not over when the last span is there. */
  private static final int LAST_TRACES = 60;

  private record Taken(long spans, Duration wall, Duration processor) {

    Taken minus(Taken other) {
      return new Taken(
          spans - other.spans, wall.minus(other.wall), processor.minus(other.processor));
    }

    void print(String what) {
      System.out.printf(
          "%s: %,d spans in %.1f s, %,d a second; %.1f s of processor time, %,d a second%n",
          what,
          spans,
          wall.toMillis() / 1e3,
          spans * 1000 / wall.toMillis(),
          processor.toMillis() / 1e3,
          spans * 1000 / processor.toMillis());
    }
  }

  @TempDir private Path folder;

  @Test
  void spansOfKafka() throws Exception {
    try (Servers servers = new Servers(folder)) {
      KafkaBroker broker =
          KafkaBroker.start(
              servers, folder, System.getProperty("loophalt.application.dependencies"));
      Taken few = take(servers, broker, 10_000);
      few.print("start included");
      Taken many = take(servers, broker, 40_000);
      many.print("start included");
      many.minus(few).print("what the larger one has more");
    }
  }

  /** All is in the topic before the job begins, a trace a message. */
  private Taken take(Servers servers, KafkaBroker broker, int traces) throws Exception {
    String topic = "traces-" + traces;
    broker.create(topic, 1);
    fill(broker, topic, traces);
    Path runs = folder.resolve("runs-of-" + topic);
    long begin = System.nanoTime();
    Process job =
        Cluster.inOneJvm(
            servers,
            folder,
            "job-of-" + topic,
            "--kafka",
            broker.address(),
            "--topic",
            topic,
            "--runs-to",
            runs.toString(),
            "--config",
            FleetClusterIT.config(folder).toString(),
            "--checkpoint-every",
            "1s",
            "--silence",
            "1h");
    servers.await("they are judged", () -> count(runs) >= traces - LAST_TRACES);
    Duration wall = Duration.ofNanos(System.nanoTime() - begin);
    Duration processor = job.toHandle().info().totalCpuDuration().orElseThrow();
    long spans = (long) SPANS_OF_A_TRACE * count(runs);
    job.destroyForcibly().waitFor();
    return new Taken(spans, wall, processor);
  }

  private static int count(Path runs) throws Exception {
    return Cluster.linesIn(runs).size();
  }

  private static void fill(KafkaBroker broker, String topic, int traces) throws Exception {
    Path program =
        Path.of(System.getProperty("loophalt.jar.fleet")).resolve("../../../benchmarks/traces.awk");
    Process awk =
        new ProcessBuilder("awk", "-v", "traces=" + traces, "-f", program.normalize().toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    try (KafkaProducer<byte[], byte[]> producer = broker.producer();
        BufferedReader requests = awk.inputReader(UTF_8)) {
      for (String each = requests.readLine(); each != null; each = requests.readLine()) {
        sent.add(producer.send(new ProducerRecord<>(topic, each.getBytes(UTF_8))));
      }
      for (Future<RecordMetadata> each : sent) {
        each.get();
      }
    }
    if (awk.waitFor() != 0) {
      throw new AssertionError("awk has failed");
    }
  }
}
