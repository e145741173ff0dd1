package io.loophalt.core.policy;

import java.math.BigDecimal;
import java.util.List;

/**
 * What a model costs, per million tokens.
 *
 * @param model glob over model names
 * @param input price of tokens sent
 * @param cachedInput price of tokens sent that the provider had cached
 * @param output price of tokens received
 */
public record ModelPrice(
    String model, BigDecimal input, BigDecimal cachedInput, BigDecimal output) {

  private static final BigDecimal MILLION = BigDecimal.valueOf(1_000_000);

  /**
   * What a call of a model costs by the first price whose pattern matches it; 0 if none does.
   *
   * <p>The numbers are those of {@link #of}.
   */
  public static BigDecimal ofCall(
      List<ModelPrice> prices,
      String model,
      long inputTokens,
      long cachedInputTokens,
      long outputTokens) {
    for (ModelPrice price : prices) {
      if (new Glob(price.model()).matches(model)) {
        return price.of(inputTokens, cachedInputTokens, outputTokens);
      }
    }
    return BigDecimal.ZERO;
  }

  /**
   * What a call costs.
   *
   * @param inputTokens tokens sent, the cached ones included
   * @param cachedInputTokens those of them that the provider had cached
   * @param outputTokens tokens received
   */
  public BigDecimal of(long inputTokens, long cachedInputTokens, long outputTokens) {
    return input
        .multiply(BigDecimal.valueOf(inputTokens - cachedInputTokens))
        .add(cachedInput.multiply(BigDecimal.valueOf(cachedInputTokens)))
        .add(output.multiply(BigDecimal.valueOf(outputTokens)))
        .divide(MILLION);
  }
}
