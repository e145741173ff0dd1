package io.loophalt.core.failure;

/**
 * Tells the end that {@code Thread.stop()} brings to a thread from every other error. It may come
 * at any moment of any code up to JDK 19, ours included, and must reach whoever started the thread.
 *
 * <p>By name, because {@code ThreadDeath} is deprecated for removal.
 */
public final class ThreadStop {

  private static final String THREAD_DEATH = "java.lang.ThreadDeath";

  private ThreadStop() {}

  /**
   * Whether the thread on which this was thrown is to end. The JDK wraps it where it comes while a
   * lambda or a concatenation of strings is linked.
   */
  public static boolean is(Throwable thrown) {
    if (thrown instanceof InternalError || thrown instanceof BootstrapMethodError) {
      Throwable cause = thrown.getCause();
      return cause != null && is(cause);
    }
    return thrown instanceof Error && thrown.getClass().getName().equals(THREAD_DEATH);
  }

  /** Throws it on if it is the end of the thread; for whoever catches everything. */
  public static void passOn(Throwable thrown) {
    if (thrown instanceof Error error && is(error)) {
      throw error;
    }
  }
}
