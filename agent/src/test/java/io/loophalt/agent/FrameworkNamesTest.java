package io.loophalt.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.configuration.keys.FrameworkKeys;
import io.loophalt.frameworks.KnownFrameworks;
import org.junit.jupiter.api.Test;

/** What a configuration calls frameworks, and those that there are. */
class FrameworkNamesTest {

  @Test
  void everyFrameworkCanBeSwitchedOffAndNothingElse() {
    assertThat(FrameworkKeys.names()).containsExactlyInAnyOrderElementsOf(KnownFrameworks.names());
  }
}
