package io.loophalt.extension.reflect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

/** The JSON of what frameworks keep as maps and lists. */
class JsonTextTest {

  /** An object of an application's. */
  private record Place(String city) {}

  /** One that cannot say what it is. */
  private static final class Broken {
    @Override
    public String toString() {
      throw new IllegalStateException("broken");
    }
  }

  @Test
  void mapsAndListsAreWrittenByTheirMembers() {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("text", "a \"b\"\n\\c");
    answer.put("elapsedMs", 75);
    answer.put("found", true);
    answer.put("next", null);
    answer.put("rows", Arrays.asList(1.5, "x", null, Map.of("k", List.of())));
    answer.put("at", new Place("Rome"));

    assertThat(JsonText.of(answer))
        .isEqualTo(
            "{\"text\":\"a \\\"b\\\"\\n\\\\c\",\"elapsedMs\":75,\"found\":true,\"next\":null,"
                + "\"rows\":[1.5,\"x\",null,{\"k\":[]}],\"at\":\"Place[city=Rome]\"}");
  }

  /** One whose {@code toString} says where it is. */
  public static final class Row {
    private final String name;
    public final int size;
    private final boolean open;

    Row(String name, int size, boolean open) {
      this.name = name;
      this.size = size;
      this.open = open;
    }

    public String getName() {
      return name;
    }

    public boolean isOpen() {
      return open;
    }

    public String getInternal(int of) {
      return name + of;
    }

    public static String getShared() {
      return "shared";
    }
  }

  /** Says nothing at all. */
  private static final class Silent {}

  /** One that cannot give what it has not. */
  public static final class Nameless {
    private final Deque<String> names = new ArrayDeque<>();

    /** The next one. */
    public String getName() {
      return names.remove();
    }
  }

  @Test
  void signsThatSteerAreEscaped() {
    assertThat(JsonText.of(List.of("a\u0001\u001fb"))).isEqualTo("[\"a\\u0001\\u001fb\"]");
  }

  @Test
  void arraysAreWrittenByTheirElements() {
    assertThat(JsonText.of(Map.of("rows", new int[] {1, 2}))).isEqualTo("{\"rows\":[1,2]}");
    assertThat(JsonText.of(Map.of("rows", new String[] {"a", null})))
        .isEqualTo("{\"rows\":[\"a\",null]}");
    assertThat(JsonText.of(new Object[] {new double[] {0.5}, List.of(true)}))
        .isEqualTo("[[0.5],[true]]");
    assertThat(JsonText.of(Map.of("image", new byte[] {1, 2, 3})))
        .isEqualTo("{\"image\":\"AQID\"}");
  }

  @Test
  void manyBytesAreReadAsFarAsOtherTexts() {
    assertThat(JsonText.of(Map.of("image", new byte[4 << 20])))
        .hasSizeBetween(1 << 20, (1 << 20) + 20);
  }

  @Test
  void anObjectThatSaysWhereItIsHasWhatItsGettersGive() {
    assertThat(JsonText.of(Map.of("row", new Row("a", 7, true))))
        .isEqualTo("{\"row\":{\"name\":\"a\",\"open\":true,\"size\":7}}");
    assertThat(JsonText.of(new Row("b", 7, false)))
        .isEqualTo("{\"name\":\"b\",\"open\":false,\"size\":7}");
    assertThat(JsonText.of(List.of(new Silent(), new Silent())))
        .isEqualTo("[\"" + Silent.class.getName() + "\",\"" + Silent.class.getName() + "\"]");
  }

  @Test
  void whatAGetterThrowsIsTheObjectsOwn() {
    assertThatThrownBy(() -> JsonText.of(List.of(new Nameless())))
        .isInstanceOf(ApplicationException.class)
        .hasRootCauseInstanceOf(NoSuchElementException.class);
  }

  @Test
  void aTextThatIsAllStandsWithoutQuotes() {
    assertThat(JsonText.of("plain")).isEqualTo("plain");
    assertThat(JsonText.of(7)).isEqualTo("7");
    assertThat(JsonText.of(null)).isEmpty();
  }

  @Test
  void aListThatHoldsItselfComesToAnEnd() {
    List<Object> itself = new ArrayList<>();
    itself.add(itself);

    assertThat(JsonText.of(itself)).startsWith("[[[").contains("null").endsWith("]]]");
  }

  @Test
  void whatAnObjectThrowsIsItsOwn() {
    assertThatThrownBy(() -> JsonText.of(List.of(new Broken())))
        .isInstanceOf(ApplicationException.class)
        .hasMessageContaining("reading a ")
        .hasRootCauseMessage("broken");
    assertThatThrownBy(() -> JsonText.of(Map.of(new Broken(), 1)))
        .isInstanceOf(ApplicationException.class);
    assertThatThrownBy(() -> JsonText.of(new Broken())).isInstanceOf(ApplicationException.class);
  }

  /** A tree of JSON runs over its values, a path over its names, and a stream's view but once. */
  @Test
  void whatMerelyCanBeIteratedOverIsAText() {
    Iterable<String> once =
        new Iterable<>() {
          @Override
          public Iterator<String> iterator() {
            throw new AssertionError("was used up");
          }

          @Override
          public String toString() {
            return "{\"order\":1}";
          }
        };

    assertThat(JsonText.of(once)).isEqualTo("{\"order\":1}");
    assertThat(JsonText.of(List.of(once))).isEqualTo("[\"{\\\"order\\\":1}\"]");
  }

  @Test
  void aListThatHoldsItselfTwiceIsCutOff() {
    List<Object> itself = new ArrayList<>();
    itself.add(itself);
    itself.add(itself);

    assertThat(JsonText.of(itself)).hasSizeBetween(1 << 20, 1 << 21);
  }
}
