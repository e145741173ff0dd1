package io.loophalt.compatibility.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.SpreadOverJdks;
import java.nio.file.Files;
import java.util.List;

/** JVMs that share a server under different digest keys never meet, and each says so. */
@SpreadOverJdks
class OtherKeysIT extends SharedJvms {

  private static final String MARKS = "loophalt:digest-keys";

  private static final String WARNING =
      ".*another JVM shares the store at 127.0.0.1:[0-9]+ under the key-prefix 'loophalt' and has"
          + " another digest key: .* Give all JVMs the same file as 'digest-key'.*";

  @OnEveryJdk
  void eachIsToldOfTheOtherWhileThatIsThere(ForkedContainer container) throws Exception {
    startOne(container);
    assertThat(step(0, "job", "the same")).isEqualTo("went on");
    server.await(" ", "hget", MARKS, "m");
    changeTheKey("another thirty-two bytes of others");

    startOne(container);

    jvms.get(1).awaitErrorMatching(WARNING);
    jvms.get(0).awaitErrorMatching(WARNING);
    assertThat(millisLeft()).isBetween(0L, 60_000L);
    assertThat(step(1, "job", "the same")).as("it goes on all the same").isEqualTo("went on");
    for (ForkedJvm each : jvms) {
      assertThat(String.join("\n", each.stop().err())).containsOnlyOnce("another digest key");
    }
  }

  @OnEveryJdk
  void aKeyThatNobodyHasAnyMoreIsForgotten(ForkedContainer container) throws Exception {
    startOne(container);
    server.await(" ", "hget", MARKS, "m");
    jvms.get(0).close();
    String mark = server.ask("hget", MARKS, "m").strip().split(" ")[0];
    long aMinuteAgo = System.currentTimeMillis() - 61_000;
    server.command("hset", MARKS, "m", mark + ' ' + aMinuteAgo);
    changeTheKey("the thirty-two bytes of tomorrow");

    startOne(container);

    String isGone =
        "return 'gone=' .. tostring(not redis.call('HGET', KEYS[1], 'm'):find(ARGV[1]))";
    server.await("gone=true", "eval", isGone, "1", MARKS, mark);
    assertThat(step(1, "job", "the same")).isEqualTo("went on");
    assertThat(String.join("\n", jvms.get(1).stop().err())).doesNotContain("digest key");
  }

  @OnEveryJdk
  void aCommandWithAnotherKeySaysWhyItFindsNothing(ForkedContainer container) throws Exception {
    startOne(container);
    assertThat(step(0, "job", "the same")).isEqualTo("went on");
    changeTheKey("the thirty-two bytes of somebody");

    Command.Ended ended =
        Command.run(folder, List.of("show", "--store", "config", "--config", file(), "order/job"));

    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.error())
        .contains("runs under another digest key than " + file() + " names: 1, ");
  }

  private void startOne(ForkedContainer container) throws Exception {
    begin(container, server.port(), 1);
    jvms.get(jvms.size() - 1).awaitErrorMatching(".*the store at .* is there");
  }

  /** For who is started from now on. */
  private void changeTheKey(String other) throws Exception {
    Files.writeString(folder.resolve("digest.key"), other);
  }

  private String file() {
    return configuration().toString();
  }

  private long millisLeft() throws Exception {
    return Long.parseLong(server.ask("pttl", MARKS).strip());
  }
}
