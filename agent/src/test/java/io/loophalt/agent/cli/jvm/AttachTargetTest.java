package io.loophalt.agent.cli.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AttachTargetTest {

  private static final long PID = ProcessHandle.current().pid();
  private static final String JVM = "7f00-7f01 r-xp 0 08:01 17  /opt/jdk/lib/server/libjvm.so\n";
  private static final String NO_JVM = "7f00-7f01 r-xp 0 08:01 17  /usr/lib/libc.so\n";

  private final Path processes;

  AttachTargetTest(@TempDir Path processes) {
    this.processes = processes;
  }

  @Test
  void aJvmOfTheSameUserMayBeAttachedTo() throws IOException {
    process("self", "1000", NO_JVM);
    process(Long.toString(PID), "1000", JVM);

    assertThat(refusal()).isNull();
  }

  @Test
  void aProcessWithoutTheLibraryOfAJvmIsNone() throws IOException {
    process("self", "1000", NO_JVM);
    process(Long.toString(PID), "1000", NO_JVM);

    assertThat(refusal()).contains("no JVM");
  }

  @Test
  void whatBelongsToAnotherUserIsLeftToThatUser() throws IOException {
    process("self", "1000", NO_JVM);
    process(Long.toString(PID), "1001", JVM);

    assertThat(refusal()).contains("belongs to");
  }

  @Test
  void rootMayAttachToEverybodysJvm() throws IOException {
    process("self", "0", NO_JVM);
    process(Long.toString(PID), "1001", JVM);

    assertThat(refusal()).isNull();
  }

  @Test
  void aSystemThatTellsNothingOfItsProcessesIsNoReasonToRefuse() {
    assertThat(refusal()).isNull();
  }

  @Test
  void aProcessThatIsGoneIsSaidToBe() throws Exception {
    Process gone = new ProcessBuilder("true").start();
    gone.waitFor();

    assertThat(new AttachTarget(processes, gone.pid()).refusal()).contains("no such process");
  }

  private @Nullable String refusal() {
    return new AttachTarget(processes, PID).refusal();
  }

  private void process(String name, String user, String maps) throws IOException {
    Path folder = Files.createDirectory(processes.resolve(name));
    Files.writeString(
        folder.resolve("status"),
        "Name:\tjava\nUid:\t%s\t%s\t%s\t%s\n".formatted(user, user, user, user));
    Files.writeString(folder.resolve("maps"), maps);
  }
}
