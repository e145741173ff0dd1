package io.loophalt.core.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonMembersTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{\"a\":1,\"x\":2,\"b\":3} | {\"a\":1,\"b\":3}",
        "{\"x\":{\"y\":[1,2]},\"b\":\"},\\\"\"} | {\"b\":\"},\\\"\"}",
        "{ \"x\" : 1 } | {}",
        "{} | {}",
        "{\"a\":{\"x\":1}} | {\"a\":{\"x\":1}}",
        "[\"x\",1] | [\"x\",1]",
        "ls x | ls x"
      })
  void membersOfANameAreLeftOutOfAnObjectAndOfNothingElse(String json, String left) {
    assertThat(JsonMembers.without(json, Set.of("x"))).isEqualTo(left);
  }

  @Property
  void whateverTheModelWroteIsReadToItsEnd(@ForAll String text) {
    assertThat(JsonMembers.without(text, Set.of("x"))).isNotNull();
    assertThat(JsonMembers.without("{\"a\":" + text, Set.of("x"))).startsWith("{");
  }
}
