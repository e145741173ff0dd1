package io.loophalt.operations.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.loophalt.operations.control.ControlProtocol;
import org.junit.jupiter.api.Test;

class TokenRateTest {

  private static final long BEGIN = 1_000 * TokenRate.SLOT;

  @Test
  void whatIsUsedCountsInItsSlot() {
    TokenRate rate = new TokenRate(100);
    assertThat(written(rate)).isEqualTo("[]");

    rate.at(150, BEGIN);
    rate.at(170, BEGIN + TokenRate.SLOT - 1);
    rate.at(177, BEGIN + 3 * TokenRate.SLOT);

    assertThat(written(rate)).isEqualTo("[1003,70,0,0,7]");
  }

  @Test
  void afterFiveMinutesItIsForgotten() {
    TokenRate rate = new TokenRate(0);
    rate.at(50, BEGIN);
    rate.at(51, BEGIN + TokenRate.SLOTS * TokenRate.SLOT);

    assertThat(written(rate)).isEqualTo("[1030,1]");
  }

  @Test
  void aRunThatBeganAnewHasUsedNothingMore() {
    TokenRate rate = new TokenRate(500);
    rate.at(10, BEGIN);
    rate.at(25, BEGIN);

    assertThat(written(rate)).isEqualTo("[1000,15]");
  }

  private static String written(TokenRate rate) {
    ArrayNode out = ControlProtocol.JSON.createArrayNode();
    rate.write(out);
    return out.toString();
  }
}
