package io.loophalt.operations;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loophalt.Effect;
import io.loophalt.StopReason;
import io.loophalt.core.detect.Fingerprint;
import io.loophalt.core.detect.StepNews;
import io.loophalt.core.detect.StepRecord;
import io.loophalt.core.detect.StepTraits;
import io.loophalt.core.detect.Turn.Prompt;
import io.loophalt.core.event.ArgumentCapture.Captured;
import io.loophalt.core.event.CeilingNeared;
import io.loophalt.core.event.Event;
import io.loophalt.core.event.Intervened;
import io.loophalt.core.event.JvmName;
import io.loophalt.core.event.ProgressReported;
import io.loophalt.core.event.RunEnded;
import io.loophalt.core.event.RunReset;
import io.loophalt.core.event.StepTaken;
import io.loophalt.core.event.TurnTaken;
import io.loophalt.core.fingerprint.DigestKey;
import io.loophalt.core.policy.Intervention;
import io.loophalt.recordings.EventJson;
import io.loophalt.runtime.policy.EventLogPolicy;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.scheduler.NonBlocking;

@Timeout(60)
class JsonLinesSinkTest {

  private static final Instant TIME = Instant.parse("2026-11-22T02:00:00Z");
  private static final Fingerprint FINGERPRINT =
      new Fingerprint(0xabcdef0123456789L, 0, 0, 7, 8, -1, -2, 9, 11, 10, 0);

  private final Path directory;
  private final List<String> complaints = Collections.synchronizedList(new ArrayList<>());

  JsonLinesSinkTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @Test
  void theEndOfARunIsOneLineWithItsReasonItsCountsAndItsTools() throws IOException {
    Path file = directory.resolve("events.jsonl");
    try (JsonLinesSink sink = open(file, 0, 16)) {
      sink.publish(
          new RunEnded(
              TIME,
              "run-1",
              "code-search",
              "standard@2",
              "run-0",
              StopReason.Kind.NO_PROGRESS,
              "five steps without anything new",
              true,
              12,
              9,
              34_000,
              1_200,
              new BigDecimal("0.0421"),
              Duration.ofMillis(12_345),
              List.of(
                  new RunEnded.ToolUse("read_file", 7, true),
                  new RunEnded.ToolUse("edit", 5, false)),
              "Spring AI",
              List.of(
                  new RunEnded.ModelUse("gpt-5", 8, 33_000, 1_100, new BigDecimal("0.0421")),
                  new RunEnded.ModelUse("local", 1, 1_000, 100, null)),
              new RunEnded.Interventions(2, 1, 1, 1)));
    }

    assertThat(ofOneJvm(file))
        .isEqualTo(
            """
            {"event":"run_end","time":"2026-11-22T02:00:00Z","jvm":"J","run":"run-1","task":"code-search",\
            "preset":"standard@2","framework":"Spring AI","parent":"run-0","stop_reason":{"kind":"no_progress","detail":"five steps without \
            anything new"},"partial":true,"steps":12,"turns":9,"input_tokens":34000,"output_tokens":1200,\
            "cost":0.0421,"wall_seconds":12.345,"tools":{"read_file":{"calls":7,"repeated":true},\
            "edit":{"calls":5,"repeated":false}},"models":{"gpt-5":{"turns":8,"input_tokens":33000,\
            "output_tokens":1100,"cost":0.0421},"local":{"turns":1,"input_tokens":1000,"output_tokens":100,\
            "cost":null}},"interventions":{"nudges":2,"escalations":1,"nudges_followed_by_news":1,"escalations_followed_by_news":1}}
            """);
  }

  @Test
  void anInterventionNamesItsRuleAndShowsKeyedDigestsAndNothingElse() throws IOException {
    Path file = directory.resolve("events.jsonl");
    DigestKey key = DigestKey.current();
    try (JsonLinesSink sink = open(file, 0, 16)) {
      sink.publish(intervention("run-1", Intervention.NUDGE, 3));
    }

    assertThat(ofOneJvm(file))
        .isEqualTo(
            """
            {"event":"intervention","time":"2026-11-22T02:00:00Z","jvm":"J","run":"run-1","task":"t",\
            "digests":"%s","intervention":"nudge","enforced":true,"stop_reason":null,"detector":"novelty",\
            "rule":"nothing_new","count":3,"step":4,"turn":3,"evidence":{"action":\
            "%016x","outcome":"%016x","last_actions":["f abcdef01"]}}
            """
                .formatted(key.name(), key.keyed(0xabcdef0123456789L), key.keyed(-1)));
  }

  @Test
  void everyKindOfEventIsValidJsonWithTheFiveCommonFields() throws IOException {
    Path file = directory.resolve("events.jsonl");
    try (JsonLinesSink sink =
        JsonLinesSink.open(
            JvmName.next(),
            file,
            new EventLogPolicy(file, 0, 1, Duration.ZERO, 16, true),
            complaints::add)) {
      sink.publish(
          new CeilingNeared(
              TIME, "r", "t", "cost", new BigDecimal("0.81"), new BigDecimal("1.00")));
      sink.publish(new TurnTaken(TIME, "r", "t", 0, "m", 1, 10, 20, Prompt.NONE, true));
      sink.publish(
          new StepTaken(
              TIME,
              "r",
              "t",
              0,
              0,
              "ls \"quoted\"",
              "shell",
              Effect.READ,
              true,
              new StepRecord(
                  new StepTraits(true, false, true, false, false, false, false, 30),
                  FINGERPRINT,
                  StepNews.UNKNOWN),
              5,
              9,
              new Captured("{\"q\":\"\u202eevil\u001b[31m\n", true)));
      sink.publish(new ProgressReported(TIME, "r", "t", 0));
      sink.publish(new RunReset(TIME, "r", "t", 0));
    }

    List<JsonNode> lines = lines(file);
    assertThat(lines)
        .extracting(line -> line.path("event").asText())
        .containsExactly("ceiling_warning", "turn", "step", "progress", "reset");
    assertThat(lines)
        .allSatisfy(
            line -> {
              assertThat(line.path("time").asText()).isEqualTo("2026-11-22T02:00:00Z");
              assertThat(line.path("jvm").asText()).isEqualTo(lines.get(0).path("jvm").asText());
              assertThat(line.path("run").asText()).isEqualTo("r");
              assertThat(line.path("task").asText()).isEqualTo("t");
            });
    assertThat(lines.get(2).path("tool").asText()).isEqualTo("ls \"quoted\"");
    assertThat(lines.get(2).path("retry_after").asInt()).isEqualTo(30);
    assertThat(lines.get(2).path("arguments").asText()).startsWith("{\"q\":");
    assertThat(lines.get(2).path("arguments_cut").asBoolean()).isTrue();
    assertThat(Files.readString(file)).doesNotContain("\u202e", "\u001b");
  }

  @Test
  void aHaltThatWasWaitedForIsInTheFileEvenIfTheProcessEndsAtOnce() throws Exception {
    Path file = directory.resolve("events.jsonl");

    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                DiesAfterHalt.class.getName(),
                file.toString())
            .redirectErrorStream(true)
            .redirectOutput(Redirect.to(directory.resolve("child.log").toFile()))
            .start();

    assertThat(process.waitFor())
        .as("exit code; the child said: %s", Files.readString(directory.resolve("child.log")))
        .isEqualTo(17);
    assertThat(lines(file))
        .extracting(line -> line.path("intervention").asText())
        .as("what the child had published before Runtime.halt, in its order")
        .containsExactly("nudge", "halt");
  }

  /** Publishes a nudge and a halt and then ends without any shutdown. */
  static final class DiesAfterHalt {
    public static void main(String[] args) {
      JsonLinesSink sink =
          JsonLinesSink.open(
              JvmName.next(),
              Path.of(args[0]),
              new EventLogPolicy(Path.of(args[0]), 0, 1, Duration.ZERO, 16, false),
              System.err::println);
      sink.publish(intervention("run-1", Intervention.NUDGE, 3));
      sink.flush(); // else a JVM that has just begun would load classes in the time of the halt
      sink.publish(intervention("run-1", Intervention.HALT, 5));
      sink.awaitUrgent();
      Runtime.getRuntime().halt(17);
    }
  }

  @Test
  void theHaltOfAnInterruptedThreadIsWrittenAndTheThreadStaysInterrupted() throws IOException {
    Path file = directory.resolve("events.jsonl");
    try (JsonLinesSink sink = open(file, 0, 16)) {
      Thread.currentThread().interrupt();
      sink.publish(intervention("run-1", Intervention.HALT, 5));
      sink.awaitUrgent();

      assertThat(Thread.interrupted()).as("interrupt flag after the wait").isTrue();
      assertThat(lines(file)).hasSize(1);
    }
  }

  /** As an application does that stops all its threads; its writer would never park again. */
  @Test
  void whoInterruptsAllThreadsDoesNotInterruptTheWriter() throws IOException {
    Path file = directory.resolve("events.jsonl");
    try (JsonLinesSink sink = open(file, 0, 16)) {
      sink.publish(intervention("run-1", Intervention.NUDGE, 3));
      sink.flush();

      List<Thread> writers =
          Thread.getAllStackTraces().keySet().stream()
              .filter(each -> each.getName().equals("loophalt-events"))
              .toList();
      writers.forEach(Thread::interrupt);

      assertThat(writers).isNotEmpty().noneMatch(Thread::isInterrupted);
      sink.publish(intervention("run-1", Intervention.HALT, 5));
      sink.awaitUrgent();
      assertThat(lines(file)).hasSize(2);
    }
  }

  @Test
  void whatDoesNotFitTheQueueIsDroppedAndCountedButHaltsAreNot() throws Exception {
    Path obstacle = Files.writeString(directory.resolve("logs"), "");
    Path file = obstacle.resolve("events.jsonl");
    CountDownLatch hangs = new CountDownLatch(1);
    CountDownLatch goesOn = new CountDownLatch(1);
    // The writer hangs in its complaint about the first event, as on a disk that hangs.
    JsonLinesSink sink =
        open(
            file,
            0,
            4,
            complaint -> {
              hangs.countDown();
              await(goesOn);
            });
    sink.publish(intervention("first", Intervention.NUDGE, 3));
    hangs.await();
    for (int i = 0; i < 100; i++) {
      sink.publish(intervention("run-" + i, Intervention.NUDGE, 3));
    }
    sink.publish(intervention("stuck", Intervention.HALT, 5));
    sink.awaitUrgent();
    long dropped = sink.dropped();

    Files.delete(obstacle);
    goesOn.countDown();
    sink.close();

    assertThat(dropped).as("the first, and all but a queue of 4").isEqualTo(1 + 96);
    assertThat(lines(file))
        .as("what was kept")
        .extracting(line -> line.path("run").asText())
        .containsExactly("run-0", "run-1", "run-2", "run-3", "stuck");
  }

  /** A thread of an event loop, as Reactor marks its own. */
  private static final class OfAnEventLoop extends Thread implements NonBlocking {
    OfAnEventLoop(Runnable work) {
      super(work, "event loop");
    }
  }

  @Test
  void anEventLoopDoesNotWaitForALogThatHangs() throws Exception {
    Path file = directory.resolve("events.jsonl");
    CountDownLatch goesOn = new CountDownLatch(1);
    // The writer hangs before its first line, as on a disk that hangs.
    Clock hanging =
        new SetClock(TIME) {
          @Override
          public Instant instant() {
            await(goesOn);
            return super.instant();
          }
        };
    EventLogPolicy policy = new EventLogPolicy(file, 0, 1, Duration.ofDays(1), 16, false);
    AtomicBoolean may = new AtomicBoolean(true);
    try (JsonLinesSink sink =
        JsonLinesSink.open(JvmName.next(), file, policy, hanging, complaints::add)) {
      Thread loop =
          new OfAnEventLoop(
              () -> {
                sink.publish(intervention("first", Intervention.HALT, 5));
                may.set(sink.mayWait());
                sink.awaitUrgent();
              });
      loop.start();
      loop.join();

      assertThat(may).isFalse();
      assertThat(sink.isWaitedFor()).as("nobody has waited in vain").isTrue();
      assertThat(sink.mayWait()).as("another thread").isTrue();
      sink.awaitUrgent();
      assertThat(sink.isWaitedFor()).as("who has waited gives up").isFalse();
      goesOn.countDown();
    }
    assertThat(lines(file)).hasSize(1);
  }

  @Test
  void anErrorDoesNotEndTheThreadThatWrites() throws IOException {
    Path file = directory.resolve("events.jsonl");
    Event broken =
        new Event() {
          @Override
          public Instant time() {
            throw new StackOverflowError("planted");
          }

          @Override
          public String runId() {
            throw new StackOverflowError("planted");
          }

          @Override
          public boolean urgent() {
            return true;
          }
        };
    try (JsonLinesSink sink = open(file, 0, 16, complaint -> {})) {
      sink.publish(broken);
      sink.publish(intervention("after", Intervention.HALT, 5));
    }

    assertThat(lines(file)).extracting(node -> node.path("run").asText()).contains("after");
  }

  @Test
  void nobodyWaitsForALogThatHangsTwice() throws Exception {
    Path obstacle = Files.writeString(directory.resolve("logs"), "");
    CountDownLatch goesOn = new CountDownLatch(1);
    // The writer hangs in its complaint, as on a disk that hangs.
    JsonLinesSink sink = open(obstacle.resolve("events.jsonl"), 0, 16, complaint -> await(goesOn));
    sink.publish(intervention("first", Intervention.HALT, 5));
    sink.awaitUrgent();
    assertThat(sink.isWaitedFor()).isFalse();

    Files.delete(obstacle);
    goesOn.countDown();
    sink.flush();
    sink.publish(intervention("second", Intervention.HALT, 5));
    sink.flush();

    assertThat(sink.isWaitedFor()).as("when it can be written again").isTrue();
    sink.close();
    assertThat(lines(obstacle.resolve("events.jsonl"))).hasSize(1);
  }

  @Test
  void aPipeIsNoLogAndIsNeverOpened() throws Exception {
    Path pipe = directory.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    JsonLinesSink sink = open(pipe, 0, 4);

    sink.publish(intervention("run-1", Intervention.HALT, 5));
    sink.close();

    assertThat(sink.dropped()).isEqualTo(1);
    assertThat(complaints).singleElement().asString().contains("pipe", "not a regular file");
  }

  @Test
  void aLineThatBrokeOffDoesNotTakeTheNextOneAlong() throws IOException {
    Path file = Files.writeString(directory.resolve("events.jsonl"), "{\"event\":\"interv");
    try (JsonLinesSink sink = open(file, 0, 64)) {
      sink.publish(intervention("run-1", Intervention.HALT, 5));
    }

    assertThat(Files.readAllLines(file))
        .hasSize(2)
        .last()
        .asString()
        .startsWith("{")
        .contains("\"run-1\"")
        .endsWith("}");
  }

  @Test
  void theFileIsRotatedBeforeItGrowsBeyondItsBoundAndNoLineIsLostOrCut() throws IOException {
    Path file = directory.resolve("logs/events.jsonl");
    byte[] line = new EventJson(JvmName.next()).line(intervention("run-0", Intervention.NUDGE, 3));
    int linesPerFile = 3;
    try (JsonLinesSink sink = open(file, line.length * linesPerFile + 1, 64)) {
      for (int i = 0; i < 5; i++) {
        sink.publish(intervention("run-" + i, Intervention.NUDGE, 3));
      }
    }

    assertThat(lines(file.resolveSibling("events.jsonl.1")))
        .extracting(node -> node.path("run").asText())
        .containsExactly("run-0", "run-1", "run-2");
    assertThat(lines(file))
        .extracting(node -> node.path("run").asText())
        .containsExactly("run-3", "run-4");
  }

  @Test
  void ofRotatedFilesSoManyAreKeptTheLatestFirst() throws IOException {
    Path file = directory.resolve("events.jsonl");
    Path foreign = Files.writeString(directory.resolve("events.jsonl.3"), "of somebody else");
    EventLogPolicy policy = new EventLogPolicy(file, 1, 2, Duration.ZERO, 64, false);
    try (JsonLinesSink sink = JsonLinesSink.open("jvm", file, policy, complaints::add)) {
      for (int i = 0; i < 5; i++) {
        sink.publish(intervention("run-" + i, Intervention.NUDGE, 3));
      }
    }

    assertThat(runs(file)).containsExactly("run-4");
    assertThat(runs(directory.resolve("events.jsonl.1"))).containsExactly("run-3");
    assertThat(runs(directory.resolve("events.jsonl.2"))).containsExactly("run-2");
    assertThat(foreign).hasContent("of somebody else");
    assertThat(complaints).isEmpty();
  }

  @Test
  void itsOwnerAloneReadsALogUnlessSomebodySaysOtherwise() throws IOException {
    Path file = directory.resolve("events.jsonl");
    Path rotated = directory.resolve("events.jsonl.1");
    EventLogPolicy policy = new EventLogPolicy(file, 1, 1, Duration.ZERO, 64, false);
    try (JsonLinesSink sink = JsonLinesSink.open("jvm", file, policy, complaints::add)) {
      sink.publish(intervention("run-1", Intervention.NUDGE, 3));
      sink.publish(intervention("run-2", Intervention.NUDGE, 3));
      sink.flush();

      assertThat(permissions(file)).isEqualTo("rw-------");
      assertThat(permissions(rotated)).isEqualTo("rw-------");

      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
      sink.publish(intervention("run-3", Intervention.NUDGE, 3));
      sink.publish(intervention("run-4", Intervention.NUDGE, 3));
    }

    assertThat(runs(file)).containsExactly("run-4");
    assertThat(permissions(file)).as("as that of the part before").isEqualTo("rw-r-----");
    assertThat(complaints).isEmpty();
  }

  @Test
  void aLinkWhoseTargetIsNotThereYetLeadsToTheLog() throws IOException {
    Path target = directory.resolve("target.jsonl");
    Path file = Files.createSymbolicLink(directory.resolve("events.jsonl"), target);
    try (JsonLinesSink sink = open(file, 0, 16)) {
      sink.publish(intervention("run-1", Intervention.NUDGE, 3));
    }

    assertThat(runs(target)).containsExactly("run-1");
    assertThat(permissions(target)).isEqualTo("rw-------");
    assertThat(complaints).isEmpty();
  }

  @Test
  void anExistingFileKeepsItsPermissions() throws IOException {
    Path file = Files.writeString(directory.resolve("events.jsonl"), "");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-r--"));
    try (JsonLinesSink sink = open(file, 0, 16)) {
      sink.publish(intervention("run-1", Intervention.NUDGE, 3));
    }

    assertThat(runs(file)).containsExactly("run-1");
    assertThat(permissions(file)).isEqualTo("rw-rw-r--");
  }

  private static String permissions(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  void aRotatedFileGoesWhenItsLatestLineIsTooOldAndAFileIsRotatedWhenItsFirstIs()
      throws IOException {
    Path file = directory.resolve("events.jsonl");
    Path old = Files.writeString(directory.resolve("events.jsonl.2"), "old");
    Path recent = Files.writeString(directory.resolve("events.jsonl.1"), "recent");
    Path foreign = Files.writeString(directory.resolve("events-other.jsonl"), "of somebody else");
    Instant now = Instant.now();
    Files.setLastModifiedTime(old, FileTime.from(now.minus(Duration.ofDays(51))));
    Files.setLastModifiedTime(recent, FileTime.from(now.minus(Duration.ofDays(29))));
    Files.setLastModifiedTime(foreign, FileTime.from(now.minus(Duration.ofDays(99))));
    EventLogPolicy policy = new EventLogPolicy(file, 0, 3, Duration.ofDays(30), 64, false);
    SetClock clock = new SetClock(now.minus(Duration.ofDays(20)));
    try (JsonLinesSink sink = JsonLinesSink.open("jvm", file, policy, clock, complaints::add)) {
      sink.publish(intervention("first", Intervention.NUDGE, 3));
      sink.flush();

      assertThat(old).doesNotExist();
      assertThat(recent).hasContent("recent");
      assertThat(foreign).exists();

      clock.time = now.plus(Duration.ofDays(10)).plusSeconds(1);
      sink.publish(intervention("later", Intervention.NUDGE, 3));
    }

    assertThat(runs(file)).containsExactly("later");
    assertThat(runs(directory.resolve("events.jsonl.1"))).containsExactly("first");
    assertThat(directory.resolve("events.jsonl.2")).as("was recent").doesNotExist();
    assertThat(complaints).isEmpty();
  }

  @Test
  void aHaltIsInTheLogAlsoWhereSomebodyHasRemovedIt() throws IOException {
    Path file = directory.resolve("logs/events.jsonl");
    try (JsonLinesSink sink = open(file, 0, 16)) {
      sink.publish(intervention("before", Intervention.NUDGE, 3));
      sink.flush();
      Files.delete(file);
      Files.delete(file.getParent());

      sink.publish(intervention("halted", Intervention.HALT, 5));
      sink.flush();

      assertThat(runs(file)).containsExactly("halted");
    }
  }

  @Test
  void aLogThatWasMovedAsideGoesOnInANewFileAfterASecond() throws IOException {
    Path file = directory.resolve("events.jsonl");
    Path aside = directory.resolve("events.jsonl-20261122");
    SetClock clock = new SetClock(TIME);
    EventLogPolicy policy = new EventLogPolicy(file, 0, 1, Duration.ZERO, 64, false);
    try (JsonLinesSink sink = JsonLinesSink.open("jvm", file, policy, clock, complaints::add)) {
      sink.publish(intervention("before", Intervention.NUDGE, 3));
      sink.flush();
      Files.move(file, aside);
      Files.createFile(file);
      clock.time = TIME.plusMillis(999);
      sink.publish(intervention("at once", Intervention.NUDGE, 3));
      sink.flush();
      clock.time = TIME.plusMillis(1_000);
      sink.publish(intervention("later", Intervention.NUDGE, 3));
      sink.flush();
      Files.delete(file);
      clock.time = TIME.minusSeconds(3_600);
      sink.publish(intervention("by a clock that was put back", Intervention.NUDGE, 3));
    }

    assertThat(runs(aside)).containsExactly("before", "at once");
    assertThat(runs(file)).containsExactly("by a clock that was put back");
    assertThat(complaints).isEmpty();
  }

  @Test
  void noPartIsMovedForAFileThatSomebodyHasRemoved() throws IOException {
    Path file = directory.resolve("events.jsonl");
    EventLogPolicy policy = new EventLogPolicy(file, 1, 3, Duration.ZERO, 64, false);
    SetClock clock = new SetClock(TIME);
    try (JsonLinesSink sink = JsonLinesSink.open("jvm", file, policy, clock, complaints::add)) {
      for (int i = 1; i <= 5; i++) {
        sink.publish(intervention("run-" + i, Intervention.NUDGE, 3));
      }
      sink.flush();
      Files.delete(file);
      sink.publish(intervention("run-6", Intervention.NUDGE, 3));
    }

    assertThat(runs(file)).containsExactly("run-6");
    assertThat(runs(directory.resolve("events.jsonl.1"))).containsExactly("run-4");
    assertThat(runs(directory.resolve("events.jsonl.2"))).containsExactly("run-3");
    assertThat(runs(directory.resolve("events.jsonl.3"))).containsExactly("run-2");
    assertThat(complaints).isEmpty();
  }

  @Test
  void aFileThatCannotBeRotatedGrowsAndTakesNoPartWithIt() throws IOException {
    Path file = directory.resolve("events.jsonl");
    // A folder with something in it: nothing can be moved there, as onto a file that is being read.
    Path obstacle = Files.createDirectories(directory.resolve("events.jsonl.2/held"));
    Path latest = Files.writeString(directory.resolve("events.jsonl.1"), "latest");
    SetClock clock = new SetClock(TIME);
    EventLogPolicy policy = new EventLogPolicy(file, 1, 2, Duration.ZERO, 64, false);
    try (JsonLinesSink sink = JsonLinesSink.open("jvm", file, policy, clock, complaints::add)) {
      sink.publish(intervention("run-1", Intervention.NUDGE, 3));
      sink.publish(intervention("run-2", Intervention.NUDGE, 3));
      sink.publish(intervention("run-3", Intervention.HALT, 3));
      sink.flush();

      assertThat(runs(file)).containsExactly("run-1", "run-2", "run-3");
      assertThat(latest).hasContent("latest");
      assertThat(sink.dropped()).isZero();
      assertThat(complaints)
          .singleElement()
          .asString()
          .contains("cannot be rotated", "events.jsonl", "grows");

      Files.delete(obstacle);
      Files.delete(obstacle.getParent());
      clock.time = TIME.plusSeconds(60);
      sink.publish(intervention("run-4", Intervention.NUDGE, 3));
    }

    assertThat(runs(file)).containsExactly("run-4");
    assertThat(runs(latest)).containsExactly("run-1", "run-2", "run-3");
    assertThat(directory.resolve("events.jsonl.2")).hasContent("latest");
    assertThat(complaints).hasSize(1);
  }

  private List<String> runs(Path file) throws IOException {
    return lines(file).stream().map(line -> line.path("run").asText()).toList();
  }

  /** Says what time it is. */
  private static class SetClock extends Clock {
    volatile Instant time;

    SetClock(Instant time) {
      this.time = time;
    }

    @Override
    public Instant instant() {
      return time;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }

  @Test
  void theEventsOfTwoJvmsInOneLogSayOfWhichTheyAre() throws IOException {
    Path file = directory.resolve("events.jsonl");
    for (int jvm = 0; jvm < 2; jvm++) {
      try (JsonLinesSink sink = open(file, 0, 16)) {
        sink.publish(new RunReset(TIME, "run-1", "t", 0));
      }
    }

    assertThat(lines(file)).extracting(line -> line.path("jvm").asText()).doesNotHaveDuplicates();
  }

  @Test
  void anEarlierProcessesLogIsContinued() throws IOException {
    Path file = directory.resolve("events.jsonl");
    for (String run : List.of("first", "second")) {
      try (JsonLinesSink sink = open(file, 0, 16)) {
        sink.publish(intervention(run, Intervention.NUDGE, 3));
      }
    }

    assertThat(lines(file))
        .extracting(node -> node.path("run").asText())
        .containsExactly("first", "second");
  }

  @Test
  void aFileThatCannotBeWrittenIsReportedOnceAndHurtsNobody() throws IOException {
    Path notADirectory = Files.writeString(directory.resolve("plain-file"), "");
    JsonLinesSink sink = open(notADirectory.resolve("events.jsonl"), 0, 16);

    sink.publish(intervention("run-1", Intervention.HALT, 5));
    sink.publish(intervention("run-2", Intervention.HALT, 5));
    sink.close();

    assertThat(sink.errors()).isEqualTo(2);
    assertThat(sink.dropped()).isEqualTo(2);
    assertThat(complaints)
        .singleElement()
        .asString()
        .contains("cannot write the event log", "plain-file", "events.jsonl", "Check the path");
  }

  @Test
  void writingResumesWhenTheFileCanBeWrittenAgain() throws IOException {
    Path obstacle = Files.writeString(directory.resolve("logs"), "");
    Path file = obstacle.resolve("events.jsonl");
    try (JsonLinesSink sink = open(file, 0, 16)) {
      sink.publish(intervention("lost", Intervention.HALT, 5));
      sink.flush();
      Files.delete(obstacle);
      sink.publish(intervention("kept", Intervention.HALT, 5));
    }

    assertThat(lines(file)).extracting(node -> node.path("run").asText()).containsExactly("kept");
  }

  @Test
  @Tag("concurrency")
  void manyThreadsNeverMixTheirLines() throws Exception {
    Path file = directory.resolve("events.jsonl");
    int threads = 8;
    int each = 200;
    try (JsonLinesSink sink = open(file, 0, threads * each)) {
      CountDownLatch start = new CountDownLatch(1);
      List<Thread> publishers = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        String run = "run-" + t;
        Thread publisher =
            new Thread(
                () -> {
                  await(start);
                  for (int i = 0; i < each; i++) {
                    sink.publish(
                        intervention(
                            run, i % 10 == 0 ? Intervention.HALT : Intervention.NUDGE, i + 1));
                  }
                });
        publisher.start();
        publishers.add(publisher);
      }
      start.countDown();
      for (Thread publisher : publishers) {
        publisher.join();
      }
    }

    assertThat(lines(file)).hasSize(threads * each);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private JsonLinesSink open(Path file, long maxBytes, int queueLength) {
    return open(file, maxBytes, queueLength, complaints::add);
  }

  private static JsonLinesSink open(
      Path file, long maxBytes, int queueLength, Consumer<String> complaints) {
    return JsonLinesSink.open(
        JvmName.next(),
        file,
        new EventLogPolicy(file, maxBytes, 1, Duration.ZERO, queueLength, false),
        complaints);
  }

  private static Intervened intervention(String run, Intervention intervention, int count) {
    return new Intervened(
        TIME,
        run,
        "t",
        intervention,
        true,
        intervention == Intervention.HALT ? StopReason.Kind.NO_PROGRESS : null,
        "novelty",
        "nothing_new",
        count,
        4,
        3,
        0xabcdef0123456789L,
        -1,
        List.of("f abcdef01"),
        "nothing new");
  }

  /** The text of a log, with one name for the JVM that wrote it. */
  private static String ofOneJvm(Path file) throws IOException {
    String text = Files.readString(file);
    String jvm = "\"jvm\":\"" + ProcessHandle.current().pid() + "-";
    assertThat(text).contains(jvm);
    return text.replaceAll(jvm + "[0-9a-f]{8}\"", "\"jvm\":\"J\"");
  }

  private static List<JsonNode> lines(Path file) throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    List<JsonNode> nodes = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      nodes.add(mapper.readTree(line));
    }
    return nodes;
  }
}
