package io.loophalt.core.detect.news;

import static io.loophalt.core.detect.Told.Called.worked;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.detect.Told;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Documents that are looked through one by one, and nothing is found, as it should be. */
class DocumentsTest {

  private static final int HALTED = 6;
  private static final int DOCUMENTS = 30;

  private static final String SYLLABLES = "ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi";

  private final Told told = new Told(new NewsAccount());

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "find_pii | {\"document_id\":\"doc-%1$d\",\"text\":\"%3$s\"} | none",
        "is_duplicate | {\"ticket\":\"T-%1$d\",\"body\":\"%2$s\"} | false",
        "scan_for_secrets | {\"path\":\"src/%4$s.py\",\"content\":\"%3$s\"} | No secrets found.",
        "check_policy | {\"id\":%1$d,\"text\":\"%2$s\"} | {\"violations\":[]}",
        "plagiarism_check | {\"essay\":\"e-%1$d\",\"text\":\"%3$s\"} | 0 matches",
        "check_links | {\"post\":\"%4$s\",\"draft\":\"%2$s\"} | no broken links",
        "spell_check | {\"document_id\":\"doc-%1$d\",\"title\":\"%2$s\"} | []",
        "pruefe_text | {\"dokument\":\"V-%1$d\",\"text\":\"%3$s\"} | keine Treffer",
        "revisar_texto | {\"documento\":\"V-%1$d\",\"texto\":\"%2$s\"} | sin resultados",
        "check_policy | {\"text\":\"%2$s\",\"paragraph\":4,\"id\":\"p-%1$d\"} | none",
        "find_pii | {\"text\":\"%3$s\"} | none",
        "list_entities | {\"abstract\":\"%3$s\"} | {\"entities\":[]}",
        "scan_for_secrets | {\"diff\":\"%3$s\"} | No secrets found.",
        "check_policy | {\"text\":\"%3$s\"} | {\"violations\":[]}",
      })
  void eachIsOneMore(String tool, String call, String answer) {
    for (int i = 0; i < DOCUMENTS; i++) {
      told.turn(worked(tool, call(call, i), answer));
      assertThat(told.count()).as(tool + " " + i).isLessThan(4);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "search | {\"query\":\"%2$s\"} | No results found.",
        "search | {\"query\":\"%2$s\",\"request_id\":\"r-%1$d\"} | No results found.",
        "search | {\"id\":\"q-%1$d\",\"query\":\"%2$s\"} | []",
        "kb_search | {\"step\":\"s-%1$d\",\"q\":\"%3$s\"} | {\"results\":[]}",
        "suche | {\"nummer\":%1$d,\"suchbegriff\":\"%2$s\"} | nichts gefunden",
        "lookup | {\"question\":\"%2$s\",\"n\":%1$d} | none",
        "find_customer | {\"name\":\"%2$s\",\"ref\":\"c-%1$d\"} | none",
        "similarity_search | {\"text\":\"%2$s\"} | []",
        "get_logs | {\"expr\":\"%2$s\",\"od\":\"now-%1$dh\"} | []",
        "get_logs | {\"od\":\"now-%1$dh\",\"expr\":\"%2$s\"} | []",
        "find_pii | {\"document_id\":\"doc-1\",\"focus\":\"%2$s\"} | none",
        "find_pii | {\"document_id\":\"doc-1\",\"text\":\"a b c\",\"hint\":\"%3$s\"} | none",
        "check_policy | {\"id\":7,\"text\":\"%2$s\"} | {\"violations\":[]}",
        "get_policy | {\"id\":\"r-%1$d\",\"text\":\"which rule holds for %5$s refunds\"} | no matches",
      })
  void whatIsSaidInOtherWordsOfTheSameIsNone(String tool, String call, String answer) {
    for (int i = 0; i < 13; i++) {
      told.turn(worked(tool, call(call, i), answer));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(HALTED);
  }

  private static String call(String call, int i) {
    return call.formatted(
        i + 100, words(i, 4), words(i, 30), words(i, 1), words(i % 4, 2) + words(i % 3, 2));
  }

  /** So many words, each of which is another one for each number. */
  private static String words(int number, int count) {
    String[] syllables = SYLLABLES.split(" ");
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < count; i++) {
      int word = number * 31 + i;
      words.append(i == 0 ? "" : " ");
      for (int rest = word + 7; rest > 0; rest /= syllables.length) {
        words.append(syllables[rest % syllables.length]);
      }
      words.append(syllables[i % syllables.length]);
    }
    return words.toString();
  }
}
