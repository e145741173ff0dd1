package io.loophalt.runtime.safety;

import java.security.AccessController;
import java.security.PrivilegedAction;

/** Makes threads of the agent's own while the application's code is on the stack. */
public final class OwnThreads {

  private OwnThreads() {}

  /**
   * A daemon thread that holds on to nothing of the application, in whose call it is made: before
   * JDK 24 a thread keeps the access rights of all code that is on the stack of its maker, and so
   * the loader of an application that is taken out later.
   *
   * @return one that is not started
   */
  @SuppressWarnings("removal") // Where it is gone, threads keep nothing of their makers.
  public static Thread daemon(Runnable work, String name) {
    return AccessController.doPrivileged(
        (PrivilegedAction<Thread>)
            () -> {
              Thread thread = new Thread(null, work, name, 0, false);
              thread.setDaemon(true);
              thread.setContextClassLoader(null);
              return thread;
            });
  }
}
