package io.loophalt.core.detect;

import static io.loophalt.core.detect.Step.ABSENT;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.Effect;
import io.loophalt.core.fingerprint.TextDigest;
import io.loophalt.core.policy.VolatileParts;
import io.loophalt.core.text.ErrorNormalizer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StepTest {

  /** Says what it is asked for, and how often. */
  private static final class Contents implements StepContents {
    private String arguments = "{\"question\":\"why does it wait\"}";
    private int asked;

    @Override
    public String argumentsText() {
      asked++;
      return arguments;
    }

    @Override
    public long files() {
      asked++;
      return 5;
    }
  }

  private final Contents contents = new Contents();
  private final Step step = new Step(contents);

  @Test
  void beforeItsEndAStepHasNoOutcome() {
    begin("look", /* cut= */ false);
    end("failed", "failed");
    begin("look", /* cut= */ false);

    assertThat(step.resultText() + step.errorText()).isEmpty();
    assertThat(outcome()).containsOnly(ABSENT);
    assertThat(step.failed() || step.answersWithAbsence() || step.saysNotYet()).isFalse();
    assertThat(step.retryAfterSeconds()).isEqualTo(-1);
    assertThat(step.endMillis()).isEqualTo(7);
    assertThat(contents.asked).isZero();
  }

  @Test
  void theNextCallOfAReusedStepKnowsNothingOfTheOneBefore() {
    begin("edit_file", /* cut= */ false);
    end("try again in 30 seconds", "no such file");
    assertThat(step.edits()).isTrue();
    assertThat(step.retryAfterSeconds()).isEqualTo(-1);
    long shape = step.shape();
    long question = step.question();

    contents.arguments = "sleep 30";
    begin("bash", /* cut= */ false);

    assertThat(outcome()).containsOnly(ABSENT);
    assertThat(step.edits()).isFalse();
    assertThat(step.sleeps()).isTrue();
    assertThat(step.shape()).isNotEqualTo(shape);
    assertThat(step.question()).isNotEqualTo(question);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      delimiter = '|',
      value = {
        "{\"action\":\"wait\",\"duration\":5} | true",
        "{\"type\": \"sleep\"} | true",
        "{\"do\":{\"operation\":\"WAIT\",\"ms\":500}} | true",
        "{\"action\":\"wait_for_text\",\"text\":\"Login\"} | false",
        "{\"action\":\"type\",\"text\":\"wait\"} | false",
        "{\"action\":\"click\",\"name\":\"wait\"} | false",
        "{\"action | false",
        "{\"action\": \"wait | false"
      })
  void oneOfTheActionsOfAToolMayBeASleep(String arguments, boolean sleeps) {
    contents.arguments = arguments;
    begin("computer", /* cut= */ false);

    assertThat(step.sleeps()).isEqualTo(sleeps);
  }

  @Test
  void aDigestThatWasNotGivenIsThatOfTheText() {
    begin("look", /* cut= */ false);
    end("", "timed out at 10:15:01");

    assertThat(step.error()).isEqualTo(ErrorNormalizer.digest("timed out at 10:15:01"));
    assertThat(step.exactError()).isEqualTo(TextDigest.of("timed out at 10:15:01"));
    assertThat(step.result()).isEqualTo(TextDigest.of(""));
    assertThat(step.outcome()).isEqualTo(step.failure()).isNotEqualTo(ABSENT);
  }

  @Test
  void aDigestThatWasGivenIsNotRead() {
    begin("look", /* cut= */ false);
    end("a part of", "broken");
    step.giveError(11);
    step.giveWholeResult(12);

    assertThat(step.error()).isEqualTo(11);
    assertThat(step.exactError()).isEqualTo(TextDigest.of("broken"));
    assertThat(step.result()).isEqualTo(12);
    assertThat(step.normalizedResult()).isEqualTo(ErrorNormalizer.digest("a part of"));

    step.giveResult(13);

    assertThat(List.of(step.result(), step.normalizedResult())).containsOnly(13L);
  }

  @Test
  void whatIsVolatileIsLeftOutBeforeAnythingIsRead() {
    List<Long> first = readWithout("id *", "job id amber is queued");
    List<Long> second = readWithout("id *", "job id birch is queued");

    assertThat(second).isEqualTo(first);
    assertThat(readWithout("id *", "job id birch is gone")).isNotEqualTo(first);
    assertThat(readWithout("nr *", "job id birch is queued")).isNotEqualTo(first);
  }

  private List<Long> readWithout(String part, String result) {
    begin("look", /* cut= */ false);
    step.leaveOut(VolatileParts.of(part));
    end(result, null);
    return List.of(step.result(), step.normalizedResult(), (long) step.lines().get(0));
  }

  @Test
  void itIsLeftOutOfAnErrorAsWellWhichThenIsWhatIsLeft() {
    begin("look", /* cut= */ false);
    step.leaveOut(VolatileParts.of("token *"));
    end("", "no room under token amber");
    step.giveError(11);

    assertThat(step.errorText()).isEqualTo("no room under token *");
    assertThat(step.exactError()).isEqualTo(TextDigest.of("no room under token *"));
    assertThat(step.error()).isEqualTo(ErrorNormalizer.digest("no room under token *"));

    end("", "no room");
    step.giveError(12);

    assertThat(step.error()).isEqualTo(12);
  }

  @Test
  void aWholeResultThatIsKnownByItsDigestAloneStaysAsItIs() {
    begin("look", /* cut= */ false);
    step.leaveOut(VolatileParts.of("id *"));
    end("id 1 and more", null);
    step.giveWholeResult(12);

    assertThat(step.resultText()).isEqualTo("id * and more");
    assertThat(step.result()).isEqualTo(12);
  }

  @Test
  void ofAToolThatTriesManyTheSameOutcomeOfAnotherTryIsAnother() {
    List<Long> first = tried(17);
    List<Long> again = tried(17);
    List<Long> other = tried(18);

    assertThat(again).isEqualTo(first);
    for (int i = 0; i < first.size(); i++) {
      assertThat(other.get(i)).as("digest %d", i).isNotEqualTo(first.get(i));
    }
  }

  private List<Long> tried(long action) {
    step.begin("login", null, Effect.UNKNOWN, action, /* cut= */ false, 0);
    step.triesMany(true);
    step.end(true, "", "wrong password", ABSENT, 1);
    return outcome();
  }

  @Test
  void theNextCallHasNothingOfIt() {
    tried(17);
    step.leaveOut(VolatileParts.of("id *"));
    begin("look", /* cut= */ false);
    end("id 7", null);

    assertThat(step.resultText()).isEqualTo("id 7");
    assertThat(step.triesMany()).isFalse();
    assertThat(step.result()).isEqualTo(TextDigest.of("id 7"));
  }

  @Test
  void anOutcomeKnownByADigestAloneSaysNoMore() {
    begin("look", /* cut= */ false);
    end("", null);
    step.giveOutcome(21);

    assertThat(List.of(step.result(), step.normalizedResult(), step.gist())).containsOnly(21L);
    assertThat(List.of(step.failure(), step.failureHeadline(), step.error())).containsOnly(ABSENT);

    end("", "");
    step.giveOutcome(22);

    assertThat(outcome()).containsOnly(22L);
  }

  @Test
  void whatIsTakenFromARecordIsWhatWasTakenDown() {
    begin("edit_file", /* cut= */ false);
    end("3 of 4 tests FAILED, retry-after: 20", null);
    StepRecord record = step.record();
    assertThat(record.news().lines()).hasSize(1);
    assertThat(record.traits().edits()).isTrue();
    assertThat(record.traits().retryAfterSeconds()).isEqualTo(20);
    Contents none = new Contents();
    Step restored = new Step(none);
    restored.begin("edit_file", null, Effect.UNKNOWN, 0, /* cut= */ false, 7);
    restored.give(record);

    assertThat(restored.record()).isEqualTo(record);
    assertThat(none.asked).as("nothing remains to be read").isZero();
  }

  @Test
  void whatWasReadIsKept() {
    begin("look", /* cut= */ false);
    end("PENDING", null);
    step.record();
    int asked = contents.asked;

    step.record();

    assertThat(contents.asked).as("for the ids of a short answer alone").isEqualTo(asked + 1);
  }

  @Test
  void anActionThatIsNotKnownWholeIsLikeThatOfNoOtherPlace() {
    begin("look", /* cut= */ true);
    step.placedAt(1, 0);
    long first = step.action();
    step.placedAt(2, 0);

    assertThat(step.action()).isNotEqualTo(first);

    step.placedAt(1, 3);

    assertThat(step.action()).as("placed again, as in another replay").isEqualTo(first);
  }

  @Test
  void aLayerInsideAddsWhatNobodyOutsideHasSaid() {
    begin("look", /* cut= */ false);
    assertThat(step.actionClass()).isEqualTo("look");

    step.enrich("search", Effect.READ);
    step.enrich("other", Effect.WRITE);

    assertThat(step.actionClass()).isEqualTo("search");
    assertThat(step.effect()).isEqualTo(Effect.READ);
  }

  private void begin(String tool, boolean cut) {
    step.begin(tool, null, Effect.UNKNOWN, 31, cut, 7);
  }

  private void end(String result, @Nullable String error) {
    step.end(error != null, result, error == null ? "" : error, ABSENT, 9);
  }

  private List<Long> outcome() {
    return List.of(
        step.error(),
        step.exactError(),
        step.result(),
        step.normalizedResult(),
        step.failure(),
        step.failureHeadline(),
        step.outcome(),
        step.gist());
  }
}
