package io.loophalt.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.store.RunScripts.Judged;
import io.loophalt.store.RunScripts.Question;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Scripts find their arguments by where they stand. */
class RunScriptsTest {

  private static final byte[] CALL = {'c'};
  private static final Generation FIRST = new Generation(1, new byte[] {'g'});

  @Property
  void theQuestionsOfSeveralRunsFollowEachOther(@ForAll @IntRange(min = 1, max = 5) int runs) {
    List<Question> questions = new ArrayList<>();
    for (int i = 0; i < runs; i++) {
      questions.add(new Question(number(i), 7, CALL, FIRST, CALL, CALL));
    }

    byte[][] all = RunScripts.asking(keys(runs), CALL, questions, CALL, CALL);

    assertThat(all.length).isEqualTo(runs + 2 + 7 * runs + 2);
    for (int i = 0; i < runs; i++) {
      assertThat(all[i]).isEqualTo(number(i));
      assertThat(all[runs + 2 + 7 * i]).as("what it stands on").isEqualTo(number(i));
    }
  }

  @Property
  void whatCameOfACallHasItsPlaceWhereTheCallWasNotJudgedToo(
      @ForAll @IntRange(min = 1, max = 5) int runs, @ForAll @IntRange(max = 4) int judged) {
    List<Judged> came = new ArrayList<>(Collections.nCopies(runs, null));
    byte[] id = {'i'};
    came.set(judged % runs, judged(id, CALL));

    byte[][] all = RunScripts.putting(keys(runs), CALL, came, CALL);

    assertThat(all.length).isEqualTo(runs + 1 + 11 * runs + 1);
    for (int i = 0; i < runs; i++) {
      assertThat(all[runs + 1 + 11 * i + 2])
          .isEqualTo(i == judged % runs ? id : StoredNames.NOTHING);
    }
  }

  @Test
  void noChannelIsNamedWhereThereIsNoNews() {
    byte[][] told = RunScripts.putting(keys(1), CALL, List.of(judged(CALL, StoredNames.NOTHING)));
    byte[][] news = RunScripts.putting(keys(1), CALL, List.of(judged(CALL, CALL)));

    assertThat(told[2 + 8]).isEmpty();
    assertThat(news[2 + 8]).isEqualTo(Names.OURS.haltChannel());
  }

  private static Judged judged(byte[] id, byte[] news) {
    return new Judged(
        FIRST, id, CALL, 1, 0, 7, null, Names.OURS.haltChannel(), news, StoredNames.NOTHING);
  }

  private static List<byte[]> keys(int number) {
    List<byte[]> keys = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      keys.add(number(i));
    }
    return keys;
  }

  private static byte[] number(int value) {
    return StoredNames.number(value);
  }
}
