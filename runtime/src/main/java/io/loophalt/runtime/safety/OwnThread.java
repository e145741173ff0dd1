package io.loophalt.runtime.safety;

import io.loophalt.PrintableText;
import io.loophalt.core.failure.ThreadStop;
import java.security.AccessController;
import java.security.PrivilegedAction;
import org.jspecify.annotations.Nullable;

/**
 * A daemon thread of the agent's own, which may be made while the application's code is on the
 * stack, and which only its owner can interrupt.
 *
 * <p>An error that ends it is said in one line, and goes to no handler of the application's: many
 * services have a default one that ends the JVM.
 */
public final class OwnThread extends Thread implements Thread.UncaughtExceptionHandler {

  private OwnThread(Runnable work, String name) {
    super(root(), work, name, 0, false);
    setDaemon(true);
    setContextClassLoader(null);
    setUncaughtExceptionHandler(this);
  }

  /**
   * Without effect: whoever interrupts all threads of a group, or of the JVM, does not mean one of
   * the agent's. A wait that returns at once, or a file that is closed, would be the end of what it
   * does, or a loop without a pause.
   */
  @Override
  public void interrupt() {}

  /** Interrupts it, as its owner, for whom it is to do nothing more. */
  public void end() {
    super.interrupt();
  }

  /** On this thread, whose last act it is: it may wait for standard error. */
  @Override
  public void uncaughtException(Thread ended, Throwable error) {
    if (!ThreadStop.is(error)) {
      new Log(new StandardError()).warn(obituary(ended.getName(), error));
    }
  }

  /**
   * What is said of the end of a thread by an error that nobody has expected: one line for a
   * person.
   */
  static String obituary(String name, Throwable error) {
    return "the agent's thread "
        + name
        + " has ended by "
        + PrintableText.of(Log.inWords(error))
        + "; what it did is not done any more, and the application is not affected. Please report"
        + " it";
  }

  /** The application may interrupt, or take out, groups of its own with all threads in them. */
  private static ThreadGroup root() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group.getParent() != null) {
      group = group.getParent();
    }
    return group;
  }

  /**
   * Makes one that holds on to nothing of the application: before JDK 24 a thread keeps the access
   * rights of all code that is on the stack of its maker, and so the loader of an application that
   * is taken out later.
   *
   * <p>No lambda: one is linked in a first call's path for longer than all the rest takes.
   */
  @SuppressWarnings({"removal", "Convert2Lambda"}) // Later, threads keep nothing of their makers.
  public static OwnThread of(Runnable work, String name) {
    return AccessController.doPrivileged(
        new PrivilegedAction<OwnThread>() {
          @Override
          public OwnThread run() {
            return new OwnThread(work, name);
          }
        });
  }

  /** One that runs; null where no thread is left, which is to be tried again. */
  public static @Nullable OwnThread started(Runnable work, String name) {
    OwnThread made = of(work, name);
    try {
      made.start();
      return made;
    } catch (OutOfMemoryError noThread) {
      return null;
    }
  }
}
