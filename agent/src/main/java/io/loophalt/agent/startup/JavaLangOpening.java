package io.loophalt.agent.startup;

import java.lang.instrument.Instrumentation;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Opens {@code java.lang} to the agent's own unnamed module and to nobody else, while the thread
 * that starts the agent reads the configuration.
 *
 * <p>The JDK links half a dozen lambdas for it, mostly the first of the JVM: a sixth of what the
 * agent adds to a start.
 */
final class JavaLangOpening extends Thread {

  private final Instrumentation instrumentation;
  private @Nullable Throwable refused;

  JavaLangOpening(Instrumentation instrumentation) {
    super("loophalt-start");
    this.instrumentation = instrumentation;
    setDaemon(true);
  }

  @Override
  public void run() {
    try {
      instrumentation.redefineModule(
          Object.class.getModule(),
          Set.of(),
          Map.of(),
          Map.of("java.lang", Set.of(JavaLangOpening.class.getModule())),
          Set.of(),
          Map.of());
    } catch (Throwable thrown) {
      refused = thrown;
    }
  }

  /** Returns when {@code java.lang} is open. */
  void await() {
    try {
      join();
    } catch (InterruptedException interrupted) {
      currentThread().interrupt();
      refused = interrupted;
    }
    if (refused != null) {
      throw new IllegalStateException("java.lang cannot be opened: " + refused, refused);
    }
  }
}
