package io.loophalt.store;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Each process says the same of two of them, so that they meet in one. */
class GenerationTest {

  @Property
  void ofTwoThatAreNotTheSameOneIsLater(
      @ForAll("some") Generation one, @ForAll("some") Generation other) {
    assertThat(one.isLaterThan(other))
        .isEqualTo(!one.isSame(other) && !other.isLaterThan(one))
        .isEqualTo(other.isLaterThan(one) ? false : !other.isSame(one));
    assertThat(one.isSame(other)).isEqualTo(other.isSame(one));
  }

  @Property
  void whatIsLaterThanALaterOneIsLater(
      @ForAll("some") Generation first,
      @ForAll("some") Generation second,
      @ForAll("some") Generation third) {
    if (third.isLaterThan(second) && second.isLaterThan(first)) {
      assertThat(third.isLaterThan(first)).isTrue();
    }
  }

  @Property
  void theOneThatAServerHasCountedFurtherIsLater(@ForAll("some") Generation one) {
    assertThat(new Generation(one.number() + 1, new byte[0]).isLaterThan(one)).isTrue();
  }

  /** Few, so that many are alike. */
  @Provide
  Arbitrary<Generation> some() {
    return Combinators.combine(
            Arbitraries.longs().between(0, 3),
            Arbitraries.bytes().between((byte) -1, (byte) 1).array(byte[].class).ofMaxSize(2))
        .as(Generation::new);
  }
}
