package io.loophalt.core.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
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

  @Test
  void textsOfAMemberAreItsOwnOrThoseOfItsList() {
    assertThat(texts("{\"x\":\"a/b\",\"y\":\"c\"}")).containsExactly("a/b");
    assertThat(texts("{\"y\":{\"x\":\"c\"}, \"x\" : [\"a\", [\"b\"], {\"z\":\"c\"}, 1, null]}"))
        .containsExactly("a", "b");
    assertThat(texts("{\"x\":\"C:\\\\temp\\u00e9\\/\\\"\\n\\u00\"}"))
        .containsExactly("C:\\tempé/\"\nu00");
    assertThat(texts("{\"x\":7}")).isEmpty();
    assertThat(texts("{\"x\"")).isEmpty();
    assertThat(texts("[\"x\"]")).isEmpty();
    assertThat(texts("x")).isEmpty();
  }

  private static List<String> texts(String json) {
    return JsonMembers.texts(json, Set.of("x"));
  }

  @Property
  void whateverTheModelWroteIsReadToItsEnd(@ForAll String text) {
    assertThat(JsonMembers.without(text, Set.of("x"))).isNotNull();
    assertThat(JsonMembers.without("{\"a\":" + text, Set.of("x"))).startsWith("{");
    assertThat(texts(text)).isNotNull();
    assertThat(texts("{\"x\":" + text)).isNotNull();
  }
}
