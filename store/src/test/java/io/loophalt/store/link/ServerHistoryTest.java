package io.loophalt.store.link;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What servers tell of themselves; a state was put into one of them ten seconds ago. */
class ServerHistoryTest {

  private static final long NOW = TimeUnit.HOURS.toNanos(1);
  private static final long PUT = NOW - TimeUnit.SECONDS.toNanos(10);
  private static final String NO_ID = "0".repeat(40);
  private static final String A = "a".repeat(40);
  private static final String B = "b".repeat(40);
  private static final String C = "c".repeat(40);
  private static final String D = "d".repeat(40);
  private static final String BEFORE = Objects.requireNonNull(alone(A, B, 3_600)).name();

  @Test
  void theServerItselfLacksNothing() {
    assertThat(mayLack(alone(A, B, 3_600))).isFalse();
  }

  @Test
  void aReplicaThatHasTakenOverMayLackSomething() {
    assertThat(mayLack(read(C, D, B, "standalone", 1, 3_600))).isTrue();
    assertThat(mayLack(read(C, D, B, "cluster", 1, 3_600))).isTrue();
    assertThat(mayLack(read(A, D, B, "standalone", 1, 3_600)))
        .as("it was one for a while, of another master")
        .isTrue();
  }

  /** An hour without replicas later servers do not say so any more. */
  @Test
  void soMayOneThatWasThereBeforeTheStateAndHasOtherNames() {
    assertThat(mayLack(alone(C, D, 3_600))).isTrue();
  }

  @Test
  void aServerThatGetsItsFirstReplicaLacksNothing() {
    assertThat(mayLack(alone(A, D, 3_600))).isFalse();
  }

  @Test
  void aServerThatIsStartedAgainLacksNothingIfEachWriteIsInAFile() {
    assertThat(mayLack(alone(C, D, 2))).isFalse();
    assertThat(mayLack(read(C, D, NO_ID, "standalone", 0, 2))).as("from a snapshot").isTrue();
  }

  @Test
  void aRunThatHasMovedInAClusterLacksNothing() {
    assertThat(mayLack(read(C, D, NO_ID, "cluster", 0, 3_600))).isFalse();
    assertThat(mayLack(read(C, D, NO_ID, "cluster", 0, 2))).as("from a snapshot").isTrue();
  }

  @Test
  void whoDoesNotNameItselfIsNotKnown() {
    assertThat(ServerHistory.read("redis_version:7.0.15\r\n".getBytes(UTF_8), NOW)).isNull();
  }

  private static boolean mayLack(@Nullable ServerHistory there) {
    return Objects.requireNonNull(there).mayLackWhatFollowed(BEFORE, PUT);
  }

  private static @Nullable ServerHistory alone(String process, String replication, int uptime) {
    return read(process, replication, NO_ID, "standalone", 1, uptime);
  }

  private static @Nullable ServerHistory read(
      String process, String replication, String former, String mode, int aof, int uptime) {
    String told =
        "# Server\r\nredis_version:7.0.15\r\nredis_mode:%s\r\nrun_id:%s\r\nuptime_in_seconds:%d\r\n"
                .formatted(mode, process, uptime)
            + "\r\n# Persistence\r\naof_enabled:%d\r\n\r\n# Replication\r\nrole:master\r\n"
                .formatted(aof)
            + "master_replid:%s\r\nmaster_replid2:%s\r\nsecond_repl_offset:-1\r\n"
                .formatted(replication, former);
    return ServerHistory.read(told.getBytes(UTF_8), NOW);
  }
}
