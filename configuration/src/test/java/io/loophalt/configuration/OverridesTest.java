package io.loophalt.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loophalt.configuration.schema.ConfigException;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What comes before the configuration file, and what is said of a value that is wrong. */
class OverridesTest {

  private static final Map<String, String> NOTHING = Map.of();

  @Test
  void withoutAnyTheFileHolds() {
    assertThat(Overrides.of(NOTHING::get, NOTHING::get)).isEqualTo(new Overrides(null, null, null));
  }

  @ParameterizedTest
  @ValueSource(strings = {"false", "FALSE", " False "})
  void theVariableSwitchesTheAgentOff(String value) {
    assertThat(Overrides.of(NOTHING::get, Map.of("LOOPHALT_ENABLED", value)::get).offBy())
        .isEqualTo("the environment variable LOOPHALT_ENABLED=" + value.strip());
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      textBlock =
          """
          false, true,  the system property loophalt.enabled=false
          true,  false, -
          ' ',   false, the environment variable LOOPHALT_ENABLED=false
          ' ',   '',    -
          """)
  void theSystemPropertyComesBeforeTheVariableAndBlankIsNotSet(
      String property, String variable, @Nullable String offBy) {
    assertThat(
            Overrides.of(
                    Map.of("loophalt.enabled", property)::get,
                    Map.of("LOOPHALT_ENABLED", variable)::get)
                .offBy())
        .isEqualTo(offBy);
  }

  @Test
  void theModeComesWithTheNameOfWhatSaysSo() {
    Map<String, String> variables = Map.of("LOOPHALT_MODE", "observe", "LOOPHALT_ENABLED", "true");

    assertThat(Overrides.of(NOTHING::get, variables::get))
        .isEqualTo(new Overrides(null, Mode.OBSERVE, "LOOPHALT_MODE"));
    assertThat(Overrides.of(Map.of("loophalt.mode", "ACT")::get, variables::get))
        .isEqualTo(new Overrides(null, Mode.ACT, "loophalt.mode"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          LOOPHALT_ENABLED | no  | the environment variable LOOPHALT_ENABLED: must be false or true, not 'no'
          LOOPHALT_MODE    | off | the environment variable LOOPHALT_MODE: must be observe or act, not 'off'
          loophalt.enabled | 0   | the system property loophalt.enabled: must be false or true, not '0'
          loophalt.mode    | watch | the system property loophalt.mode: must be observe or act, not 'watch'
          """)
  void aWrongValueIsToldInOneLine(String name, String value, String message) {
    assertThatThrownBy(() -> Overrides.of(Map.of(name, value)::get, Map.of(name, value)::get))
        .isInstanceOf(ConfigException.class)
        .hasMessage(message);
  }

  @Test
  void aWrongValueForgesNoLine() {
    assertThatThrownBy(
            () -> Overrides.of(NOTHING::get, Map.of("LOOPHALT_MODE", "x\n[loophalt] \u001b")::get))
        .isInstanceOf(ConfigException.class)
        .hasMessageEndingWith("not 'x\\u000a[loophalt] \\u001b'");
  }
}
