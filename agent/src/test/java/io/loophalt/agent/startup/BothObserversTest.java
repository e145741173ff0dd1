package io.loophalt.agent.startup;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.run.RunObserver;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BothObserversTest {

  static Method[] everythingThatObserversHear() {
    return Arrays.stream(RunObserver.class.getDeclaredMethods())
        .filter(method -> !method.isSynthetic())
        .toArray(Method[]::new);
  }

  @ParameterizedTest
  @MethodSource("everythingThatObserversHear")
  void bothHearEverything(Method heard) throws ReflectiveOperationException {
    assertThat(
            BothObservers.class
                .getMethod(heard.getName(), heard.getParameterTypes())
                .getDeclaringClass())
        .as("where %s is passed on; a default method of the interface tells nobody", heard)
        .isEqualTo(BothObservers.class);
  }
}
