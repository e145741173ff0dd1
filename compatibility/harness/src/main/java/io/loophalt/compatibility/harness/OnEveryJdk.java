package io.loophalt.compatibility.harness;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A test that takes a {@link ForkedContainer} and is run for each JDK of this machine. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest(name = "{0}")
@MethodSource("io.loophalt.compatibility.harness.OnEveryJdk$Source#containers")
@ExtendWith(NoProcessLeftBehind.class)
public @interface OnEveryJdk {

  /** The arguments. */
  final class Source {

    private Source() {}

    static Stream<ForkedContainer> containers() {
      return Jdk.all().stream().map(ForkedContainer::new);
    }
  }
}
