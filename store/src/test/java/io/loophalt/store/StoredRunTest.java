package io.loophalt.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Answers as the client hands them out: numbers are {@code Long}s, texts are bytes. */
class StoredRunTest {

  private static final byte[] NAME = {'n'};
  private static final byte[] ID = {'i'};
  private static final byte[] STATE = {'s'};
  private static final List<Object> NONE = List.of(0L);

  @Test
  void aRunIsReadFromItsAnswer() {
    StoredRun run = StoredRun.of(answer(STATE));

    assertThat(run)
        .usingRecursiveComparison()
        .isEqualTo(new StoredRun(new Generation(3, NAME), ID, 40, 5, 86_400_000, STATE, null));
  }

  @Test
  void inWhichHistoryAStateWasPutThereIsSaidWithWhen() {
    List<Object> told = answer(STATE);
    told.set(8, "one.first".getBytes(StandardCharsets.US_ASCII));
    told.set(9, 1_000L);

    StoredRun.Put put = Objects.requireNonNull(Objects.requireNonNull(StoredRun.of(told)).put());

    assertThat(put.history()).isEqualTo("one.first");
    assertThat(System.nanoTime() - put.nanos()).isGreaterThanOrEqualTo(1_000_000_000L);
  }

  @Test
  void aStateThatIsKnownIsNotSentAgain() {
    assertThat(StoredRun.of(answer(null))).extracting(StoredRun::state).isNull();
  }

  @Test
  void oneThatIsNotThereIsNone() {
    assertThat(StoredRun.of(NONE)).isNull();
    assertThat(StoredRun.allOf(List.of(1L, NONE, answer(STATE))))
        .hasSize(2)
        .startsWith((StoredRun) null);
    assertThat(StoredRun.firstOf(List.of(1L, NONE))).isNull();
  }

  @Test
  void whereAnotherProcessJudgesThereIsNoAnswerYet() {
    assertThat(StoredRun.allOf(List.of(0L))).isNull();
    assertThat(StoredRun.firstOf(List.of(0L))).isNull();
  }

  @Test
  void whereARunIsKeptElsewhereItIsSaidWhere() {
    List<Object> elsewhere = List.of(2L, NAME);

    assertThat(StoredRun.aroundIn(elsewhere)).isEqualTo(NAME);
    assertThat(StoredRun.of(elsewhere)).isNull();
    assertThat(StoredRun.aroundIn(answer(STATE))).isNull();
  }

  @Test
  void whoLooksIsToldWhatItIsCalled() {
    List<Object> looked = new ArrayList<>(answer(null));
    looked.add(ID);

    assertThat(StoredRun.nameIn(looked)).isEqualTo(ID);
    assertThat(StoredRun.nameIn(answer(null))).isNull();
    assertThat(StoredRun.nameIn(NONE)).isNull();
  }

  @Test
  void whatNoRedisAnswersIsRefused() {
    assertThatExceptionOfType(RuntimeException.class)
        .isThrownBy(() -> StoredRun.allOf(List.of("HTTP/1.1 400 Bad Request")));
    assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> StoredRun.allOf(ID));
    assertThatExceptionOfType(RuntimeException.class)
        .isThrownBy(() -> StoredRun.of(List.of(1L, 3L)));
  }

  private static List<Object> answer(byte @Nullable [] state) {
    return Arrays.asList(1L, 3L, ID, 40L, 5L, 86_400_000L, state, NAME, StoredNames.NOTHING, 0L);
  }
}
