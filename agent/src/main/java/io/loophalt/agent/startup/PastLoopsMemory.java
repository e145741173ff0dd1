package io.loophalt.agent.startup;

import io.loophalt.PrintableText;
import io.loophalt.core.fingerprint.DigestKey;
import io.loophalt.core.memory.LoopMemory;
import io.loophalt.operations.memory.FileLoopMemory;
import io.loophalt.operations.memory.MemoryKey;
import io.loophalt.runtime.policy.MemoryPolicy;
import io.loophalt.runtime.policy.StorePolicy;
import io.loophalt.runtime.safety.Log;
import io.loophalt.store.StoredMemory;
import java.io.IOException;
import java.time.Clock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Opens the memory of past loops of a live agent, which stays open until the JVM is gone. */
final class PastLoopsMemory {

  private PastLoopsMemory() {}

  /**
   * The key of a memory whose configuration names none; made at the first start.
   *
   * @return null if it can neither be read nor made, which is said: the agent starts all the same
   */
  static @Nullable DigestKey key(MemoryPolicy policy) {
    try {
      return MemoryKey.of(policy.file());
    } catch (IOException unusable) {
      System.err.println(
          "[loophalt] the memory of past loops "
              + PrintableText.of(policy.file().toString())
              + " is not used: "
              + PrintableText.of(String.valueOf(unusable.getMessage())));
      return null;
    }
  }

  /**
   * Begins to read it.
   *
   * @param store where it is kept in place of the file; null if there is none
   */
  static FileLoopMemory open(MemoryPolicy policy, @Nullable StorePolicy store, Log log) {
    return store == null
        ? FileLoopMemory.open(policy, Clock.systemUTC(), new Warning(log))
        : FileLoopMemory.open(
            new StoredMemory(store, policy.keep()),
            policy.keep(),
            Clock.systemUTC(),
            new Warning(log));
  }

  /** As the runs see it: where this is not called, not even its type is loaded. */
  static LoopMemory seenByRuns(FileLoopMemory memory) {
    return memory;
  }

  /** A class instead of a lambda, which would cost start-up time. */
  private record Warning(Log log) implements Consumer<String> {
    @Override
    public void accept(String message) {
      log.warn(message);
    }
  }
}
