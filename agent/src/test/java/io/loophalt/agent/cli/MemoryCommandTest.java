package io.loophalt.agent.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.event.LoopSeen;
import io.loophalt.core.event.LoopSeen.Part;
import io.loophalt.core.memory.LoopHistory;
import io.loophalt.operations.memory.MemoryContents;
import io.loophalt.operations.memory.MemoryFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a person sees of past loops, and how they are forgotten. */
class MemoryCommandTest {

  private final Path file;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  MemoryCommandTest(@TempDir Path folder) {
    this.file = folder.resolve("loops.json");
  }

  @BeforeEach
  void rememberTwoTasks() throws IOException {
    LoopHistory history = new LoopHistory();
    history.publish(loop("repair", "run-1", 10, null));
    history.publish(loop("repair", "run-2", 10, "read_file"));
    history.publish(loop("repair", "run-2", 11, null));
    history.publish(loop("chat\u001b[2J", "run-3", 12, null));
    new MemoryFile(file)
        .change(none -> new MemoryContents("siphash-2-4/1:1a2b3c4d", history.tasks()));
  }

  private static LoopSeen loop(String task, String run, long digest, @Nullable String next) {
    return new LoopSeen(
        Instant.parse("2026-11-24T12:00:00Z"),
        run,
        task,
        "identical-call",
        List.of(new Part("search", digest)),
        next);
  }

  @Test
  void listPrintsEachTaskWithItsLoopsAndNothingThatATerminalObeys() {
    assertThat(memory("list")).isZero();

    assertThat(out.toString(UTF_8).lines())
        .containsExactly(
            "digests: siphash-2-4/1:1a2b3c4d",
            "repair, 0 runs since its first loop",
            "  000000000000000a  identical-call  search  ended 1, went on 1 by read_file, last"
                + " 2026-11-24T12:00:00Z",
            "  000000000000000b  identical-call  search  ended 1, went on 0, last"
                + " 2026-11-24T12:00:00Z",
            "chat\\u001b[2J, 0 runs since its first loop",
            "  000000000000000c  identical-call  search  ended 1, went on 0, last"
                + " 2026-11-24T12:00:00Z");
  }

  @Test
  void exportPrintsWhatIsInTheFile() throws IOException {
    assertThat(memory("export")).isZero();

    assertThat(out.toString(UTF_8)).isEqualTo(Files.readString(file));
  }

  @Test
  void forgetTakesATaskALoopOrAll() {
    assertThat(memory("forget", "--loop", "000000000000000A")).isZero();
    assertThat(memory("forget", "--task", "chat\\u001b[2J")).isZero();
    assertThat(memory("list")).isZero();
    assertThat(memory("forget", "--all")).isZero();
    assertThat(memory("forget", "--all")).isEqualTo(1);
    assertThat(memory("list")).isZero();

    assertThat(out.toString(UTF_8).lines())
        .containsExactly(
            "1 loop forgotten",
            "1 loop forgotten",
            "digests: siphash-2-4/1:1a2b3c4d",
            "repair, 0 runs since its first loop",
            "  000000000000000b  identical-call  search  ended 1, went on 0, last"
                + " 2026-11-24T12:00:00Z",
            "1 loop forgotten",
            "0 loops forgotten",
            "digests: siphash-2-4/1:1a2b3c4d",
            "no loops");
  }

  /** A loop has the same id in each task in which the same came of the same. */
  @Test
  void aLoopIsForgottenInEachTaskOrInTheOneThatIsNamed() throws IOException {
    LoopHistory history = new LoopHistory();
    for (String task : List.of("repair", "chat", "search")) {
      history.publish(loop(task, "run-of-" + task, 10, null));
    }
    new MemoryFile(file)
        .change(
            known -> new MemoryContents(Objects.requireNonNull(known).digests(), history.tasks()));

    assertThat(memory("forget", "--task", "chat", "--loop", "000000000000000a")).isZero();
    assertThat(memory("forget", "--task", "chat", "--loop", "000000000000000a")).isEqualTo(1);
    assertThat(memory("forget", "--loop", "000000000000000a")).isZero();

    assertThat(out.toString(UTF_8).lines())
        .containsExactly("1 loop forgotten", "0 loops forgotten", "2 loops forgotten");
  }

  @Test
  void forgetAsksForExactlyOneThing() {
    assertThat(memory("forget")).isEqualTo(2);
    assertThat(memory("forget", "--all", "--task", "repair")).isEqualTo(2);
    assertThat(memory("forget", "--all", "--loop", "000000000000000a")).isEqualTo(2);
    assertThat(memory("forget", "--loop", "a")).isEqualTo(2);

    assertThat(err.toString(UTF_8)).contains("--loop must be 16 hexadecimal digits");
  }

  @Test
  void anotherFileIsRefusedAndLeftAsItIs() throws IOException {
    Files.writeString(file, "{\"name\":\"mine\"}");

    assertThat(memory("list")).isEqualTo(2);
    assertThat(memory("export")).isEqualTo(2);
    assertThat(memory("forget", "--all")).isEqualTo(2);

    assertThat(err.toString(UTF_8).lines())
        .hasSize(3)
        .allMatch(line -> line.endsWith("it is no memory of past loops"));
    assertThat(Files.readString(file)).isEqualTo("{\"name\":\"mine\"}");
  }

  @Test
  void aFileThatIsNotThereIsSaidAndNotMade() throws IOException {
    Files.delete(file);

    assertThat(memory("list")).isEqualTo(2);
    assertThat(memory("forget", "--all")).isEqualTo(2);

    assertThat(err.toString(UTF_8).lines())
        .hasSize(2)
        .allMatch(line -> line.endsWith("there is no such file"));
    assertThat(file).doesNotExist();
  }

  /** Else a service never reads its memory again once root has taken something out of it. */
  @Test
  void theFileStaysItsOwnersAndItsLockIsTheirs() throws IOException {
    Path lock = file.resolveSibling("loops.json.lock");
    Files.delete(lock);
    Object owner = Files.getAttribute(file, "unix:uid");
    if (owner.equals(0)) { // Only root can give it to somebody else.
      owner = 12_345;
      Files.setAttribute(file, "unix:gid", 12_346);
      Files.setAttribute(file, "unix:uid", owner);
    }
    Object group = Files.getAttribute(file, "unix:gid");

    assertThat(memory("forget", "--task", "repair")).isZero();

    for (Path each : List.of(file, lock)) {
      assertThat(Files.getAttribute(each, "unix:uid")).as("%s", each).isEqualTo(owner);
      assertThat(Files.getAttribute(each, "unix:gid")).as("%s", each).isEqualTo(group);
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(each)))
          .isEqualTo("rw-------");
    }
  }

  @Test
  void whereNothingIsForgottenTheFileStaysAsItIs() throws IOException {
    Object before = Files.getAttribute(file, "unix:ino");

    assertThat(memory("forget", "--task", "unknown")).isEqualTo(1);

    assertThat(Files.getAttribute(file, "unix:ino")).isEqualTo(before);
  }

  private int memory(String command, String... options) {
    List<String> arguments = new ArrayList<>(List.of("memory", command));
    arguments.addAll(List.of(options));
    arguments.add(file.toString());
    Terminal terminal =
        new Terminal(
            new ByteArrayInputStream(new byte[0]),
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8),
            false);
    return CommandLineMain.run(terminal, arguments.toArray(new String[0]));
  }
}
