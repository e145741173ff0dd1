package io.loophalt.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.agent.startup.Extensions;
import io.loophalt.configuration.keys.FrameworkKeys;
import org.junit.jupiter.api.Test;

/** What a configuration calls frameworks, and those that there are. */
class FrameworkNamesTest {

  @Test
  void everyFrameworkCanBeSwitchedOffAndNothingElse() {
    assertThat(FrameworkKeys.names()).containsExactlyInAnyOrderElementsOf(Extensions.names());
  }
}
