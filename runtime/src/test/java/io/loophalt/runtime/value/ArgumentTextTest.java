package io.loophalt.runtime.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArgumentTextTest {

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
