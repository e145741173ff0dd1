package io.loophalt.core.detect.news;

import static io.loophalt.core.detect.Told.Called.failed;
import static io.loophalt.core.detect.Told.Called.worked;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.detect.Told;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who asks what has failed is told of failures; who fails himself is told so as well. */
class FailuresAskedForTest {

  private static final int CALLS = 14;

  private static final int[] ORDERS = {4711, 3022, 3536, 6941, 5417, 1473, 8902};

  private final Told told = new Told(new NewsAccount());

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "bash ; {\"command\":\"kubectl logs deploy/pay | grep ERROR | tail -1\"}"
            + " ; ERROR order %d: card refused",
        "receive_message ; {\"queue\":\"pay-dlq\"}"
            + " ; {\"MessageId\":\"m\",\"Body\":{\"error\":\"TimeoutError\",\"order\":%d}}",
        "get_errors ; {\"service\":\"pay\"} ; {\"errors\":[{\"message\":\"card refused, order"
            + " %d\"}]}",
        "next_failed_payment ; {} ; {\"payment\":\"P-%d\",\"error\":\"insufficient funds\"}"
      })
  void eachIsNews(String tool, String call, String answer) {
    for (int i = 0; i < CALLS; i++) {
      told.turn(worked(tool, call, answer.formatted(1000 + 37 * i)));
    }

    assertThat(told.count()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "bash ; {\"command\":\"kubectl logs deploy/pay | grep ERROR | tail -1\"}"
            + " ; 2025-11-28T13:%02d:50.224Z ERROR card refused",
        "bash ; {\"command\":\"./pay --order 17\"} ; ERROR payment %d refused",
        "pay ; {\"order\":17} ; {\"ref\":%d,\"error\":\"insufficient funds\"}",
        "submit ; {\"report\":\"no error is left\"} ; Error: submission %d was refused"
      })
  void theSameOneIsNotNorIsOnesOwn(String tool, String call, String answer) {
    for (int i = 0; i < CALLS; i++) {
      told.turn(worked(tool, call, answer.formatted(10 + i)));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(6);
  }

  @Test
  void whoCannotAskHasFailed() {
    for (int i = 0; i < CALLS; i++) {
      told.turn(failed("get_errors", "{\"service\":\"pay\"}", "Error: gateway " + ORDERS[i % 7]));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(6);
  }

  @Test
  void whoHasChangedSomethingLooksWhetherItHasHelped() {
    for (int i = 0; i < CALLS; i++) {
      told.turn(worked("edit_file", "{\"path\":\"a.yml\",\"text\":\"" + i + "\"}", "ok"));
      told.turn(
          worked(
              "bash",
              "{\"command\":\"grep ERROR app.log | tail -1\"}",
              "ERROR worker %d: no database".formatted(ORDERS[i % 7])));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(6);
  }
}
