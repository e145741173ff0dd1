package io.loophalt.test;

import io.loophalt.core.Guard;
import io.loophalt.core.GuardSettings;
import io.loophalt.core.GuardedRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Opens guarded runs for a test and closes them when it is over. To be registered with {@link
 * RegisterExtension}, as a field of the test's instance.
 *
 * <p>Time stands still unless the test {@linkplain #advance moves} it, so that ceilings of time can
 * be tested without waiting. When a test fails, what was found in the runs that were {@linkplain
 * #open opened} here is added to the failure. Thread-safe within one test.
 */
public final class GuardExtension implements BeforeEachCallback, AfterEachCallback {

  private final AtomicLong nanos = new AtomicLong();
  private final AtomicInteger numbers = new AtomicInteger();
  private final Queue<GuardedRun> opened = new ConcurrentLinkedQueue<>();
  private final Guard guard;

  private GuardExtension(GuardSettings settings) {
    this.guard = Guard.create(settings, nanos::get);
  }

  /** With the standard preset and no ceilings. */
  public static GuardExtension standard() {
    return with(GuardSettings.standard());
  }

  /** With settings of the application's own. */
  public static GuardExtension with(GuardSettings settings) {
    return new GuardExtension(settings);
  }

  /**
   * The guard, for code that opens its runs itself; those are not closed by this extension, and no
   * failure shows them but that of an assertion on one.
   */
  public Guard guard() {
    return guard;
  }

  /** Opens a run of a task, called {@code test-run-1} and so on. */
  public GuardedRun open(String task) {
    GuardedRun run = guard.open(task, "test-run-" + numbers.incrementAndGet());
    opened.add(run);
    return run;
  }

  /** Lets time pass for all runs of the guard. */
  public void advance(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    closeAll();
    numbers.set(0);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    List<GuardedRun> runs = closeAll();
    context
        .getExecutionException()
        .ifPresent(
            failure ->
                runs.forEach(run -> failure.addSuppressed(new RunOfFailedTest(run.record()))));
  }

  private List<GuardedRun> closeAll() {
    List<GuardedRun> runs = new ArrayList<>();
    for (GuardedRun run = opened.poll(); run != null; run = opened.poll()) {
      run.close();
      runs.add(run);
    }
    return runs;
  }
}
