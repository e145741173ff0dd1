package io.loophalt.instrumentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.testing.application.Letter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A handler may give a method other arguments than its caller did. */
class RewrittenArgumentsTest {

  private record Other(int position, Object value) {}

  /** Replaces some arguments at entry. */
  private record Rewriting(List<Other> replacements) implements Interceptor {
    Rewriting(Other... replacements) {
      this(List.of(replacements));
    }

    @Override
    public Object before(Invocation call) {
      for (Other each : replacements) {
        call.rewrite(each.position(), each.value());
      }
      return call;
    }

    @Override
    public @Nullable Object after(
        Invocation call, @Nullable Object returned, @Nullable Throwable thrown) {
      return null;
    }
  }

  @Test
  void theBodyGetsWhatTheHandlerGives() throws Exception {
    try (GuardedClasses agent =
        around(new Rewriting(new Other(0, "Bob"), new Other(1, 5), new Other(2, 6L)), true)) {
      assertThat(agent.call(Letter.class)).isEqualTo("Bob 5 6 red 7");
      assertThat(agent.failures()).as(agent.log()).isZero();
    }
  }

  @Test
  void withoutARewriteTheBodyGetsItsOwn() throws Exception {
    try (GuardedClasses agent = around(new Rewriting(), true)) {
      assertThat(agent.call(Letter.class)).isEqualTo("Ann 2 3 red 7");
      assertThat(agent.failures()).as(agent.log()).isZero();
    }
  }

  @Test
  void aValueOfTheWrongTypeLeavesTheCallAsItWas() throws Exception {
    try (GuardedClasses agent = around(new Rewriting(new Other(1, "five")), true)) {
      assertThat(agent.call(Letter.class)).isEqualTo("Ann 2 3 red 7");
    }
  }

  @Test
  void aChokePointThatDoesNotRewriteSaysSoAndHarmsNothing() throws Exception {
    try (GuardedClasses agent = around(new Rewriting(new Other(0, "Bob")), false)) {
      assertThat(agent.call(Letter.class)).isEqualTo("Ann 2 3 red 7");
      assertThat(agent.log()).contains("does not rewrite arguments");
    }
  }

  private static GuardedClasses around(Interceptor handler, boolean rewriting) {
    Interception point = new Interception(Letter.class.getName(), "write", -1, null, handler);
    return GuardedClasses.around(Letter.class, rewriting ? point.rewriting() : point);
  }
}
