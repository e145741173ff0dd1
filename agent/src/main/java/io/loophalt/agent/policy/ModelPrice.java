package io.loophalt.agent.policy;

import java.math.BigDecimal;

/**
 * What a model costs, per million tokens.
 *
 * @param model glob over model names
 * @param input price of tokens sent
 * @param cachedInput price of tokens sent that the provider had cached
 * @param output price of tokens received
 */
public record ModelPrice(
    String model, BigDecimal input, BigDecimal cachedInput, BigDecimal output) {}
