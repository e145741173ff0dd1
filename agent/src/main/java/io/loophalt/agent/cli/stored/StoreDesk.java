package io.loophalt.agent.cli.stored;

import io.loophalt.configuration.CheckedConfig;
import io.loophalt.core.event.EventSinks;
import io.loophalt.core.event.JvmName;
import io.loophalt.core.fingerprint.DigestKey;
import io.loophalt.core.memory.LoopHistory;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.run.RunEvents;
import io.loophalt.operations.control.ConfigValue;
import io.loophalt.operations.control.Control;
import io.loophalt.operations.control.ControlException;
import io.loophalt.operations.control.ControlSocket;
import io.loophalt.operations.control.Freezing;
import io.loophalt.operations.control.Reloading;
import io.loophalt.operations.control.RunArchive;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.policy.StorePolicy;
import io.loophalt.runtime.runs.RunBounds;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.steering.Freeze;
import io.loophalt.store.StoredRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All runs that are in a store, on a socket of this process, as those of a JVM are on its own: what
 * sees and steers a JVM sees and steers these.
 *
 * <p>Thread-safe.
 */
public final class StoreDesk implements AutoCloseable {

  /** All that there are, however few each of the JVMs keeps. */
  private static final int MOST_RUNS = 1_000_000;

  private final StoredRuns runs;
  private final Path folder;
  private final ControlSocket socket;

  private StoreDesk(StoredRuns runs, Path folder, ControlSocket socket) {
    this.runs = runs;
    this.folder = folder;
    this.socket = socket;
  }

  /**
   * Reaches the store. Runs are those that are there when they are {@linkplain #refresh looked at}.
   *
   * @param config that of the JVMs that share the runs
   * @param policy where the store is; its timeout is how long to wait
   * @param version of this program
   * @throws IOException if the store cannot be reached; the message is for a person
   */
  public static StoreDesk open(CheckedConfig config, StorePolicy policy, String version, Log log)
      throws IOException, InterruptedException {
    config.digestKey().ifPresent(DigestKey::use);
    EventSinks sinks = new EventSinks();
    RunRegistry registry =
        new RunRegistry(
            config.policy(),
            RunBounds.of(MOST_RUNS, Runtime.getRuntime().maxMemory()),
            Presets::create,
            new RunEvents(sinks, Clock.systemUTC(), false),
            // A run with a memory of past loops has a detector more, and is saved with it.
            config.memory().isPresent() ? new LoopHistory() : null);
    RunArchive archive = new RunArchive(registry);
    sinks.add(archive);
    StoredRuns runs = new StoredRuns(policy, registry, log);
    if (!runs.awaitServer(policy.timeout())) {
      throw new IOException(
          "the store at " + policy.place() + " cannot be reached: " + runs.problem());
    }
    Control control =
        new Control(
            new RunCorrelator(registry, log),
            archive,
            new OfAll(runs),
            paused -> {},
            () -> false,
            new Fixed(),
            version,
            () -> 0);
    Path folder = Files.createTempDirectory("loophalt-store");
    ControlSocket socket = new ControlSocket(folder.toString(), JvmName.next(), control, log::warn);
    if (!socket.open()) {
      throw new IOException("there is no socket for the runs of the store");
    }
    Thread serving = new Thread(socket::serve, "loophalt-store-desk");
    serving.setDaemon(true);
    serving.start();
    return new StoreDesk(runs, folder, socket);
  }

  /** Where the socket is, as the only one. */
  public Path folder() {
    return folder;
  }

  /**
   * Looks at the runs that are there now.
   *
   * @throws IOException if the store does not answer
   */
  public void refresh() throws IOException {
    runs.refresh();
  }

  /** Of how many runs is not known here what was counted in them. */
  public int unreadable() {
    return runs.unreadable();
  }

  /** How many runs there are of which nothing is known here, because the digest key is another. */
  public int ofOtherKeys() {
    return runs.ofOtherKeys();
  }

  /** Whether it is known what was used of the budgets; else none halts a run here. */
  public boolean knowsBudgets() {
    return runs.knowsBudgets();
  }

  /** Waits for the store to take all that was decided here; returns whether it has, in time. */
  public boolean awaitTaken() throws InterruptedException {
    return runs.awaitTaken();
  }

  @Override
  public void close() {
    socket.close();
    try {
      Files.deleteIfExists(folder);
    } catch (IOException left) {
      // It is empty, and in a folder for what is left.
    }
  }

  /**
   * Holds the calls of all JVMs.
   *
   * @param runs of the store that they share
   */
  private record OfAll(StoredRuns runs) implements Freezing {

    @Override
    public Instant freeze(Freeze.Calls calls, boolean halts, Duration most)
        throws ControlException {
      try {
        return runs.freeze(calls, halts, most);
      } catch (IOException away) {
        throw new ControlException(String.valueOf(away.getMessage()));
      }
    }

    @Override
    public boolean unfreeze() throws ControlException {
      try {
        return runs.unfreeze();
      } catch (IOException away) {
        throw new ControlException(String.valueOf(away.getMessage()));
      }
    }

    @Override
    public @Nullable Instant frozenUntil() {
      return runs.frozenUntil().orElse(null);
    }
  }

  /** The settings are those with which it began. */
  private static final class Fixed implements Reloading {

    @Override
    public String reload(RunRegistry runs) throws ControlException {
      throw new ControlException("each JVM reads its own configuration");
    }

    @Override
    public void reloadIfChanged(RunRegistry runs) {}

    @Override
    public void modeIsOrdered(Mode mode) {}

    @Override
    public List<ConfigValue> values(RunRegistry runs) {
      return List.of();
    }
  }
}
