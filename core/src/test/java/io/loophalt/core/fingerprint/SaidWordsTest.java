package io.loophalt.core.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SaidWordsTest {

  @Test
  void orderAndCapitalLettersSayNothing() {
    assertThat(words("Please check case 12.")).isEqualTo(words("please, CHECK case 12"));
    assertThat(others("The case is yours.", "yours is the case")).isZero();
  }

  @Test
  void aNumberIsWorthThreeWordsAndAnIdNone() {
    assertThat(others("it costs 40", "it costs 75")).isEqualTo(3);
    assertThat(others("sent as 3f9ac1d2", "sent as 77e0b14c")).isZero();
    assertThat(others("room B12", "room B13")).isEqualTo(1);
  }

  @Test
  void scriptsWithoutBlanksAreReadByTwoLetters() {
    assertThat(others("営業に戻します", "営業へ戻します")).isEqualTo(2);
  }

  @Test
  void aSentenceIsToldFromASingleValue() {
    assertThat(SaidWords.areIn("{\"from\":\"b\",\"reply\":\"we do not do this here\"}")).isTrue();
    assertThat(SaidWords.areIn("営業で対応してください。")).isTrue();
    assertThat(SaidWords.areIn("{\"from\":\"writer\",\"file\":\"a.md\",\"words\":612}")).isFalse();
    assertThat(SaidWords.areIn("")).isFalse();
  }

  private static int others(String one, String other) {
    DigestList known = read(one);
    DigestList words = read(other);
    int others = 0;
    for (int i = 0; i < words.size(); i++) {
      others += known.contains(words.get(i)) ? 0 : 1;
    }
    return others;
  }

  private static int words(String text) {
    return read(text).size();
  }

  private static DigestList read(String text) {
    DigestList words = new DigestList(96);
    SaidWords.read(text, words);
    return words;
  }
}
