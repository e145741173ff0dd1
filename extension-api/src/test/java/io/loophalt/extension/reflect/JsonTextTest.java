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
import java.util.TimerTask;
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
  public static class Row {
    final Deque<String> names = new ArrayDeque<>();
    public final int size;

    Row(String name, int size) {
      names.add(name);
      this.size = size;
    }

    /** The next one: who asks takes it away. */
    public String getName() {
      return names.remove();
    }
  }

  /** The same with a field more, which leads back to it. */
  public static final class Linked extends Row {
    public final Row next = this;

    Linked(String name) {
      super(name, 7);
    }
  }

  /** Made in this test, which is no part of it. */
  private final class Inner {
    final String text;

    Inner(String text) {
      this.text = text;
    }

    JsonTextTest test() {
      return JsonTextTest.this;
    }
  }

  /** Of which not all can be read. */
  private static class Task extends TimerTask {
    @Override
    public void run() {}
  }

  /** Says nothing at all. */
  private static final class Silent {}

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
  void anObjectThatSaysWhereItIsHasWhatIsInItsFields() {
    Row row = new Row("a", 7);

    assertThat(JsonText.of(Map.of("row", row)))
        .isEqualTo("{\"row\":{\"names\":[\"a\"],\"size\":7}}");
    assertThat(JsonText.of(row)).isEqualTo("{\"names\":[\"a\"],\"size\":7}");
    assertThat(row.getName()).as("nobody has asked for it").isEqualTo("a");
    assertThat(JsonText.of(List.of(new Silent(), new Silent())))
        .isEqualTo("[\"" + Silent.class.getName() + "\",\"" + Silent.class.getName() + "\"]");
  }

  @Test
  void whatAnObjectIsMadeInIsNoPartOfIt() {
    Inner inner = new Inner("a");

    assertThat(inner.test()).isSameAs(this);
    assertThat(JsonText.of(inner)).isEqualTo("{\"text\":\"" + inner.text + "\"}");
  }

  /** Two that differ in what cannot be read must not be one. */
  @Test
  void anObjectOfWhichNotAllCanBeReadIsAsItSaysItself() {
    Task task = new Task();

    assertThat(JsonText.of(task)).isEqualTo(task.toString());
    assertThat(JsonText.of(List.of(task))).isEqualTo("[\"" + task + "\"]");
  }

  @Test
  void whatLeadsBackToAnObjectSaysNoMore() {
    assertThat(JsonText.of(new Linked("a")))
        .isEqualTo("{\"names\":[\"a\"],\"next\":\"" + Linked.class.getName() + "\",\"size\":7}");
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
