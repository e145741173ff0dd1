package io.loophalt.fleet;

import java.io.PrintStream;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.core.execution.JobClient;
import org.jspecify.annotations.Nullable;

/**
 * A line on the terminal that shows how far the job is; nothing where no one watches. Thread-safe.
 */
final class Progress implements AutoCloseable {

  private static final long SHOW_EVERY_MILLIS = 500;

  private final PrintStream terminal;
  private final JobClient job;
  private final long total;
  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread shower = new Thread(this::show, "loophalt-progress");
  private boolean shown;

  private Progress(PrintStream terminal, JobClient job, long total) {
    this.terminal = terminal;
    this.job = job;
    this.total = total;
  }

  /**
   * Begins to show it.
   *
   * @param total bytes to read
   * @param watched whether a person watches
   */
  static Progress of(PrintStream terminal, JobClient job, long total, boolean watched) {
    Progress progress = new Progress(terminal, job, total);
    if (watched) {
      progress.shower.setDaemon(true);
      progress.shower.start();
    }
    return progress;
  }

  private void show() {
    try {
      while (!over.await(SHOW_EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
        Map<String, Object> counts = counts();
        if (counts != null) {
          draw(line(counts));
        }
      }
    } catch (InterruptedException | ExecutionException jobIsOver) {
      clear(); // Whoever waits for the job hears what became of it.
    }
  }

  /** Null if a busy machine has not answered yet: what is on the screen stays there. */
  private @Nullable Map<String, Object> counts() throws InterruptedException, ExecutionException {
    try {
      return job.getAccumulators().get(SHOW_EVERY_MILLIS, TimeUnit.MILLISECONDS);
    } catch (TimeoutException busy) {
      return null;
    }
  }

  private String line(Map<String, Object> counts) {
    long read = count(counts, RunState.ACCUMULATOR + RecordingEntries.BYTES_READ);
    long judged = count(counts, RunState.ACCUMULATOR + RunFunction.RUNS);
    String reading =
        String.format(
            Locale.ROOT, "%,.1f of %,.1f MB read", Math.min(read, total) / 1e6, total / 1e6);
    return judged == 0
        ? reading + (read < total ? "" : ", judging")
        : String.format(Locale.ROOT, "%s, %,d runs judged", reading, judged);
  }

  private static long count(Map<String, Object> counts, String name) {
    return counts.get(name) instanceof Long count ? count : 0;
  }

  private synchronized void draw(String line) {
    if (over.getCount() > 0) {
      shown = true;
      terminal.print("\r\u001b[K" + line);
      terminal.flush();
    }
  }

  /** Takes the line off the screen, so that something else can be printed. */
  synchronized void clear() {
    if (shown) {
      shown = false;
      terminal.print("\r\u001b[K");
      terminal.flush();
    }
  }

  @Override
  public void close() {
    over.countDown();
    clear();
  }
}
