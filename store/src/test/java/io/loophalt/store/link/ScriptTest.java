package io.loophalt.store.link;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ScriptTest {

  @Test
  void aScriptIsCalledByItsSha1AsTheServerSaysIt() {
    // redis-cli script load 'return 1'
    assertThat(Script.of("return 1").digest())
        .isEqualTo("e0e1f9fabfc9d4800c877a703b823ac0578ff8db");
  }
}
