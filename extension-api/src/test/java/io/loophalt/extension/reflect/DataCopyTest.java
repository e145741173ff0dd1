package io.loophalt.extension.reflect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Copies of what Kotlin's compiler makes of a data class. */
class DataCopyTest {

  /** What has parameters can be copied, with another return type as well. */
  public interface Copyable {
    Copyable copy(String name);
  }

  /**
   * {@code data class Request(val name: String, val size: Int, val choice: String?) : Copyable}
   * with a companion, and with a property in its body.
   */
  public static final class Request implements Copyable {

    public static final String Companion = "no property";

    private final String name;
    private final int size;
    private final @Nullable String choice;
    private final String shown;

    public Request(String name, int size, @Nullable String choice) {
      if (name.isEmpty()) {
        throw new IllegalArgumentException("a request needs a name");
      }
      this.name = name;
      this.size = size;
      this.choice = choice;
      this.shown = name + ", " + size + ", " + choice;
    }

    public String component1() {
      return name;
    }

    public int component2() {
      return size;
    }

    public @Nullable String component3() {
      return choice;
    }

    @Override
    public Copyable copy(String other) {
      throw new UnsupportedOperationException("copies of another kind");
    }

    public Request copy(String name, int size, @Nullable String choice) throws IOException {
      if (size < 0) {
        throw new IOException("the disk is full");
      }
      return new Request(name, size, choice);
    }

    @Override
    public String toString() {
      return shown;
    }
  }

  /** What it calls a copy may be anything. */
  public record Note(String name) implements Copyable {
    @Override
    public Copyable copy(String other) {
      return new Note(other);
    }
  }

  private final Request request = new Request("ask", 7, "auto");

  @Test
  void propertiesThatAreNotNamedStayAsTheyAre() throws Exception {
    assertThat(DataCopy.with(request, Map.of("size", 8))).hasToString("ask, 8, auto");
    assertThat(DataCopy.with(request, Map.of("name", "tell", "choice", "none")))
        .hasToString("tell, 7, none");
    assertThat(request).as("the original").hasToString("ask, 7, auto");
  }

  @Test
  void aPropertyIsTakenAway() throws Exception {
    assertThat(DataCopy.with(request, Collections.singletonMap("choice", null)))
        .hasToString("ask, 7, null");
  }

  @Test
  void aPropertyThatIsNoneOfTheConstructorsIsRefusedByName() {
    for (String property : new String[] {"title", "shown", "Companion"}) {
      assertThatThrownBy(() -> DataCopy.with(request, Map.of("name", "tell", property, "x")))
          .as(property)
          .isInstanceOf(NoSuchMethodException.class)
          .hasMessageContaining(Request.class.getName())
          .hasMessageContaining(property);
    }
  }

  @Test
  void anObjectThatIsNoDataClassIsRefusedByName() {
    assertThatThrownBy(() -> DataCopy.with("a text", Map.of("value", "x")))
        .isInstanceOf(NoSuchMethodException.class)
        .hasMessage("java.lang.String.copy");
    assertThatThrownBy(() -> DataCopy.with(new Note("a"), Map.of("name", "b")))
        .isInstanceOf(NoSuchMethodException.class)
        .hasMessage(Note.class.getName() + ".copy");
  }

  @Test
  void whatTheClassItselfRefusesIsThrownAsItIs() {
    assertThatThrownBy(() -> DataCopy.with(request, Map.of("name", "")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a request needs a name");
  }

  @Test
  void whatItMayNotThrowIsTheCauseOfAReflectiveFailure() {
    assertThatThrownBy(() -> DataCopy.with(request, Map.of("size", -1)))
        .isInstanceOf(ReflectiveOperationException.class)
        .hasRootCauseMessage("the disk is full");
  }
}
