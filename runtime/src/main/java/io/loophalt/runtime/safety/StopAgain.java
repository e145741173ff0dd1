package io.loophalt.runtime.safety;

import java.lang.reflect.InvocationTargetException;

/**
 * Stops a thread once more that was stopped inside code of ours whose caller, a part of the JDK,
 * keeps to itself whatever is thrown there. Waits until the thread has left that code, and ends.
 *
 * <p>Up to JDK 19; later ones stop no thread.
 */
public final class StopAgain extends Thread {

  private static final long PATIENCE_MILLIS = 10_000;
  private static final long PAUSE_MILLIS = 1;

  private final Thread stopped;

  private StopAgain(Thread stopped) {
    super(null, null, "loophalt-stop", 0, false);
    this.stopped = stopped;
    setDaemon(true);
  }

  /** Called on the thread that was stopped, before it goes on. */
  public static void stop(Thread stopped) {
    new StopAgain(stopped).start();
  }

  @Override
  public void run() {
    try {
      for (long waited = 0; waited < PATIENCE_MILLIS && isInOurCode(); waited += PAUSE_MILLIS) {
        Thread.sleep(PAUSE_MILLIS);
      }
      // By name: the method is deprecated for removal.
      Thread.class.getMethod("stop").invoke(stopped);
    } catch (InvocationTargetException | NoSuchMethodException cannotBeStopped) {
      // As without the agent: this JDK has no such end of a thread.
      return;
    } catch (IllegalAccessException | InterruptedException unexpected) {
      throw new IllegalStateException(unexpected);
    }
  }

  private boolean isInOurCode() {
    String ours = StopAgain.class.getClassLoader().getName();
    for (StackTraceElement frame : stopped.getStackTrace()) {
      if (frame.getClassName().startsWith("sun.instrument.")
          || (ours != null && ours.equals(frame.getClassLoaderName()))) {
        return true;
      }
    }
    return false;
  }
}
