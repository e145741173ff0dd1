package io.loophalt.configuration.keys;

import static io.loophalt.configuration.schema.Key.optional;
import static io.loophalt.configuration.schema.Key.required;

import io.loophalt.configuration.schema.Key;
import io.loophalt.configuration.schema.Located;
import io.loophalt.configuration.schema.MapType;
import io.loophalt.configuration.schema.ObjectType;
import io.loophalt.configuration.schema.Scalars;
import io.loophalt.configuration.schema.Settings;
import io.loophalt.core.policy.ModelPrice;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The keys of what models cost. */
public final class PriceKeys {

  public static final String EXAMPLE =
      "prices: {\"gpt-4o*\": {input: 2.50, cached-input: 1.25, output: 10.00}}";

  private static final Key<BigDecimal> INPUT =
      required("input", Scalars.PRICE, "Price of a million tokens sent.", EXAMPLE);
  private static final Key<BigDecimal> CACHED_INPUT =
      optional(
          "cached-input",
          Scalars.PRICE,
          "Price of a million tokens sent that the provider had cached; else that of `input`.",
          EXAMPLE);
  private static final Key<BigDecimal> OUTPUT =
      required("output", Scalars.PRICE, "Price of a million tokens received.", EXAMPLE);

  /** The key under which the prices stand. */
  static final Key<List<ModelPrice>> PRICES =
      optional(
          "prices",
          new MapType<>(
              Scalars.PATTERN,
              ObjectType.of("price", List.of(INPUT, CACHED_INPUT, OUTPUT), PriceKeys::price),
              PriceKeys::named),
          "What models cost, by name or pattern; the first that matches counts.",
          EXAMPLE);

  private PriceKeys() {}

  private record Price(BigDecimal input, BigDecimal cachedInput, BigDecimal output) {}

  private static Price price(Settings settings) {
    BigDecimal input = settings.require(INPUT);
    return new Price(input, settings.get(CACHED_INPUT, input), settings.require(OUTPUT));
  }

  private static List<ModelPrice> named(Map<String, Located<Price>> byModel) {
    List<ModelPrice> prices = new ArrayList<>();
    byModel.forEach(
        (model, placed) -> {
          Price price = placed.value();
          prices.add(new ModelPrice(model, price.input(), price.cachedInput(), price.output()));
        });
    return prices;
  }
}
