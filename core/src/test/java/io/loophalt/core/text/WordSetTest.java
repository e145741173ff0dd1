package io.loophalt.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class WordSetTest {

  private final WordSet words =
      new WordSet(
          VocabularyWriter.pack(
              false, List.of("fail", "failed", "not found", "[", "ungültig", "失败", "エラー")));

  @Test
  void findsWholeWordsWhateverTheirCase() {
    assertThat(words.has("FAILED", 0, 6)).isTrue();
    assertThat(words.has("it failed", 3, 9)).isTrue();
    assertThat(words.has("UNGÜLTIG", 0, 8)).isTrue();
    assertThat(words.has("failure", 0, 7)).isFalse();
    assertThat(words.has("fai", 0, 3)).isFalse();
    assertThat(words.has("", 0, 0)).isFalse();
  }

  @Test
  void findsAnEntryWithoutABorderInAScriptWithoutBlanks() {
    assertThat(words.has("失败了", 0, 3)).isTrue();
    assertThat(words.has("又失败了", 0, 4)).isFalse();
    assertThat(words.isIn("又失败了", 0, 4)).isTrue();
    assertThat(words.endsIn("又失败", 0, 3)).isTrue();
    assertThat(words.isAnywhereIn("{\"status\":\"又失败了\"}")).isTrue();
  }

  @Test
  void goesFromTheShortestEntryToTheLongest() {
    assertThat(words.endBeyond("failed", 0, 0)).isEqualTo(4);
    assertThat(words.endBeyond("failed", 0, 4)).isEqualTo(6);
    assertThat(words.endBeyond("failed", 0, 6)).isEqualTo(WordSet.NONE);
    assertThat(words.endOfWordAt("failed.", 0)).isEqualTo(6);
    assertThat(words.endsAt("not found", 9)).isTrue();
    assertThat(words.startsAt("[ -f x ]", 0)).isTrue();
    assertThat(words.standsAt("not foundling", 0)).isFalse();
  }

  @Test
  void findsOnlyWhatIsWrittenSoWhereCaseCounts() {
    WordSet months = new WordSet(VocabularyWriter.pack(true, List.of("May", "März")));
    assertThat(months.has("May", 0, 3)).isTrue();
    assertThat(months.has("may", 0, 3)).isFalse();
    assertThat(months.has("März", 0, 4)).isTrue();
  }

  @Test
  void canBeEmpty() {
    WordSet none = new WordSet(VocabularyWriter.pack(false, List.of()));
    assertThat(none.startsAt("a", 0)).isFalse();
    assertThat(none.startsAt("错", 0)).isFalse();
  }
}
