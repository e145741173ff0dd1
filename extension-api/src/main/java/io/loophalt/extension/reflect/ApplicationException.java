package io.loophalt.extension.reflect;

/**
 * Something that an object of the application's, or of its framework's, threw when the agent asked
 * it a question: no error of the agent's. Its cause is what was thrown; it has no stack of its own.
 */
public final class ApplicationException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private ApplicationException(String asked, Throwable thrown) {
    super(asked, thrown, false, false);
  }

  /**
   * What to throw where a call of such an object has thrown. The end of the thread and an exhausted
   * stack or heap are thrown on as they are.
   *
   * @param asked what was called, such as {@code whenComplete of com.acme.Promise}
   */
  public static ApplicationException of(String asked, Throwable thrown) {
    passOn(thrown);
    return new ApplicationException(asked, thrown);
  }

  /**
   * Throws on what nobody may keep who catches everything that such an object throws: the end of
   * the thread, and an exhausted stack or heap.
   */
  public static void passOn(Throwable thrown) {
    if (thrown instanceof Error error
        && (error instanceof VirtualMachineError
            || error.getClass().getName().equals("java.lang.ThreadDeath"))) {
      throw error;
    }
  }
}
