package io.loophalt.core.policy;

import java.math.BigDecimal;

/**
 * Money as it is counted: in millionths of a millionth of the currency, so that single tokens stay
 * exact; it is exact up to nine million and stands still there.
 */
public final class CountedMoney {

  /** How many digits stand behind the point. */
  public static final int DECIMALS = 12;

  private CountedMoney() {}

  /** Money as it is counted. */
  public static long of(BigDecimal money) {
    BigDecimal units = money.scaleByPowerOfTen(DECIMALS);
    return units.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) < 0
        ? units.longValue()
        : Long.MAX_VALUE;
  }

  /** Money in the currency of the price table. */
  public static BigDecimal money(long counted) {
    return withoutTrailingZeros(BigDecimal.valueOf(counted, DECIMALS));
  }

  /** A number as people write it. */
  public static BigDecimal withoutTrailingZeros(BigDecimal number) {
    BigDecimal stripped = number.stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }
}
