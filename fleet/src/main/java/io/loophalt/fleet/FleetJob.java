package io.loophalt.fleet;

import io.loophalt.fleet.Line.Kind;
import io.loophalt.fleet.delivery.Delivery;
import io.loophalt.fleet.delivery.DeliverySink;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.BasicArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.file.src.FileSource;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.types.Either;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The job as it is submitted to a cluster: {@code flink run loophalt-fleet.jar …}. */
@Command(
    name = "loophalt-fleet",
    mixinStandardHelpOptions = true,
    description = {
      "Judges a fleet's traces: recordings that are all there, or spans as they come from topics of"
          + " Kafka or into a folder.",
      "",
      "A destination is a folder, or kafka:TOPIC."
    })
public final class FleetJob implements Callable<Integer> {

  @Mixin final JudgingOptions options = new JudgingOptions();

  @Option(
      names = "--kafka",
      paramLabel = "HOST:PORT",
      description = "Brokers of the topics, one or several with commas between them.")
  @Nullable String brokers;

  @Option(
      names = "--topic",
      paramLabel = "NAME",
      description = "Read spans from this topic, in OTLP's JSON or its binary form. Repeatable.")
  final List<String> topics = new ArrayList<>();

  @Option(
      names = "--group",
      paramLabel = "NAME",
      defaultValue = "loophalt-fleet",
      description =
          "The consumer group, and the name of the transactions by which topics are written: each job"
              + " has one of its own. Default: ${DEFAULT-VALUE}.")
  String group = "loophalt-fleet";

  @Option(
      names = "--folder",
      paramLabel = "DIR",
      description =
          "Read spans from the files that are put into this folder, OTLP JSON, a request a line.")
  @Nullable String folder;

  @Option(
      names = "--runs-to",
      paramLabel = "DESTINATION",
      required = true,
      description = "Where runs go, an object each as replay --json prints it.")
  String runsTo = "";

  @Option(
      names = "--events-to",
      paramLabel = "DESTINATION",
      description = "Where findings and ends of runs go, as an event log that report reads.")
  @Nullable String eventsTo;

  @Option(
      names = "--lateness",
      paramLabel = "TIME",
      defaultValue = "30s",
      converter = TimeConverter.class,
      description = "How far spans may be out of order. Default: ${DEFAULT-VALUE}.")
  Duration lateness = Duration.ofSeconds(30);

  @Option(
      names = "--silence",
      paramLabel = "TIME",
      defaultValue = "5m",
      converter = TimeConverter.class,
      description =
          "A source that has brought nothing for so long holds up no other. When all are silent, time"
              + " goes on by the machine's clock, and what is there is judged. Default:"
              + " ${DEFAULT-VALUE}.")
  Duration silence = Duration.ofMinutes(5);

  @Option(
      names = "--idle",
      paramLabel = "TIME",
      defaultValue = "1h",
      converter = TimeConverter.class,
      description = "A run that was silent for so long is over. Default: ${DEFAULT-VALUE}.")
  Duration idle = Pace.IDLE;

  @Option(
      names = "--judge-after",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      description =
          "Judge spans so long after their end although their trace goes on. Default: when it is"
              + " over.")
  @Nullable Duration judgeAfter;

  @Option(
      names = "--kept",
      paramLabel = "TIME",
      defaultValue = "3d",
      converter = TimeConverter.class,
      description =
          "Forget what was not touched for so long by the machine's clock. Default:"
              + " ${DEFAULT-VALUE}.")
  Duration kept = Pace.KEPT;

  @Option(
      names = "--checkpoint-every",
      paramLabel = "TIME",
      defaultValue = "10s",
      converter = TimeConverter.class,
      description = "How often findings of a stream are handed over. Default: ${DEFAULT-VALUE}.")
  Duration checkpointEvery = Duration.ofSeconds(10);

  @Option(
      names = "--begin-anew",
      description =
          "After a restore, begin runs anew whose state was saved under other settings or another"
              + " digest key, in place of a failure.")
  boolean beginAnew;

  @Option(
      names = "--halt-in-store",
      description =
          "Halt joined runs that are seen stuck, in the store that the configuration names, so that"
              + " their agents are stopped. Which runs they are, the span attribute of its trusted"
              + " ids says.")
  boolean haltInStore;

  @Option(
      names = "--notify",
      description = "Post what is found to the webhook that the configuration names.")
  boolean notifies;

  @Parameters(arity = "0..*", paramLabel = "FILE", description = "Recordings, or folders of them.")
  final List<String> files = new ArrayList<>();

  @Spec @Nullable CommandSpec command;

  /** Submits the job, or says what is wrong with its arguments. */
  public static void main(String[] arguments) {
    CommandLine commands = new CommandLine(new FleetJob());
    commands.setExecutionExceptionHandler(
        (exception, unused, parsed) -> {
          throw exception;
        });
    int code = commands.execute(arguments);
    if (code != 0) {
      throw new IllegalArgumentException("the job was not submitted, see the message above");
    }
  }

  @Override
  public Integer call() throws Exception {
    StreamExecutionEnvironment flink = StreamExecutionEnvironment.getExecutionEnvironment();
    flink.getConfig().enableObjectReuse(); // What goes from one part to the next never changes.
    JudgingSettings settings = settings();
    DataStream<Line> lines = lines(flink, settings);
    send(lines, Kind.RUN, "runs", runsTo);
    if (eventsTo != null) {
      send(lines, Kind.EVENT, "events", eventsTo);
    }
    if (haltInStore) {
      deliver(lines, Kind.HALT, "halts", settings::storeDelivery);
    }
    if (notifies) {
      deliver(lines, Kind.POST, "posts", settings::postDelivery);
    }
    lines
        .filter(line -> line.kind() == Kind.BROKEN || line.kind() == Kind.NOTICE)
        .sinkTo(new LogSink())
        .name("log notices")
        .uid("notices");
    flink.execute("loophalt");
    return 0;
  }

  private static void deliver(
      DataStream<Line> lines, Kind kind, String what, Delivery.Opening opening) {
    lines
        .filter(line -> line.kind() == kind)
        .map(Line::text)
        .sinkTo(new DeliverySink(RunState.METRICS, what, opening))
        .setParallelism(1)
        .name("deliver " + what)
        .uid(what + "-sink");
  }

  private JudgingSettings settings() {
    JudgingSettings settings = options.settings(beginAnew);
    if (!files.isEmpty() && (haltInStore || notifies)) {
      throw mistake(
          (haltInStore ? "--halt-in-store" : "--notify")
              + " is for spans as they come: what was recorded is over");
    }
    try {
      settings = haltInStore ? settings.halting() : settings;
      return notifies ? settings.posting() : settings;
    } catch (IllegalArgumentException e) {
      throw mistake(String.valueOf(e.getMessage()));
    }
  }

  /** What is read, and what comes of it. */
  DataStream<Line> lines(StreamExecutionEnvironment flink, JudgingSettings settings)
      throws IOException {
    int sources = (files.isEmpty() ? 0 : 1) + (topics.isEmpty() ? 0 : 1) + (folder == null ? 0 : 1);
    if (sources != 1) {
      throw mistake("name one of: files, --topic, --folder");
    }
    if (!files.isEmpty()) {
      List<String[]> logs = logs();
      if (logs.isEmpty()) {
        throw mistake("there is no file in " + String.join(", ", files));
      }
      flink.setRuntimeMode(RuntimeExecutionMode.BATCH);
      return new FleetPipeline(settings, Pace.bounded(), Duration.ZERO)
          .ofRecordings(flink.fromData(logs, BasicArrayTypeInfo.STRING_ARRAY_TYPE_INFO));
    }
    if (kept.compareTo(idle) <= 0) {
      throw mistake("--kept must be longer than --idle: a run is forgotten before it is over");
    }
    flink.enableCheckpointing(checkpointEvery.toMillis(), CheckpointingMode.EXACTLY_ONCE);
    Pace pace = new Pace(false, idle, judgeAfter == null ? Duration.ZERO : judgeAfter, kept);
    FleetPipeline pipeline = new FleetPipeline(settings, pace, lateness);
    String watched = folder;
    SpanReader reader = settings.spanReader();
    return pipeline.ofSpans(
        watched == null ? ofTopics(flink, reader) : ofFolder(flink, watched, reader));
  }

  private List<String[]> logs() {
    try {
      return InputFiles.named(files).logs();
    } catch (IOException e) {
      throw mistake("cannot read: " + e.getMessage());
    }
  }

  private DataStream<Entry> ofTopics(StreamExecutionEnvironment flink, SpanReader reader) {
    if (brokers == null) {
      throw mistake("--topic needs --kafka HOST:PORT");
    }
    KafkaSource<Entry> kafka =
        KafkaSource.<Entry>builder()
            .setBootstrapServers(brokers)
            .setTopics(topics)
            .setGroupId(group)
            .setStartingOffsets(fromWhereItWas())
            .setProperty("isolation.level", "read_committed")
            .setDeserializer(new KafkaSpans(reader))
            .build();
    return flink
        .fromSource(kafka, TraceTime.strategy(lateness, silence), "spans of Kafka")
        .uid("kafka");
  }

  /** Where the group has got to; from the beginning if it is new. */
  @SuppressWarnings("deprecation") // The connector knows nothing newer.
  private static OffsetsInitializer fromWhereItWas() {
    return OffsetsInitializer.committedOffsets(OffsetResetStrategy.EARLIEST);
  }

  private DataStream<Entry> ofFolder(
      StreamExecutionEnvironment flink, String watched, SpanReader reader) {
    FileSource<Either<String, String>> lines =
        FileSource.forBulkFileFormat(new LinesOfFiles(), InputFiles.path(watched))
            .setFileEnumerator(WatchedFolder::new)
            .monitorContinuously(Duration.ofSeconds(1))
            .build();
    return flink
        .fromSource(lines, WatermarkStrategy.noWatermarks(), "lines of " + watched)
        .uid("folder")
        .process(new SpansOfLines(reader))
        .returns(TypeInformation.of(Entry.class))
        .uid("spans-of-lines")
        .assignTimestampsAndWatermarks(TraceTime.strategy(lateness, silence))
        .uid("times-spans");
  }

  private void send(DataStream<Line> lines, Kind kind, String what, String destination) {
    try {
      lines
          .filter(line -> line.kind() == kind)
          .map(Line::text)
          .sinkTo(new Destination(destination).sink(what, group, brokers))
          .name(what)
          .uid(what + "-sink");
    } catch (IllegalArgumentException e) {
      throw mistake(String.valueOf(e.getMessage()));
    }
  }

  private ParameterException mistake(String what) {
    CommandSpec known = command;
    if (known == null) {
      throw new IllegalArgumentException(what);
    }
    return new ParameterException(known.commandLine(), what);
  }
}
