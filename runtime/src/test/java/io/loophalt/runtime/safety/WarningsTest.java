package io.loophalt.runtime.safety;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class WarningsTest {

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final Warnings warnings =
      new Warnings(new Log(new PrintStream(said, true, StandardCharsets.UTF_8)));

  @Test
  void aThreadGoesOnWhateverIsThrownAndSaysSoOnce() {
    for (int i = 0; i < 3; i++) {
      warnings.goingOn(
          () -> {
            throw new AssertionError("planted");
          });
    }

    assertThat(said.toString(StandardCharsets.UTF_8).lines())
        .singleElement()
        .asString()
        .contains(Thread.currentThread().getName(), "planted");
  }

  @Test
  void aThreadThatIsStoppedEnds() throws ReflectiveOperationException {
    Error stop =
        Class.forName("java.lang.ThreadDeath")
            .asSubclass(Error.class)
            .getDeclaredConstructor()
            .newInstance();

    assertThatThrownBy(
            () ->
                warnings.goingOn(
                    () -> {
                      throw stop;
                    }))
        .isSameAs(stop);
  }
}
