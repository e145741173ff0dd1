package io.loophalt.runtime.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArgumentTextTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{\"a\":1,\"x\":2,\"b\":3} | {\"a\":1,\"b\":3}",
        "{\"x\":{\"y\":[1,2]},\"b\":\"},\\\"\"} | {\"b\":\"},\\\"\"}",
        "{ \"x\" : 1 } | {}",
        "{} | {}",
        "{\"a\":{\"x\":1}} | {\"a\":{\"x\":1}}",
        "[\"x\",1] | [\"x\",1]",
        "ls x | ls x"
      })
  void membersOfANameAreLeftOutOfAnObjectAndOfNothingElse(String json, String left) {
    assertThat(ArgumentText.without(json, Set.of("x"))).isEqualTo(left);
  }

  @Property
  void whateverTheModelWroteIsReadToItsEnd(@ForAll String text) {
    assertThat(ArgumentText.without(text, Set.of("x"))).isNotNull();
    assertThat(ArgumentText.without("{\"a\":" + text, Set.of("x"))).startsWith("{");
  }

  /** As when the tool goes on changing it on another thread. */
  @Test
  void aCollectionThatCannotBeReadIsNamedByItsClass() {
    List<Object> changing = new ArrayList<>(List.of(1, 2));
    changing.add(
        new AbstractList<Object>() {
          @Override
          public Object get(int index) {
            throw new ConcurrentModificationException();
          }

          @Override
          public int size() {
            return 1;
          }
        });
    StringBuilder out = new StringBuilder("{");

    ArgumentText.appendMember(out, "list", changing);

    assertThat(out).hasToString("{\"list\":[1,2,\"" + changing.get(2).getClass().getName() + "\"]");
  }
}
