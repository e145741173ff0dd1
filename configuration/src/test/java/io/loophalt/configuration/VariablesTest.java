package io.loophalt.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.loophalt.configuration.schema.ConfigException;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.runtime.policy.AgentPolicy;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Environment variables in the values of a file, and that no message ever shows what they hold. */
class VariablesTest {

  private static final String SECRET = "s3cret";

  private static final Map<String, String> ENVIRONMENT =
      Map.ofEntries(
          Map.entry("SECRET", SECRET),
          Map.entry("NEARLY", "observ"),
          Map.entry("MODE", "observe"),
          Map.entry("LOGS", "/var/log"),
          Map.entry("GAP", "7m"),
          Map.entry("EIGHT", "8"),
          Map.entry("EMPTY", ""),
          Map.entry("NESTED", "${SECRET}"),
          Map.entry("_a1", "Stop."),
          Map.entry("LONG", SECRET.repeat(100)),
          Map.entry("HERE", "."));

  private static final ConfigLoader LOADER =
      new ConfigLoader(new SampleCatalog(), new SampleFrameworks(), ENVIRONMENT::get);

  @Test
  void aTextMayBeAVariableOrHaveSomeInIt() {
    AgentPolicy policy =
        parse(
            """
            mode: ${MODE}
            idle-gap: "${GAP}"
            events: {file: "${LOGS}/agents-${EIGHT}.jsonl"}
            """);

    assertThat(policy.mode()).isEqualTo(Mode.OBSERVE);
    assertThat(policy.idleGap()).isEqualTo(Duration.ofMinutes(7));
    assertThat(policy.eventLog().file()).hasToString("/var/log/agents-8.jsonl");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ${_a1}                 | Stop.
          A ${_a1}${EIGHT} B     | A Stop.8 B
          use $${HOME}           | use ${HOME}
          $$${_a1}               | $${_a1}
          $${_a1} is ${_a1}      | ${_a1} is Stop.
          $5, $, {} and $$       | $5, $, {} and $$
          ${NESTED}              | ${SECRET}
          """)
  void whatIsWrittenBecomesAText(String written, String text) {
    AgentPolicy policy = parse("ladder: [{at: 3, do: nudge, message: '" + written + "'}]");

    assertThat(policy.defaults().detectors().get(0).ladder().rungs().get(0).message())
        .isEqualTo(text);
  }

  @Test
  void anAliasHasTheVariablesOfItsAnchor() {
    AgentPolicy policy = parse("idle-gap: &gap ${GAP}\ntasks: {a: {ceilings: {wall-clock: *gap}}}");

    assertThat(policy.forTask("a").ceilings().wallClock()).isEqualTo(Duration.ofMinutes(7));
  }

  @Test
  void keysHaveNone() {
    assertThat(parse("tasks: {\"${GAP}\": {preset: karimo}}").tasks()).containsOnlyKeys("${GAP}");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          mode: act\\nidle-gap: ${GONE}  | 2:11 | 'GONE' is not set
          mode: a${GONE}b               | 1:7  | 'GONE' is not set
          max-runs: ${GONE}             | 1:11 | set it if the setting is a text, write out what is none
          mode: ${MODE                  | 1:7  | '${MODE' is no variable
          mode: ${}                     | 1:7  | '${}' is no variable
          mode: ${1ST}                  | 1:7  | '${1ST}' is no variable
          mode: ${MODE:-act}            | 1:7  | '${MODE:-act}' is no variable
          """)
  void aVariableThatIsNotThereIsAMistake(String yaml, String place, String problem) {
    assertThat(mistakeIn(yaml.replace("\\n", "\n")))
        .startsWith("loophalt.yaml:" + place + ": ")
        .contains(problem, "Example: events: {file: \"${HOME}/loophalt-events.jsonl\"}");
  }

  @Test
  void theExampleIsAValidFile() {
    assertThat(
            new ConfigLoader(new SampleCatalog(), new SampleFrameworks(), name -> "/home/me")
                .parse("f", "events: {file: \"${HOME}/loophalt-events.jsonl\"}")
                .policy()
                .eventLog()
                .file())
        .hasToString("/home/me/loophalt-events.jsonl");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          mode: ${SECRET}               | unknown value '${SECRET}' for 'mode'; choose from act, observe.
          mode: ${NEARLY}               | unknown value '${NEARLY}' for 'mode'; choose from act, observe.
          mode: ${EMPTY}                | unknown value '${EMPTY}' for 'mode'; choose from act, observe.
          preset: x-${SECRET}           | unknown value 'x-${SECRET}' for 'preset'; choose from
          idle-gap: ${SECRET}           | above zero and at most 365d, not the text '${SECRET}'.
          idle-gap: ${EIGHT}            | above zero and at most 365d, not the text '${EIGHT}'.
          idle-gap: ${LONG}             | 'idle-gap' is longer than 250 characters.
          ceilings: ${SECRET}           | 'ceilings' must be keys with values, not the text '${SECRET}'.
          max-runs: ${EIGHT}            | 'max-runs' takes no variable; write out what is in '${EIGHT}'.
          weave: {frameworks: "${SECRET}"} | not the text '${SECRET}'.
          weave: {tools: ["${SECRET}"]} | an item of 'tools' takes no variable; write out
          weave: {tool-annotations: ["a.${SECRET}"]} | takes no variable; write out
          weave: {models: [{method: a.B.c, text: "result.${SECRET}"}]} | 'text' takes no variable
          events: {file: "${HERE}"}     | '${HERE}' is a directory;
          events: {file: "{${SECRET}}"} | 'file' must be a file's path, not the text '{${SECRET}}'.
          '${SECRET}'                   | a configuration must be keys with values, not what is written there.
          - ${SECRET}                   | a configuration must be keys with values, not a list.
          """)
  void noMessageShowsWhatAVariableHolds(String yaml, String problem) {
    assertThat(mistakeIn(yaml))
        .contains(problem)
        .doesNotContain(SECRET)
        .doesNotContain("did you mean");
  }

  @ParameterizedTest
  @ValueSource(strings = {"nudge", "halt"})
  void aRungIsWrittenOut(String rung) {
    assertThat(mistakeIn("ladder: {" + rung + ": \"${EIGHT}\"}"))
        .contains("'" + rung + "' takes no variable; write out what is in '${EIGHT}'");
  }

  private static AgentPolicy parse(String yaml) {
    return LOADER.parse("loophalt.yaml", yaml).policy();
  }

  private static String mistakeIn(String yaml) {
    ConfigException refused =
        catchThrowableOfType(ConfigException.class, () -> LOADER.parse("loophalt.yaml", yaml));
    assertThat(refused).as(yaml).isNotNull().hasNoCause();
    return String.valueOf(refused.getMessage());
  }
}
