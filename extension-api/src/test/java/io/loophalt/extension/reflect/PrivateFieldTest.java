package io.loophalt.extension.reflect;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import org.junit.jupiter.api.Test;

class PrivateFieldTest {

  private static final class Session {
    @SuppressWarnings("unused") // read by its name
    private final String id = "session 1";

    @SuppressWarnings("unused") // read by its name
    private final int year = 2026;
  }

  private static class Context {
    @SuppressWarnings("unused") // read by its name
    private final String id = "of the context";
  }

  private static final class SpecialContext extends Context {}

  private final PrivateField id = new PrivateField("id");

  @Test
  void aFieldIsReadOfWhateverClassHasIt() {
    assertThat(id.of(new Session())).isEqualTo("session 1");
    assertThat(id.of(new Context())).isEqualTo("of the context");
    assertThat(id.of(new Session())).as("once more").isEqualTo("session 1");
  }

  @Test
  void aNumberIsReadAsAnObject() {
    assertThat(new PrivateField("year").of(new Session())).isEqualTo(2026);
  }

  @Test
  void whatHasNoSuchFieldHasNoValue() {
    assertThat(id.of(null)).isNull();
    assertThat(id.of("a text")).isNull();
    assertThat(id.of(new SpecialContext())).as("declared by a class above").isNull();
  }

  @Test
  void aFieldThatAModuleKeepsToItselfHasNoValue() {
    assertThat(new PrivateField("year").of(LocalDate.EPOCH)).isNull();
  }
}
