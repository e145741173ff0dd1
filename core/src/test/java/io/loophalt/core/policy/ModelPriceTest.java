package io.loophalt.core.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

class ModelPriceTest {

  private static final ModelPrice PRICE =
      new ModelPrice(
          "small-*", new BigDecimal("0.15"), new BigDecimal("0.075"), new BigDecimal("0.60"));

  @Test
  void aSingleTokenIsPricedExactly() {
    assertThat(PRICE.of(1, 0, 0)).isEqualByComparingTo("0.00000015");
    assertThat(PRICE.of(1, 1, 0)).isEqualByComparingTo("0.000000075");
    assertThat(PRICE.of(0, 0, 1)).isEqualByComparingTo("0.0000006");
  }

  @Test
  void cachedTokensAreTakenOutOfTheTokensSent() {
    assertThat(PRICE.of(1_000_000, 400_000, 2_000_000)).isEqualByComparingTo("1.32");
  }

  @Test
  void moreCachedTokensThanSentOnesWereCountedApart() {
    assertThat(PRICE.of(1_000_000, 2_000_000, 0)).isEqualByComparingTo("0.30");
  }

  @Test
  void theFirstPriceThatMatchesTheModelCountsAndAnUnknownModelIsFree() {
    ModelPrice any = new ModelPrice("*", BigDecimal.TEN, BigDecimal.TEN, BigDecimal.TEN);

    assertThat(ModelPrice.ofCall(List.of(PRICE, any), "small-2", 1_000_000, 400_000, 2_000_000))
        .isEqualByComparingTo("1.32");
    assertThat(ModelPrice.ofCall(List.of(any, PRICE), "small-2", 1_000_000, 0, 0))
        .isEqualByComparingTo("10");
    assertThat(ModelPrice.ofCall(List.of(PRICE), "large", 1_000_000, 0, 0)).isZero();
  }

  @Test
  void aPriceBelowZeroIsRefused() {
    BigDecimal below = new BigDecimal("-0.01");

    assertThatThrownBy(() -> new ModelPrice("*", below, BigDecimal.ONE, BigDecimal.ONE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("input must not be below 0: -0.01");
  }
}
