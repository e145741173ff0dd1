package io.loophalt.instrumentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.extension.Artifact;
import io.loophalt.extension.Artifact.Part;
import io.loophalt.extension.ChokePoint;
import io.loophalt.extension.Mark;
import io.loophalt.testing.application.Unmarked;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Threads that are stopped where the agent asks the application's loader about a class that is
 * being loaded: no error of ours, and the class is woven a moment later. That the thread ends is
 * tried where the agent has a loader of its own, see {@code NotOursIT}.
 */
class StoppedWhileWeavingTest {

  private static final String MARKER = Unmarked.class.getName();
  private static final String MARKER_FILE = MARKER.replace('.', '/') + ".class";
  private static final String VERSION_FILE = "META-INF/maven/com.acme/agents/pom.properties";

  /** More than the ten errors after which the agent turns itself off. */
  private static final int MANY = 12;

  private final CompletableFuture<Class<?>> retransformed = new CompletableFuture<>();
  private volatile @Nullable Class<?> loaded;

  /** The first is asked for by the weaver, too; the second only where a part is not there. */
  @ParameterizedTest
  @ValueSource(strings = {"the marker", VERSION_FILE})
  void theClassIsWovenAMomentLaterAndNothingIsCounted(String asked) throws Exception {
    try (GuardedClasses agent = GuardedClasses.knowing(Unmarked.class, acme())) {
      agent.weaveLoaded(jvm(agent));
      agent.stopWhoAsksFor(asked.equals(VERSION_FILE) ? VERSION_FILE : MARKER_FILE);

      Class<?> missed = load(agent);

      assertThat(agent.failures()).as("errors that count: %s", agent.log()).isZero();
      assertThat(retransformed.get(20, TimeUnit.SECONDS)).isEqualTo(missed);
      assertThat(agent.wovenMethods()).as(agent.log()).isEqualTo(1);
      assertThat(agent.failures()).as("errors that count: %s", agent.log()).isZero();
      assertThat(agent.log()).doesNotContain("while looking at", "cannot be woven");
    }
  }

  @Test
  void howeverManyAreStoppedTheAgentStaysOn() throws Exception {
    try (GuardedClasses agent = GuardedClasses.knowing(Unmarked.class, acme())) {
      for (int i = 0; i < MANY; i++) {
        agent.stopWhoAsksFor(VERSION_FILE);
        load(agent);
        agent.redeploy();
      }
      load(agent);

      assertThat(agent.failures()).as("errors that count: %s", agent.log()).isZero();
      assertThat(agent.wovenMethods()).as(agent.log()).isEqualTo(1);
    }
  }

  /** On a thread of its own, which is the one that is stopped: again, when it has left the test. */
  private Class<?> load(GuardedClasses agent) throws Exception {
    CompletableFuture<Class<?>> loading = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                loading.complete(agent.copyOf(Unmarked.class));
              } catch (Throwable failed) {
                loading.completeExceptionally(failed);
              }
            });
    thread.start();
    Class<?> marker = loading.get(20, TimeUnit.SECONDS);
    loaded = marker;
    return marker;
  }

  /** Knows what was loaded, and has it woven when it is told to. */
  private Instrumentation jvm(GuardedClasses agent) {
    return (Instrumentation)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Instrumentation.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getAllLoadedClasses" -> {
                    Class<?> known = loaded;
                    yield known == null ? new Class<?>[0] : new Class<?>[] {known};
                  }
                  case "retransformClasses" -> {
                    Class<?> missed = ((Class<?>[]) arguments[0])[0];
                    agent.weaveAgain(missed);
                    retransformed.complete(missed);
                    yield null;
                  }
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  private static Artifact acme() {
    return new Artifact(
        "Acme Agents",
        "com.acme:agents",
        MARKER,
        List.of(new Part("tool calls", point("gone")), new Part("runs", point("call"))));
  }

  private static ChokePoint point(String method) {
    return new ChokePoint(MARKER, method, -1, null, new Mark.Abandoned());
  }
}
