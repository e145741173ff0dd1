package io.loophalt.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is left out of the results of tools that everybody has. */
class WellKnownToolsTest {

  private static final ToolPolicy SAYS_NOTHING =
      new ToolPolicy("*", null, null, Set.of(), Set.of(), Map.of(), false);

  @Test
  void theHeadersOfAnAnswerSayNothingAndItsBodyDoes() {
    VolatileParts parts = Objects.requireNonNull(WellKnownTools.volatileParts("http_get"));

    assertThat(
            parts.leaveOut(
                "{\"status\":200,\"headers\":{\"Date\":\"Mon\",\"X-Request-Id\":\"7\"},"
                    + "\"body\":{\"date\":\"Tue\"}}"))
        .isEqualTo(
            "{\"status\":200,\"headers\":{\"Date\":\"*\",\"X-Request-Id\":\"*\"},"
                + "\"body\":{\"date\":\"Tue\"}}");
  }

  @Test
  void aListOfTheUsersOwnTakesTheirPlace() {
    VolatileParts own = VolatileParts.of("$.at");

    assertThat(WellKnownTools.volatileParts("http_get", SAYS_NOTHING.leavingOut(own)))
        .isSameAs(own);
    assertThat(WellKnownTools.volatileParts("http_get", SAYS_NOTHING))
        .isSameAs(WellKnownTools.volatileParts("http_get", null))
        .isNotNull();
    assertThat(WellKnownTools.volatileParts("any", null)).isNull();
  }

  @Test
  void theNameOfAServerMayStandBeforeThem() {
    assertThat(WellKnownTools.volatileParts("mcp__notion__API-post-search"))
        .isNotNull()
        .isSameAs(WellKnownTools.volatileParts("API-post-search"));
    assertThat(WellKnownTools.volatileParts("mcp__orders__search")).isNull();
    assertThat(WellKnownTools.volatileParts("my_http_get")).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "get_current_time", "read_file", "tail_log", "list_orders"})
  void ofAClockALogAndAShellNothingIsLeftOut(String tool) {
    assertThat(WellKnownTools.names()).doesNotContain(tool).isSorted().contains("http_get");
  }
}
