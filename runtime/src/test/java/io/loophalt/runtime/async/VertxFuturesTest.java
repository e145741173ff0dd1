package io.loophalt.runtime.async;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VertxFuturesTest {

  /** Its {@code compose} takes one function. */
  @Test
  void aFutureOfVertx3IsAResultLikeAnyOther(@TempDir Path folder)
      throws IOException, ReflectiveOperationException {
    Path source = folder.resolve("Future.java");
    Files.writeString(
        source,
        """
        package io.vertx.core;
        public interface Future<T> {
          <U> Future<U> compose(java.util.function.Function<T, Future<U>> mapper);
        }
        """);
    int failures =
        requireNonNull(ToolProvider.getSystemJavaCompiler())
            .run(null, null, null, "-proc:none", "-d", folder.toString(), source.toString());
    assertThat(failures).as("failures of the compiler").isZero();
    URL[] classes = {folder.toUri().toURL()};
    try (URLClassLoader application = new URLClassLoader(classes, null)) {
      Class<?> future = application.loadClass("io.vertx.core.Future");
      Object result =
          Proxy.newProxyInstance(application, new Class<?>[] {future}, (p, m, a) -> null);

      assertThat(AsyncResultFollower.knows(result)).isFalse();
    }
  }
}
