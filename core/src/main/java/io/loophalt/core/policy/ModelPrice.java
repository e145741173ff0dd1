package io.loophalt.core.policy;

import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;

/**
 * What a model costs, per million tokens.
 *
 * @param model glob over model names
 * @param input price of tokens sent
 * @param cachedInput price of tokens sent that the provider had cached; null for that of {@code
 *     input}
 * @param output price of tokens received
 */
public record ModelPrice(
    String model, BigDecimal input, BigDecimal cachedInput, BigDecimal output) {

  private static final BigDecimal MILLION = BigDecimal.valueOf(1_000_000);

  /**
   * Takes the price of what was cached, where it is null, from {@code input}.
   *
   * @throws IllegalArgumentException if a price is below 0
   */
  public ModelPrice {
    Objects.requireNonNull(model, "model");
    notBelowZero("input", input);
    notBelowZero("output", output);
    cachedInput = cachedInput == null ? input : cachedInput;
    notBelowZero("cachedInput", cachedInput);
  }

  private static void notBelowZero(String name, BigDecimal price) {
    if (Objects.requireNonNull(price, name).signum() < 0) {
      throw new IllegalArgumentException(name + " must not be below 0: " + price);
    }
  }

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
   * @param cachedInputTokens those of them that the provider had cached; if they are more, it
   *     counts them apart, and none of the others is taken for cached
   * @param outputTokens tokens received
   */
  public BigDecimal of(long inputTokens, long cachedInputTokens, long outputTokens) {
    boolean among = cachedInputTokens <= inputTokens;
    return input
        .multiply(BigDecimal.valueOf(among ? inputTokens - cachedInputTokens : inputTokens))
        .add(cachedInput.multiply(BigDecimal.valueOf(cachedInputTokens)))
        .add(output.multiply(BigDecimal.valueOf(outputTokens)))
        .divide(MILLION);
  }
}
