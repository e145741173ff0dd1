package io.loophalt.compatibility;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;

import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.Outcome;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Watching a call neither takes a lock of its values nor calls a method of theirs. */
class ForeignValuesIT {

  @TempDir Path folder;

  @OnEveryJdk
  void noLockIsTakenNoMethodCalledAndRepetitionsAreStillSeen(ForkedContainer container) {
    Outcome outcome =
        container.run(Applications.foreignValues(), new Guard.AtStart(Guard.DEFAULTS), folder);

    assertThatRun(outcome)
        .endedWell()
        .reports("lock.synchronized.list", "free")
        .reports("lock.synchronized.map", "free")
        .reports("lock.synchronized.set", "free")
        .reports("lock.unmodifiable.of.it", "free")
        .reports("lock.vector", "free")
        .reports("lock.part.of.vector", "free")
        .reports("lock.stack", "free")
        .reports("lock.hashtable", "free")
        .reports("lock.properties", "free")
        .reports("lock.buffer", "free")
        .reports("calls.lazy.list", 0)
        .reports("calls.in.a.list", 0)
        .reports("calls.behind.a.view", 0)
        .reports("calls.key", 0)
        .reports("calls.proxy.list", 0)
        .reports("calls.proxy.map", 0)
        .reports("calls.proxy.text", 0)
        .reports("calendar.is.left.as.it.is", "2023-02-01")
        .reports("other.nanoseconds", 0)
        .reports("interrupt.kept", true)
        .reports("same.synchronized.map", 5)
        .reports("other.synchronized.map", 0)
        .reports("same.unmodifiable.list", 5)
        .reports("same.subclass", 5)
        .reports("other.subclass", 0)
        .reports("other.lazy", 0)
        .doesNotWarn("(?i).*turned off.*");
  }
}
