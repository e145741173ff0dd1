package io.loophalt.compatibility.harness;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;

import io.loophalt.compatibility.launcher.Launcher;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The JVM of the test itself: each application gets a class loader and a thread of its own, and the
 * agent is attached once, late, by its own command, with the default configuration.
 *
 * <p>While an application runs, the standard streams of this JVM are its own: one at a time.
 */
public record InProcessContainer() implements Container {

  private static boolean attached;

  @Override
  public boolean fits(Application application, Guard guard) {
    return application.inLoader() != null
        && guard instanceof Guard.AtStart atStart
        && atStart.configuration().equals(Guard.DEFAULTS);
  }

  @Override
  public Outcome run(Application application, Guard guard, Path folder) {
    synchronized (InProcessContainer.class) {
      attachOnce();
      List<String> command = new ArrayList<>();
      if (application.inLoader() != null) {
        command.addAll(application.inLoader());
      }
      command.addAll(application.arguments());
      return capture(command);
    }
  }

  /** With files of its own: the agent may read them again long after the first run's folder. */
  private static void attachOnce() {
    if (attached) {
      return;
    }
    try {
      Path folder = Files.createTempDirectory("loophalt-in-process");
      Path configuration = ForkedContainer.write(Guard.DEFAULTS, folder);
      long self = ProcessHandle.current().pid();
      assertThatRun(Attacher.COMMAND_LINE.attach(Jdk.running(), self, configuration, folder))
          .exitedWith(0);
      configuration.toFile().deleteOnExit();
      folder.toFile().deleteOnExit();
      attached = true;
    } catch (IOException e) {
      throw new UncheckedIOException("no folder for the configuration", e);
    }
  }

  private static Outcome capture(List<String> command) {
    PrintStream realOut = System.out;
    PrintStream realErr = System.err;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
    try {
      int exit = runInThread(command);
      return new Outcome(command, exit, lines(out), lines(err));
    } finally {
      System.setOut(realOut);
      System.setErr(realErr);
    }
  }

  private static int runInThread(List<String> command) {
    Main main = new Main(command);
    Thread thread = new Thread(main, "in-process application");
    thread.start();
    try {
      thread.join(ForkedJvm.TIME_LIMIT.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while an application ran", e);
    }
    if (thread.isAlive()) {
      throw new AssertionError(command + " passed its time limit and still runs");
    }
    return main.failure == null ? 0 : 1;
  }

  private static List<String> lines(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Override
  public String toString() {
    return "in-process";
  }

  /** The thread of one application. */
  private static final class Main implements Runnable {

    private final String[] command;
    private volatile @Nullable Throwable failure;

    Main(List<String> command) {
      this.command = command.toArray(String[]::new);
    }

    @Override
    public void run() {
      try {
        Launcher.main(command);
      } catch (Exception e) {
        failure = e;
        // Reported as a JVM reports what ends its main thread.
        Thread self = Thread.currentThread();
        self.getUncaughtExceptionHandler().uncaughtException(self, e);
      }
    }
  }
}
