package io.loophalt.operations.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.loophalt.StopReason.Kind;
import io.loophalt.core.event.LoopSeen;
import io.loophalt.core.event.LoopSeen.Part;
import io.loophalt.core.event.RunEnded;
import io.loophalt.core.fingerprint.DigestKey;
import io.loophalt.core.memory.LoopHistory;
import io.loophalt.core.memory.PastLoop;
import io.loophalt.core.memory.TaskLoops;
import io.loophalt.runtime.policy.MemoryPolicy;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The file of past loops, alone and shared. */
@Timeout(60)
class FileLoopMemoryTest {

  private static final Instant NOW = Instant.parse("2026-11-24T12:00:00Z");

  private final Path folder;
  private final Path file;
  private final List<String> complaints = Collections.synchronizedList(new ArrayList<>());

  FileLoopMemoryTest(@TempDir Path folder) {
    this.folder = folder;
    this.file = folder.resolve("deep").resolve("loops.json");
  }

  private FileLoopMemory open() {
    return open(NOW);
  }

  private FileLoopMemory open(Instant now) {
    FileLoopMemory memory =
        FileLoopMemory.open(
            new MemoryPolicy(file, Duration.ofDays(90)),
            Clock.fixed(now, ZoneOffset.UTC),
            complaints::add);
    memory.awaitBegun();
    return memory;
  }

  private static LoopSeen loop(String run, String task, long digest, @Nullable String next) {
    return new LoopSeen(
        NOW, run, task, "identical-call", List.of(new Part("search", digest)), next);
  }

  private static RunEnded ended(String run, String task) {
    return new RunEnded(
        NOW,
        run,
        task,
        "standard@2",
        null,
        Kind.DONE,
        "",
        false,
        0,
        0,
        0,
        0,
        null,
        Duration.ZERO,
        List.of(),
        null,
        List.of(),
        RunEnded.Interventions.none());
  }

  private MemoryContents inTheFile() throws IOException {
    return Objects.requireNonNull(new MemoryFile(file).read(), "there is no file");
  }

  /** It would close the file that is being read, and never wait again. */
  @Test
  void whoInterruptsAllThreadsDoesNotInterruptWhoReadsAndWrites() throws IOException {
    FileLoopMemory memory = open();

    List<Thread> workers =
        Thread.getAllStackTraces().keySet().stream()
            .filter(each -> each.getName().equals("loophalt-memory"))
            .toList();
    workers.forEach(Thread::interrupt);

    assertThat(workers).isNotEmpty().noneMatch(Thread::isInterrupted);
    memory.publish(loop("run-1", "task", 7, null));
    memory.close();
    assertThat(complaints).isEmpty();
    assertThat(inTheFile().tasks()).hasSize(1);
  }

  @Test
  void whatOneProcessLearnsTheNextKnowsWhenItBegins() throws IOException {
    FileLoopMemory first = open();
    first.publish(loop("run-1", "task", 7, null));
    first.publish(ended("run-1", "task"));
    first.publish(loop("run-2", "task", 7, "read_file"));
    first.close();

    FileLoopMemory second = open();
    try {
      assertThat(second.ofTask("task")).isNotNull();
      assertThat(second.ofTask("other")).isNull();
    } finally {
      second.close();
    }
    TaskLoops task = inTheFile().tasks().get(0);
    assertThat(task.name()).isEqualTo("task");
    assertThat(task.runs()).isEqualTo(1);
    assertThat(task.loops().get(0).occasions())
        .extracting(PastLoop.Occasion::number, PastLoop.Occasion::next)
        .containsExactly(tuple(1L, null), tuple(2L, "read_file"));
    assertThat(complaints).isEmpty();
  }

  @Test
  void runsOfTwoProcessesWithTheSameIdAreTwo() throws IOException {
    for (int i = 0; i < 2; i++) {
      FileLoopMemory memory = open();
      memory.publish(loop("run-1", "task", 7, null));
      memory.publish(loop("run-1", "task", 7, null));
      memory.close();
    }

    assertThat(inTheFile().tasks().get(0).loops().get(0).occasions()).hasSize(2);
  }

  @Test
  void itIsKnownToTheRunsOfTheProcessAtOnce() {
    FileLoopMemory memory = open();
    try {
      int before = memory.changes();
      memory.publish(loop("run-1", "task", 7, null));

      assertThat(memory.ofTask("task")).isNotNull();
      assertThat(memory.changes()).isNotEqualTo(before);
    } finally {
      memory.close();
    }
  }

  @Test
  void itsOwnerAloneCanReadItAndTheFilesBesideIt() throws IOException {
    FileLoopMemory memory = open();
    memory.publish(loop("run-1", "task", 7, null));
    memory.close();
    MemoryKey.of(file);

    try (var files = Files.list(file.resolveSibling("."))) {
      assertThat(files)
          .hasSize(4) // the memory, its key, and the lock of each
          .allSatisfy(
              each ->
                  assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(each)))
                      .as(each.toString())
                      .isEqualTo("rw-------"));
    }
  }

  @Test
  void nothingIsInItButDigestsNamesAndCounts() throws IOException {
    FileLoopMemory memory = open();
    memory.publish(loop("run-1", "ta\nsk", 7, "re\u001bad"));
    memory.close();

    assertThat(Files.readString(file))
        .isEqualTo(
            """
            {"format":"loophalt-memory","version":1,"digests":"%s","tasks":[
            {"task":"ta\\\\u000ask","key":"%s","runs":0,"loops":[
             {"loop":"0000000000000007","detector":"identical-call",\
            "calls":[{"tool":"search","digest":"0000000000000007"}],\
            "runs":[{"run":"%s","number":1,"time":"2026-11-24T12:00:00Z","came":"news",\
            "next":"re\\\\u001bad"}]}]}]}
            """
                .formatted(
                    DigestKey.current().name(),
                    MemoryJson.hex(inTheFile().tasks().get(0).key()),
                    Files.readString(file).replaceAll("(?s).*\"run\":\"([0-9a-f]{8})\".*", "$1")));
  }

  @Test
  void whatIsOlderThanItIsKeptIsForgotten() throws IOException {
    FileLoopMemory memory = open();
    memory.publish(loop("run-1", "task", 7, null));
    memory.close();

    FileLoopMemory later = open(NOW.plus(Duration.ofDays(91)));
    try {
      assertThat(later.ofTask("task")).isNull();
    } finally {
      later.close();
    }
  }

  @Test
  void aLoopIsWrittenSoonThoughNobodyWaitsForIt() throws Exception {
    FileLoopMemory memory = open();
    try {
      memory.publish(loop("run-1", "task", 7, null));
      while (!Files.exists(file)) {
        Thread.onSpinWait();
      }
      assertThat(inTheFile().tasks()).hasSize(1);
    } finally {
      memory.close();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"format":"loophalt-memory","version":1,"digests":"a","tasks":[{"ta | or is damaged
          {"format":"loophalt-memory","version":1,"digests":"a"}              | what no Loophalt writes
          {"format":"loophalt-memory","version":1,"digests":"a","tasks":[7]}  | what no Loophalt writes
          {"format":"loophalt-memory","version":2,"digests":"a","tasks":[]}   | of version 2, and this Loophalt reads version 1
          {"format":"loophalt-memory","version":1,"digests":"siphash-2-4/1:00000000","tasks":[]} | under the digest key siphash-2-4/1:00000000
          {"name":"package","version":1}  | no memory of past loops
          [1, 2, 3]                       | no memory of past loops
          once upon a time                | no memory of past loops
          """)
  void aFileThatIsTornForeignOrUnderAnotherKeyIsRefusedInOneLineAndLeftAsItIs(
      String text, String reason) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);

    FileLoopMemory memory = open();
    memory.publish(loop("run-1", "task", 7, null));
    memory.publish(loop("run-2", "task", 8, null));
    memory.flush();

    assertThat(memory.ofTask("task")).as("what this process knows").isNotNull();
    memory.close();
    assertThat(Files.readString(file)).isEqualTo(text);
    assertThat(complaints).singleElement().asString().contains(file.toString()).contains(reason);
    assertThat(complaints.get(0)).doesNotContain("\n");
  }

  @Test
  void anEmptyFileIsNoMemory() throws IOException {
    Files.createDirectories(file.getParent());
    Files.createFile(file);

    open().close();

    assertThat(complaints).singleElement().asString().contains("no memory of past loops");
  }

  @Test
  void aFileThatIsTooLargeIsNotRead() throws IOException {
    Files.createDirectories(file.getParent());
    Files.write(file, new byte[MemoryFile.LARGEST + 1]);

    assertThatThrownBy(() -> new MemoryFile(file).read()).hasMessageContaining("larger than 4 MiB");
  }

  @Test
  void moreThanThereIsRoomForIsNotWritten() throws IOException {
    String longName = "\u20ac".repeat(100);
    LoopHistory large = new LoopHistory();
    for (int task = 0; task < LoopHistory.MOST_TASKS; task++) {
      for (int i = 0; i < LoopHistory.MOST_LOOPS; i++) {
        List<Part> parts = new ArrayList<>();
        for (int part = 0; part < 6; part++) {
          parts.add(new Part(longName, 1_000L * i + part));
        }
        large.publish(
            new LoopSeen(NOW.plusSeconds(task), "run", "task " + task, "d", parts, longName));
      }
    }

    MemoryContents written =
        new MemoryFile(file).change(none -> new MemoryContents("a", large.tasks()));

    assertThat(Files.size(file)).isLessThanOrEqualTo(MemoryFile.LARGEST);
    assertThat(written.tasks())
        .extracting(TaskLoops::name)
        .contains("task " + (LoopHistory.MOST_TASKS - 1))
        .doesNotContain("task 0");
  }

  /** As where a place was away, or a disk full, while many runs ended. */
  @Test
  void aLoopIsWrittenHoweverManyRunsHaveEndedSince() throws IOException {
    AtomicBoolean isAway = new AtomicBoolean();
    AtomicReference<MemoryContents> kept = new AtomicReference<>();
    MemoryPlace place =
        new MemoryPlace() {
          @Override
          public @Nullable MemoryContents read() throws IOException {
            if (isAway.get()) {
              throw new MemoryAwayException();
            }
            return kept.get();
          }

          @Override
          public MemoryContents change(MemoryFile.Change change) throws IOException {
            kept.set(change.of(read()));
            return Objects.requireNonNull(kept.get());
          }

          @Override
          public String name() {
            return "a place of this test";
          }

          @Override
          public String remedy() {
            return "";
          }
        };
    FileLoopMemory memory =
        FileLoopMemory.open(
            place, Duration.ofDays(90), Clock.fixed(NOW, ZoneOffset.UTC), complaints::add);
    memory.awaitBegun();
    isAway.set(true);
    memory.publish(loop("run-1", "task", 7, null));
    for (int i = 0; i < 10_050; i++) {
      memory.publish(ended("run-" + i, "task"));
    }
    memory.publish(loop("run-2", "task", 8, null));
    isAway.set(false);
    memory.close();

    assertThat(Objects.requireNonNull(kept.get()).tasks())
        .singleElement()
        .satisfies(task -> assertThat(task.loops()).hasSize(2));
    assertThat(complaints).isEmpty();
  }

  @Test
  void whyAFileCannotBeUsedIsSaidAlsoWhereTheSystemNamesOnlyTheFile() throws IOException {
    Files.writeString(file.getParent(), "no folder");

    FileLoopMemory memory = open();
    memory.publish(loop("run-1", "task", 7, null));
    memory.close();

    assertThat(complaints).singleElement().asString().contains("something else has this name");
  }

  @Test
  void whoeverHoldsTheLockForLongIsNotWaitedFor() throws IOException {
    Files.createDirectories(file.getParent());
    Path lock = file.resolveSibling("loops.json.lock");
    try (FileChannel channel =
            FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock held = channel.lock()) {
      assertThat(held.isValid()).isTrue();
      assertThatThrownBy(
              () -> new MemoryFile(file).change(none -> new MemoryContents("a", List.of())))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("another process holds " + lock);
    }
  }

  @Test
  void whatAProcessHasLeftInTheMiddleOfWritingIsNoHindrance() throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file.resolveSibling("loops.json.tmp"), "{\"format\":");

    FileLoopMemory memory = open();
    memory.publish(loop("run-1", "task", 7, null));
    memory.close();

    assertThat(inTheFile().tasks()).hasSize(1);
    assertThat(complaints).isEmpty();
  }

  @Test
  void aLinkStaysOneAndWhoNamesItsTargetSharesWhatIsInIt() throws IOException {
    Path real = file.resolveSibling("real.json");
    Files.createDirectories(file.getParent());
    Files.createSymbolicLink(file, real.getFileName());

    DigestKey made = MemoryKey.of(file);
    FileLoopMemory memory = open();
    memory.publish(loop("run-1", "task", 7, null));
    memory.close();

    assertThat(file).isSymbolicLink();
    assertThat(Objects.requireNonNull(new MemoryFile(real).read()).tasks()).hasSize(1);
    assertThat(inTheFile().tasks()).hasSize(1);
    assertThat(MemoryKey.of(real).id()).isEqualTo(made.id());
    try (Stream<Path> all = Files.list(file.getParent())) {
      assertThat(all.map(each -> each.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "loops.json", "real.json", "real.json.lock", "real.json.key", "real.json.key.lock");
    }
    assertThat(complaints).isEmpty();
  }

  @Test
  void twoProcessesThatShareItLoseNothingAndMakeOneKey() throws Exception {
    List<Process> processes = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      processes.add(
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-cp",
                  System.getProperty("java.class.path"),
                  Learns.class.getName(),
                  file.toString(),
                  Integer.toString(i))
              .redirectErrorStream(true)
              .redirectOutput(Redirect.to(folder.resolve("child-" + i + ".log").toFile()))
              .start());
    }
    for (int i = 0; i < 2; i++) {
      assertThat(processes.get(i).waitFor())
          .as(
              "exit code; the child said: %s",
              Files.readString(folder.resolve("child-" + i + ".log")))
          .isZero();
    }

    MemoryContents contents = inTheFile();
    assertThat(contents.digests()).isEqualTo(MemoryKey.of(file).name());
    TaskLoops task = contents.tasks().get(0);
    assertThat(contents.tasks()).hasSize(1);
    assertThat(task.runs()).isEqualTo(2L * Learns.LOOPS);
    assertThat(task.loops()).as("a loop of both, and those of each").hasSize(1 + 2 * Learns.LOOPS);
    assertThat(task.loops())
        .filteredOn(each -> each.id() == Learns.OF_BOTH)
        .singleElement()
        .satisfies(each -> assertThat(each.occasions()).hasSize(PastLoop.MOST_OCCASIONS));
  }

  /** Learns of loops, and writes each. */
  static final class Learns {

    static final int LOOPS = 12;
    static final long OF_BOTH = 1;

    public static void main(String[] args) throws IOException {
      Path file = Path.of(args[0]);
      int child = Integer.parseInt(args[1]);
      DigestKey.use(MemoryKey.of(file));
      List<String> complaints = Collections.synchronizedList(new ArrayList<>());
      FileLoopMemory memory =
          FileLoopMemory.open(
              new MemoryPolicy(file, Duration.ofDays(90)),
              Clock.fixed(NOW, ZoneOffset.UTC),
              complaints::add);
      for (int i = 0; i < LOOPS; i++) {
        String run = "run-" + child + "-" + i;
        memory.publish(loop(run, "task", OF_BOTH, null));
        memory.publish(loop(run, "task", 100L * (child + 1) + i, null));
        memory.publish(ended(run, "task"));
        memory.flush();
      }
      memory.close();
      System.out.write(complaints.toString().getBytes(StandardCharsets.UTF_8));
      System.out.flush();
      System.exit(complaints.isEmpty() ? 0 : 3);
    }
  }

  @Test
  void aKeyThatOthersCanReadIsRefused() throws IOException {
    MemoryKey.of(file);
    Files.setPosixFilePermissions(
        MemoryKey.fileOf(file), PosixFilePermissions.fromString("rw-r--r--"));

    assertThatThrownBy(() -> MemoryKey.of(file))
        .hasMessageContaining("loops.json.key is open to others than its owner: chmod 600 it");
  }

  @Test
  void theKeyIsMadeOnce() throws IOException {
    DigestKey made = MemoryKey.of(file);

    assertThat(MemoryKey.of(file).id()).isEqualTo(made.id());
    assertThat(Files.readAllBytes(MemoryKey.fileOf(file))).hasSize(32);
  }
}
