package io.loophalt.compatibility.stopped;

import io.loophalt.LoopHaltException;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Stops threads where the agent asks the loader of a tool class about the annotations on it: the
 * loader throws what would stop one. Reports how the threads end, and how many of the tools are not
 * guarded afterwards.
 */
public final class StoppedWhileLoading {

  /** More than the ten errors after which the agent turns itself off. */
  private static final int THREADS = 12;

  private static final int CAP = 7;
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private StoppedWhileLoading() {}

  /** Entry point. */
  public static void main(String[] args) throws Exception {
    Lifeline.hold();
    byte[] classFile = classFile();
    int stopped = 0;
    int ended = 0;
    int unguarded = 0;
    for (int i = 0; i < THREADS; i++) {
      ToolLoader loader = new ToolLoader(classFile);
      Loading loading = new Loading(loader);
      ended += loading.endsThread() ? 1 : 0;
      stopped += loader.hasStopped ? 1 : 0;
      unguarded += isGuardedAfterAll(loader.define()) ? 0 : 1;
    }
    Report.fact("stopped", stopped);
    Report.fact("ended", ended);
    Report.fact("unguarded", unguarded);
    Report.fact("done", true);
  }

  private static byte[] classFile() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(
            StoppedWhileLoading.class.getResourceAsStream("GreetingTool.class"))) {
      return in.readAllBytes();
    }
  }

  /** Whether a thread that loads the tool is stopped; where the JDK stops none, it goes on. */
  private static final class Loading implements Thread.UncaughtExceptionHandler {

    private final ToolLoader loader;
    private volatile boolean isLoaded;
    private volatile boolean isToGoOn = true;
    private volatile @Nullable Throwable end;

    Loading(ToolLoader loader) {
      this.loader = loader;
    }

    boolean endsThread() throws InterruptedException {
      Thread thread = new Thread(this::loadAndGoOn);
      thread.setUncaughtExceptionHandler(this);
      thread.start();
      if (Runtime.version().feature() < 20) {
        thread.join(PATIENCE.toMillis());
      }
      while (thread.isAlive() && !isLoaded) {
        Thread.onSpinWait();
      }
      isToGoOn = false;
      thread.join();
      Throwable thrown = end;
      return thrown != null && thrown.getClass().getName().equals("java.lang.ThreadDeath");
    }

    private void loadAndGoOn() {
      isLoaded = loader.define() != null;
      while (isToGoOn) {
        Thread.onSpinWait();
      }
    }

    @Override
    public void uncaughtException(Thread ended, Throwable thrown) {
      end = thrown;
    }
  }

  private static boolean isGuardedAfterAll(Class<?> tool) throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() < deadline) {
      if (haltedAt(tool) == 5) {
        return true;
      }
    }
    return false;
  }

  /** On a thread of its own, which is a run of its own. */
  private static int haltedAt(Class<?> type) throws Exception {
    @SuppressWarnings("unchecked")
    UnaryOperator<String> tool =
        (UnaryOperator<String>) type.getDeclaredConstructor().newInstance();
    int[] at = new int[1];
    Thread calls =
        new Thread(
            () -> {
              int returns = 0;
              for (int call = 1; call <= CAP && at[0] == 0; call++) {
                try {
                  returns += tool.apply("timeout").isEmpty() ? 0 : 1;
                } catch (LoopHaltException e) {
                  at[0] = returns + 1;
                }
              }
            });
    calls.start();
    calls.join();
    return at[0];
  }

  /** The first thread that asks for a file while the tool is defined is stopped there. */
  private static final class ToolLoader extends ClassLoader {

    private final byte[] classFile;
    private boolean isDefining;
    private volatile boolean hasStopped;

    ToolLoader(byte[] classFile) {
      super(StoppedWhileLoading.class.getClassLoader());
      this.classFile = classFile;
    }

    synchronized Class<?> define() {
      Class<?> known = findLoadedClass(GreetingTool.class.getName());
      if (known != null) {
        return known;
      }
      isDefining = true;
      try {
        return defineClass(GreetingTool.class.getName(), classFile, 0, classFile.length);
      } finally {
        isDefining = false;
      }
    }

    @Override
    public @Nullable InputStream getResourceAsStream(String name) {
      if (isDefining && !hasStopped && Thread.holdsLock(this)) {
        hasStopped = true;
        throw StoppedThreads.threadDeath();
      }
      return super.getResourceAsStream(name);
    }
  }
}
