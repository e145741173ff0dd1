package io.loophalt.agent.startup;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class OptionsTest {

  @ParameterizedTest
  @NullAndEmptySource
  void withoutOptionsThereIsNothingToRefuseAndNoFile(String options) {
    assertThat(Options.refusal(options)).isNull();
    assertThat(Options.config(options)).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"my agents/a.yaml", "a,b=c.yaml", "it's.yaml", "\"a\".yaml", " a "})
  void theFileGoesToTheEndWhateverIsInIt(String file) {
    assertThat(Options.refusal("config=" + file)).isNull();
    assertThat(Options.config("config=" + file)).isEqualTo(file);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "config= | agent option 'config=' names no file; leave it out to look in the usual places",
        "confg=a.yaml | agent option 'confg=a.yaml' is unknown; there is: config=FILE",
        "configuration | agent option 'configuration' is unknown; there is: config=FILE"
      },
      quoteCharacter = '^')
  void anOptionThatNamesNoFileIsRefused(String options, String refusal) {
    assertThat(Options.refusal(options)).isEqualTo(refusal);
  }

  /** {@code jcmd PID JVMTI.agent_load JAR config=FILE} hands over no more than {@code config}. */
  @Test
  void anOptionThatJcmdHasCutIsRefusedWithTheQuotesItTakes() {
    assertThat(Options.refusal("config"))
        .isEqualTo(
            "agent option 'config' names no file; there is: config=FILE. jcmd cuts it at the '='"
                + " unless it has quotes of its own inside those of the shell: '\"config=FILE\"'");
  }
}
