package io.loophalt.runtime.value;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.fingerprint.CanonicalForm;
import io.loophalt.core.fingerprint.JsonCallDigest;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.Chars;

/** A call digested as text is the same call as one that the agent sees. */
class JsonCallDigestPropertyTest {

  private final JsonCallDigest texts = new JsonCallDigest();
  private final CanonicalDigest values = new CanonicalDigest();

  @Property
  void ofAnyTextItIsTheDigestOfTheAgent(
      @ForAll String tool,
      @ForAll @AlphaChars @Chars({'{', '}', '[', ']', '"', ':', ',', '1', '.', ' '}) String text) {
    assertThat(texts.of(tool, text, Set.of())).isEqualTo(values.ofCall(tool, text));
  }

  @Property
  void ofJsonItIsTheDigestOfTheAgentWhateverIsLeftOut(
      @ForAll @AlphaChars String one, @ForAll @AlphaChars String other, @ForAll int number) {
    String json = "{\"" + one + "\": " + number + ", \"b-" + other + "\": [\"x\", {}]}";
    Set<String> leftOut = Set.of(one, "absent");

    assertThat(texts.of("tool", json, Set.of())).isEqualTo(values.ofCall("tool", json));
    assertThat(texts.of("tool", json, leftOut)).isEqualTo(values.ofCall("tool", json, leftOut));
  }

  @Property(tries = 20)
  void whatIsTooLongIsSaidToBeCut(@ForAll char filler) {
    String text = String.valueOf(filler).repeat(CanonicalForm.MAX_TEXT + 1);

    assertThat(texts.of("tool", text, Set.of())).isEqualTo(values.ofCall("tool", text));
    assertThat(texts.isCut()).isTrue();
    texts.of("tool", "{}", Set.of());
    assertThat(texts.isCut()).isFalse();
  }
}
