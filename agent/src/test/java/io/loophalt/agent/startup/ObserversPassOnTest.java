package io.loophalt.agent.startup;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.run.RunObserver;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Observers that stand before others tell them everything. */
class ObserversPassOnTest {

  static Stream<Arguments> everythingThatObserversHear() {
    return Arrays.stream(RunObserver.class.getDeclaredMethods())
        .filter(method -> !method.isSynthetic())
        .flatMap(
            method ->
                Stream.of(BothObservers.class, BreakableObserver.class)
                    .map(observer -> Arguments.of(observer, method)));
  }

  @ParameterizedTest
  @MethodSource("everythingThatObserversHear")
  void everythingIsPassedOn(Class<?> observer, Method heard) throws ReflectiveOperationException {
    assertThat(observer.getMethod(heard.getName(), heard.getParameterTypes()).getDeclaringClass())
        .as("where %s is passed on; a default method of the interface tells nobody", heard)
        .isEqualTo(observer);
  }
}
