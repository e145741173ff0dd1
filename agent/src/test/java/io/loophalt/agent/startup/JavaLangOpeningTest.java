package io.loophalt.agent.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class JavaLangOpeningTest {

  @Test
  void whoAwaitsItFindsItOpen() {
    boolean[] opened = new boolean[1];
    JavaLangOpening opening = new JavaLangOpening(instrumentation(() -> opened[0] = true));

    opening.start();
    opening.await();

    assertThat(opened[0]).isTrue();
  }

  @Test
  void whyItIsRefusedReachesTheThreadThatStartsTheAgent() {
    JavaLangOpening opening =
        new JavaLangOpening(
            instrumentation(
                () -> {
                  throw new IllegalArgumentException("not this module");
                }));

    opening.start();

    assertThatThrownBy(opening::await)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("java.lang")
        .hasMessageContaining("not this module")
        .hasCauseInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aStartThatIsInterruptedSaysSoAndStaysInterrupted() {
    CountDownLatch awaited = new CountDownLatch(1);
    JavaLangOpening opening =
        new JavaLangOpening(
            instrumentation(
                () -> {
                  try {
                    awaited.await();
                  } catch (InterruptedException unexpected) {
                    throw new AssertionError(unexpected);
                  }
                }));
    opening.start();

    Thread.currentThread().interrupt();

    assertThatThrownBy(opening::await).hasCauseInstanceOf(InterruptedException.class);
    assertThat(Thread.interrupted()).as("still interrupted").isTrue();
    awaited.countDown();
  }

  /** Does this when a module is to be opened. */
  private static Instrumentation instrumentation(Runnable redefineModule) {
    return (Instrumentation)
        Proxy.newProxyInstance(
            Instrumentation.class.getClassLoader(),
            new Class<?>[] {Instrumentation.class},
            (proxy, method, arguments) -> {
              assertThat(method.getName()).isEqualTo("redefineModule");
              redefineModule.run();
              return null;
            });
  }
}
