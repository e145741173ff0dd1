package io.loophalt.instrumentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.run.RunEvents;
import io.loophalt.runtime.policy.WeavingPolicy;
import io.loophalt.testing.application.Annotated;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What becomes of classes that were there before the agent. */
class LoadedClassesTest {

  private final List<Class<?>> retransformed = new ArrayList<>();

  @Test
  void aLoaderThatThrowsWhenAskedForAClassFileKeepsNothingFromBeingWoven() throws Exception {
    try (GuardedClasses application =
        GuardedClasses.beside(Annotated.class, WeavingPolicy.NONE, RunEvents.NONE)) {
      Class<?> loaded = application.copyOf(Annotated.class);
      application.failToShow(loaded.getName());

      application.weaveLoaded(jvmWith(String.class, loaded));

      assertThat(retransformed).containsExactly(loaded);
    }
  }

  private Instrumentation jvmWith(Class<?>... loaded) {
    return (Instrumentation)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Instrumentation.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getAllLoadedClasses" -> loaded;
                  case "isModifiableClass" -> true;
                  case "retransformClasses" -> {
                    retransformed.addAll(List.of((Class<?>[]) arguments[0]));
                    yield null;
                  }
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }
}
