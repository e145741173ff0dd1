package io.loophalt.compatibility.harness;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;

/**
 * A test that takes a {@link ForkedContainer} and is run for each JDK of this machine; in a class
 * with {@link SinceJdk} for those from a release on, of which there must be one, and with {@link
 * SpreadOverJdks} for one of them.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest(name = "{0}")
@ArgumentsSource(OnEveryJdk.Source.class)
@ExtendWith(NoProcessLeftBehind.class)
public @interface OnEveryJdk {

  /** The arguments. */
  final class Source implements ArgumentsProvider {

    @Override
    public Stream<Arguments> provideArguments(
        ParameterDeclarations parameters, ExtensionContext context) {
      List<Jdk> jdks = Jdk.allOf(context.getRequiredTestClass());
      Class<?> type = context.getRequiredTestClass();
      Method method = context.getRequiredTestMethod();
      boolean spread =
          type.isAnnotationPresent(SpreadOverJdks.class)
              || method.isAnnotationPresent(SpreadOverJdks.class);
      if (spread && !Boolean.getBoolean("loophalt.every-jdk")) {
        int name = type.getName().hashCode() + method.getName().hashCode();
        jdks = List.of(jdks.get(Math.floorMod(name, jdks.size())));
      }
      return jdks.stream().map(jdk -> Arguments.of(new ForkedContainer(jdk)));
    }
  }
}
