package io.loophalt.agent.cli;

import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * A bar on the terminal that shows how much of the input is read; nothing where no one watches. Any
 * thread may read; one alone shows.
 */
final class Progress {

  private static final int WIDTH = 40;
  private static final long SHOW_EVERY_NANOS = 100_000_000;

  private final Terminal terminal;
  private final long total;
  private final AtomicLong done = new AtomicLong();
  private final LongSupplier nanos;
  private long shownAt;
  private boolean shown;

  /**
   * A bar.
   *
   * @param total bytes to read, 0 if unknown
   * @param nanos a clock such as {@link System#nanoTime}
   */
  Progress(Terminal terminal, long total, LongSupplier nanos) {
    this.terminal = terminal;
    this.total = total;
    this.nanos = nanos;
    this.shownAt = nanos.getAsLong();
  }

  /** So many bytes more are read. */
  void advance(long bytes) {
    done.addAndGet(bytes);
  }

  /** Draws the bar, if it is time to. */
  void show() {
    if (terminal.interactive() && nanos.getAsLong() - shownAt > SHOW_EVERY_NANOS) {
      shownAt = nanos.getAsLong();
      shown = true;
      terminal.err().print("\r" + line());
      terminal.err().flush();
    }
  }

  /** Takes the bar off the screen. */
  void clear() {
    if (shown) {
      shown = false;
      terminal.err().print("\r\u001b[K");
      terminal.err().flush();
    }
  }

  private String line() {
    long read = done.get();
    double megabytes = read / 1e6;
    if (total == 0) {
      return String.format(Locale.ROOT, "%,.1f MB read", megabytes);
    }
    int filled = (int) Math.min(WIDTH, WIDTH * read / total);
    return String.format(
        Locale.ROOT,
        "[%s%s] %3d%%  %,.1f of %,.1f MB",
        "#".repeat(filled),
        ".".repeat(WIDTH - filled),
        Math.min(100, 100 * read / total),
        megabytes,
        total / 1e6);
  }
}
