package io.loophalt.core.detect.news;

import static io.loophalt.core.detect.Told.Called.worked;
import static io.loophalt.core.detect.news.SavedAccount.goneOn;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.detect.Told;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One long text after the other, and one thing that is said in ever other words. */
class LongTextsTest {

  private static final String[] BOOK = {
    "The harbour lay under a grey morning, and the fishermen of the village mended their nets.",
    "In the kitchen of the mill the old woman counted the copper coins of the last harvest.",
    "A letter from the capital had reached the doctor, and the whole street spoke of the seal.",
    "Behind the church the children of the teacher were building a raft of broken barrels.",
    "It was the winter of the great frost, and the wolves came down to the bridge of the town.",
    "The captain had lost his compass, and for the rest of the voyage he trusted the gulls.",
    "At the market the farmers argued over the weight of the lambs and the price of the wool.",
    "Nobody in the valley remembered the name of the painter who had covered the chapel ceiling.",
    "With the first warm wind the bees left the orchard and settled in the chimney of the inn.",
    "The clockmaker took the pendulum from the tower and laid the wheels in rows on the bench.",
    "She climbed to the attic, and in the trunk of her grandfather she found the yellow uniform.",
    "For three nights the comet stood over the vineyard, and the priest rang the small bell.",
    "The engineer measured the depth of the river where the railway was to cross the marshes.",
    "Under the lantern of the stable the smith examined the hooves of the limping stallion.",
    "The judge closed the folder, removed his glasses and asked for silence in the courtroom.",
    "On the island the lighthouse keeper planted cabbages between the rocks and the foghorn."
  };

  private static final String[] REFUND = {
    "I have refunded your order and the money will reach your account in three to five days.",
    "Your refund has been processed and you will see the money in your account in a few days.",
    "The refund for your order is complete, please allow five days for the money to arrive.",
    "Good news: we have processed your refund, it should be in your account in three days.",
    "Just to confirm that the refund of your order is done and the money arrives in five days.",
    "As promised your order was refunded and the amount will be in your account in a few days.",
    "This is to let you know that we refunded the order, the money should reach you in days.",
    "Please note that your refund is on its way and should arrive in three to five days.",
    "We are happy to confirm your refund, the money will be with you in three working days.",
    "Your order has been refunded successfully, expect the money in your account in five days.",
    "Once more: the refund has gone through and the amount will be credited in five days.",
    "I can confirm that the refund was processed, you should have the money in three days.",
    "The refund of your order was made today, and your account is credited in three days.",
    "We have now completed the refund and the money is going to arrive on your account soon.",
    "To sum up, your order is refunded and all you need to do is wait five days for the money.",
    "Everything is settled: the refund was processed and the money is there in five days."
  };

  /** Such words stand in all texts of a language. */
  private static final String COMMON =
      "They say that in those days, when all of it was yet to be, ";

  private final NewsAccount account = new NewsAccount();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "speak | {\"text\":\"%s\"} | spoken",
        "ecrire_page | {\"page\":%2$d,\"texte\":\"%s\"} | page enregistrée",
        "render_subtitle | {\"body\":\"%s\"} | rendered",
        "save_note | {\"text\":\"%s\"} | saved note %2$d",
        "ajouter_note | {\"contenu\":\"%s\"} | note ajoutée",
        "notiz_anlegen | {\"inhalt\":\"%s\"} | Notiz angelegt"
      })
  void aBookIsNeverSeenBefore(String tool, String call, String answer) {
    String[] book = Arrays.stream(BOOK).map(COMMON::concat).toArray(String[]::new);

    assertThat(countOf(book, tool, call, answer)).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "speak | {\"text\":\"%s\"} | spoken",
        "melde | {\"texte\":\"%s\"} | gemeldet",
        "save_note | {\"text\":\"%s\"} | saved",
        "ajouter_note | {\"contenu\":\"%s\"} | note ajoutée",
        "note | {\"text\":\"%s\"} | saved",
        "think | {\"thought\":\"%s\"} | ''"
      })
  void theSameInOtherWordsIs(String tool, String call, String answer) {
    assertThat(countOf(REFUND, tool, call, answer)).isGreaterThanOrEqualTo(6);
  }

  /** A scratchpad holds what the model thinks, and not what it is there for. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"note | {\"text\":\"%s\"} | saved", "update_plan | {\"plan\":\"%s\"} | saved"})
  void onlyNotesAreAdded(String tool, String call, String answer) {
    assertThat(countOf(BOOK, tool, call, answer)).isGreaterThanOrEqualTo(6);
  }

  @Test
  void aTextWithoutLongWordsIsToldByAllOfThem() {
    String[] texts = new String[12];
    for (int i = 0; i < texts.length; i++) {
      texts[i] =
          "it is all as it was at first, no word of it is new, so go on now, "
              + "abcdefghijkl".charAt(i);
    }

    assertThat(countOf(texts, "save_note", "{\"text\":\"%s\"}", "saved")).isGreaterThanOrEqualTo(6);
  }

  @Test
  void whatWasNewOfLateIsKnownElsewhere() throws IOException {
    Told told = new Told(account);
    say(told, BOOK, 0, 8);
    NewsAccount elsewhere = goneOn(account);

    say(told, REFUND, 0, REFUND.length);
    say(new Told(elsewhere), REFUND, 0, REFUND.length);

    assertThat(elsewhere.explain()).isEqualTo(account.explain()).contains("before it");
  }

  private static void say(Told told, String[] texts, int from, int to) {
    for (int i = from; i < to; i++) {
      told.turn(worked("speak", "{\"text\":\"%s\"}".formatted(texts[i]), "spoken"));
    }
  }

  private int countOf(String[] texts, String tool, String call, String answer) {
    Told told = new Told(account);
    for (int i = 0; i < texts.length; i++) {
      told.turn(worked(tool, call.formatted(texts[i], i), answer.formatted(texts[i], i)));
    }
    return told.count();
  }
}
