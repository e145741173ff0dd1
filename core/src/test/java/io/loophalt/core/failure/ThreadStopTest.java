package io.loophalt.core.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ThreadStopTest {

  @Test
  void theEndOfAThreadIsSeenAlsoWhereTheJdkWrapsIt() throws Exception {
    Error death = threadDeath();

    assertThat(ThreadStop.is(death)).isTrue();
    assertThat(ThreadStop.is(new InternalError(death))).isTrue();
    assertThat(ThreadStop.is(new BootstrapMethodError(new InternalError(death)))).isTrue();
  }

  @Test
  void noOtherErrorIsTakenForOne() throws Exception {
    assertThat(ThreadStop.is(new InternalError("broken"))).isFalse();
    assertThat(ThreadStop.is(new InternalError(new IllegalStateException()))).isFalse();
    assertThat(ThreadStop.is(new StackOverflowError())).isFalse();
    assertThat(ThreadStop.is(new IllegalStateException(threadDeath())))
        .as("what an application makes of it is its own")
        .isFalse();
  }

  @Test
  void itIsThrownOn() throws Exception {
    Error wrapped = new InternalError(threadDeath());

    assertThatThrownBy(() -> ThreadStop.passOn(wrapped)).isSameAs(wrapped);
    ThreadStop.passOn(new AssertionError());
  }

  /** By name: the class is deprecated for removal. */
  private static Error threadDeath() throws ReflectiveOperationException {
    return Class.forName("java.lang.ThreadDeath")
        .asSubclass(Error.class)
        .getDeclaredConstructor()
        .newInstance();
  }
}
