package io.loophalt.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.fingerprint.DigestList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AskedValuesTest {

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      delimiter = '|',
      value = {
        "{\"command\":\"./status.sh # try 7\"} | {\"command\":\"./status.sh # try 8\"}",
        "{\"command\":\"a # one\\nb\"} | {\"command\":\"a # two\\nb\"}",
        "./status.sh # try 7 | ./status.sh # try 8",
        "{\"order\":\"B\",\"seq\":1} | {\"order\":\"B\",\"seq\":2}",
        "{\"q\":\"x\",\"cb\":\"a1\"} | {\"q\":\"x\",\"cb\":\"b2\"}",
        "{\"url\":\"a.example/p/7\"} | {\"url\":\"a.example/p/7?nocache=1773216225\"}",
        "{\"url\":\"a.example/p/7?_=17\"} | {\"url\":\"a.example/p/7?r=0.61827\"}",
        "{\"id\":7,\"limit\":50} | {\"id\":7,\"limit\":100,\"verbose\":true}",
        "{\"params\":\"{\\\"card\\\":\\\"c-4\\\",\\\"attempt\\\":1,\\\"at\\\":\\\"x\\\"}\"} |"
            + " {\"params\":\"{\\\"card\\\":\\\"c-4\\\",\\\"attempt\\\":22,\\\"at\\\":\\\"x\\\"}\"}",
        "{\"params\":\"[{\\\"id\\\":7,\\\"seq\\\":1}]\"}"
            + " | {\"params\":\"[{\\\"id\\\": 7, \\\"seq\\\": 2}]\"}",
        "{\"nonce\":\"{\\\"a\\\":1}\"} | {\"nonce\":\"{\\\"a\\\":2}\"}",
        "{\"q\":\"a\",\"why\":\"attempt 3\"} | {\"q\":\"a\",\"why\":\"attempt 17\"}",
        "{\"why\":\"try #3 of the same\"} | {\"why\":\"try #4 of the same\"}",
        "{\"why\":\"the 2nd attempt\"} | {\"why\":\"the 5th attempt\"}",
        "{\"why\":\"Versuch 2 (Attempt no. 2/9)\"} | {\"why\":\"Versuch 3 (Attempt no. 3/9)\"}"
      })
  void whatOnlyTellsOneAttemptFromAnotherAsksForNothingElse(String one, String other) {
    assertThat(othersIn(one, other)).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      delimiter = '|',
      value = {
        "{\"command\":\"./status.sh a\"} | {\"command\":\"./status.sh b\"}",
        "{\"command\":\"a # x\\nb\"} | {\"command\":\"a # x\\nc\"}",
        "{\"tag\":\"#one\"} | {\"tag\":\"#two\"}",
        "{\"text\":\"level 3 of it\"} | {\"text\":\"level 4 of it\"}",
        "{\"text\":\"the 3rd planet\"} | {\"text\":\"the 4th planet\"}",
        "{\"text\":\"attempt 3x of it\"} | {\"text\":\"attempt 3xyz of it\"}",
        "{\"text\":\"see #one there\"} | {\"text\":\"see #two there\"}",
        "# one | # two",
        "{\"url\":\"a.example/p/7?r=0.5\"} | {\"url\":\"a.example/p/7?r=0.25\"}",
        "{\"page_id\":\"81c2\"} | {\"page_id\":\"81d7\"}",
        "{\"params\":\"{\\\"card\\\":\\\"c-4\\\"}\"} | {\"params\":\"{\\\"card\\\":\\\"c-5\\\"}\"}",
        "{\"params\":\"{\\\"n\\\":-4}\"} | {\"params\":\"{\\\"n\\\":5}\"}",
        "{\"params\":\"{\\\"t\\\":\\\"a\\\\\\\"b\\\\\\\" c\\\"}\"}"
            + " | {\"params\":\"{\\\"t\\\":\\\"a\\\\\\\"b\\\\\\\" d\\\"}\"}",
        "{\"params\":\"{\\\"card\"} | {\"params\":\"{\\\"care\"}"
      })
  void anotherValueIsAskedFor(String one, String other) {
    assertThat(othersIn(one, other)).isPositive();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      delimiter = '|',
      value = {
        "{\"query\":\": [\"} | true",
        "{\"query\":\"}\",\"exact\":true} | true",
        "{\"path\":[\"//\",\"../:\"]} | true",
        "{\"path\":\"...\"} | true",
        "{\"path\":\".\"} | false",
        "{\"path\":\"/\"} | false",
        "{\"path\":\"../..\"} | false",
        "{\"path\":\"~/\"} | false",
        "{\"path\":[\"}\",\"./*\"]} | false",
        "{\"glob\":\"**/*\"} | false",
        "{\"glob\":\"*.*\"} | false",
        "{\"text\":\"\\n\\\"{\\t\"} | true",
        "... | true",
        "{\"query\":\"=> x\"} | false",
        "{\"query\":\"日\"} | false",
        "{\"op\":\"+\",\"left\":3} | false",
        "{\"query\":\"\"} | false",
        "{\"all\":true} | false",
        "{} | false",
        "~~ | false"
      })
  void textsWithoutALetterOrADigitAskForNothing(String arguments, boolean blank) {
    assertThat(AskedValues.areBlank(arguments)).isEqualTo(blank);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      delimiter = '|',
      value = {
        "{\"query\":\"freight\"} | true",
        "{\"limit\":10,\"Keyword\":\"Fracht\"} | true",
        "{\"suchbegriff\":\"Fracht\"} | true",
        "{\"q\":\"运费\"} | true",
        "{\"query\":\"INV-4711\"} | false",
        "{\"query\":\"sea freight\"} | false",
        "{\"name\":\"Huber\"} | false",
        "{\"query\":\"\"} | false"
      })
  void aSingleWordIsSearchedFor(String arguments, boolean word) {
    assertThat(AskedValues.searchForAWord(values(arguments))).isEqualTo(word);
  }

  @Test
  void aValueInATextOfJsonIsAValueAndNoText() {
    DigestList values = new DigestList(AskedValues.CAPACITY);
    AskedValues.read(
        "{\"params\":\"{\\\"card\\\": \\\"c-4\\\", \\\"say\\\": \\\"to pack\\\"}\"}",
        false,
        false,
        values);

    assertThat(AskedValues.singlesOf(values)).as("the card").isNotZero();
    assertThat(values.size()).as("the card and two words").isEqualTo(3);
  }

  @Test
  void amountsThatHaveChangedPlacesAreOthers() {
    int things = things("{\"x\":3,\"y\":0}");

    assertThat(things).isNotEqualTo(things("{\"x\":0,\"y\":3}"));
    assertThat(things).as("in another order").isEqualTo(things("{\"y\": 0, \"x\": 3}"));
  }

  @Test
  void aGuessedNameOrAnExchangeOfNamesIsNothingElse() {
    assertThat(things("{\"fields\":{\"cost\":4711}}"))
        .isEqualTo(things("{\"fields\":{\"centre\":4711}}"));
    assertThat(things("{\"from\":\"ann\",\"to\":\"ben\"}"))
        .isEqualTo(things("{\"from\":\"ben\",\"to\":\"ann\"}"));
  }

  private static int things(String arguments) {
    return AskedValues.read(arguments, false, false, new DigestList(AskedValues.CAPACITY));
  }

  @Test
  void longWordsOfATextAreMarkedAndNoValueIs() {
    DigestList values = values("{\"id\":\"harbour\",\"text\":\"to the harbour?ts=harbour\"}");

    int marked = 0;
    for (int i = 0; i < values.size(); i++) {
      marked += (values.get(i) & AskedValues.LONG) != 0 ? 1 : 0;
    }
    assertThat(values.size()).isEqualTo(4);
    assertThat(marked).isEqualTo(1);
  }

  private static int othersIn(String one, String other) {
    return AskedValues.othersThan(values(one), values(other), /* ofTexts= */ false);
  }

  private static DigestList values(String arguments) {
    DigestList values = new DigestList(AskedValues.CAPACITY);
    AskedValues.read(arguments, false, false, values);
    return values;
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      delimiter = '|',
      value = {
        "{\"user\":\"ann\"} | false",
        "{\"account_id\":17} | false",
        "{\"account_id\":\"17\"} | false",
        "{\"day\":\"2026-11-30\"} | false",
        "{\"host\":\"10.0.0.7\"} | false",
        "{\"volume\":17} | true",
        "{\"volume\":\"-0.5\"} | true",
        "{\"delay\":\"30s\"} | true",
        "{\"on\":true} | true",
        "{\"option\":\"deskew\"} | true",
        "{\"key\":\"Enter\"} | true",
        "{\"taste\":\"F5\"} | true",
        "{\"set\":\"dpi=300\"} | true",
      })
  void amountsAndSettingsNameNoThing(String arguments, boolean amount) {
    DigestList values = new DigestList(AskedValues.CAPACITY);
    AskedValues.read(arguments, false, false, values);

    assertThat(values.size()).isEqualTo(1);
    assertThat((values.get(0) & AskedValues.AMOUNT) != 0).isEqualTo(amount);
  }

  @Test
  void aNumberIsTheSameWhetherItNamesAThingOrNot() {
    assertThat(othersIn("{\"id\":17}", "{\"volume\":17}")).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      delimiter = '|',
      value = {
        "{\"name\":\"Anna Weber\"} | true",
        "{\"name\":\"Jean-Luc O'Neill\"} | true",
        "{\"device\":\"Galaxy 5\"} | true",
        "{\"name\":\"Anna\"} | false",
        "{\"name\":\"anna weber\"} | false",
        "{\"name\":\"Anna weber\"} | false",
        "{\"name\":\"5 Galaxy\"} | false",
        "{\"name\":\"Galaxy 5 Pro\"} | false",
        "{\"name\":\"The Long Way To A Town\"} | false",
        "{\"query\":\"Anna Weber\"} | false",
        "{\"topic\":\"Cancel Subscription\"} | false",
      })
  void aNameOfAFewWordsHasACapitalInEach(String arguments, boolean name) {
    assertThat(AskedValues.holdANameInWords(values(arguments))).isEqualTo(name);
  }
}
