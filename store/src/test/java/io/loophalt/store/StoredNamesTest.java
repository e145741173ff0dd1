package io.loophalt.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.loophalt.store.StoredNames.RunName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.util.JedisClusterCRC16;

class StoredNamesTest {

  @Property
  void whatIsKeptBesideARunIsOnItsServer(@ForAll String outermost, @ForAll String id) {
    byte[] key = Names.OURS.keyOf(outermost);
    byte[] beside = Names.OURS.keyOf(outermost, id);

    assertThat(JedisClusterCRC16.getSlot(beside)).isEqualTo(JedisClusterCRC16.getSlot(key));
    assertThat(Names.text(beside)).startsWith(Names.text(key)).isNotEqualTo(Names.text(key));
  }

  @Property
  void twoRunsHaveTwoKeys(@ForAll String one, @ForAll String other) {
    Assume.that(!one.equals(other));

    assertThat(Names.OURS.keyOf(one)).isNotEqualTo(Names.OURS.keyOf(other));
    assertThat(Names.OURS.keyOf("root", one)).isNotEqualTo(Names.OURS.keyOf("root", other));
    assertThat(Names.OURS.keyOf(one, "part")).isNotEqualTo(Names.OURS.keyOf(other, "part"));
  }

  @Test
  void aKeySaysNothingOfTheRun() {
    assertThat(Names.text(Names.OURS.keyOf("order/4711")))
        .matches("prefix:run:\\{[0-9a-f]{32}}")
        .isEqualTo(Names.text(Names.OURS.keyOf("order/4711")))
        .isNotEqualTo(Names.text(Names.OF_OTHERS.keyOf("order/4711")));
  }

  @Property
  void whatARunIsCalledIsReadWithTheKeyOnly(@ForAll String task, @ForAll String id)
      throws IOException {
    Assume.that(isText(task) && isText(id));
    RunName name = new RunName(task, id);
    byte[] sealed = Names.OURS.sealed(name);

    assertThat(Names.OURS.opened(sealed)).isEqualTo(name);
    assertThatIOException()
        .isThrownBy(() -> Names.OF_OTHERS.opened(sealed))
        .withMessageContaining("was written under the digest key");
  }

  /** Half of a pair of surrogates is no text, and cannot be written as one. */
  private static boolean isText(String any) {
    return StandardCharsets.UTF_8.newEncoder().canEncode(any);
  }

  @Property
  void whatWasChangedOnTheWayIsNotBelieved(
      @ForAll @StringLength(max = 40) String id,
      @ForAll @IntRange(max = 10_000) int where,
      @ForAll @IntRange(min = 1, max = 255) int bits) {
    byte[] sealed = Names.OURS.sealed(new RunName("task", id));
    sealed[where % sealed.length] ^= (byte) bits;

    assertThatIOException().isThrownBy(() -> Names.OURS.opened(sealed));
  }

  @Property
  void whatWasCutOffIsNotBelieved(@ForAll @IntRange(max = 10_000) int length) {
    byte[] sealed = Names.OURS.sealed(new RunName("task", "id"));

    assertThatIOException()
        .isThrownBy(() -> Names.OURS.opened(Arrays.copyOf(sealed, length % sealed.length)));
  }

  @Test
  void aBudgetHasAKeyForEachPeriod() {
    assertThat(Names.OURS.keyOfBudget("team", 0, 10))
        .isEqualTo(Names.OURS.keyOfBudget("team", 0, 10))
        .isNotEqualTo(Names.OURS.keyOfBudget("team", 10, 20))
        .isNotEqualTo(Names.OURS.keyOfBudget("other", 0, 10));
  }
}
