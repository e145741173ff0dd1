package io.loophalt.core.detect.news;

import static io.loophalt.core.detect.Told.Called.failed;
import static io.loophalt.core.detect.Told.Called.worked;
import static io.loophalt.core.detect.news.SavedAccount.goneOn;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.detect.Told;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lists of which some things go well and others fail alike. */
class MixedListsTest {

  private static final String[] WORDS = BatchesTest.WORDS;

  /** A hit, and so many misses behind it. */
  private static final int[] MISSES = {0, 3, 1, 5, 0, 7, 2, 6};

  private static final int HALTED = 6;

  private final NewsAccount account = new NewsAccount();
  private final Told told = new Told(account);

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      delimiter = '!',
      value = {
        "exec ! {\"cmd\":\"openssl s_client -connect %1$s.corp:443 -servername %1$s.corp </dev/null"
            + " | openssl x509 -noout -enddate\"} ! notAfter=Dec 12 16:20:4%2$d 2026 GMT"
            + " ! Could not read certificate",
        "bash ! {\"command\":\"ssh root@%1$s 'df -h / | tail -1'\"} ! %2$d%% used ! Permission denied",
        "query_db ! {\"sql\":\"SELECT max(day) FROM staging.%1$s WHERE day > 7\"} ! day %2$d"
            + " ! ERROR: permission denied",
        "geocode ! {\"address\":\"%2$d Abbey Rd, %1$s\"} ! {\"lat\":5%2$d.1,\"lon\":-2.%2$d} ! ZERO_RESULTS",
        "revoke_coupon ! {\"code\":\"SPRING-%1$s\"} ! revoked ! coupon already expired",
        "settle ! {\"invoice\":\"RE-%2$d\",\"amount\":%2$d.5} ! booked ! period is closed",
      })
  void whatFailsInAListOfWhichSomeGoesWellIsAnAnswer(
      String tool, String arguments, String answer, String error) {
    int thing = 0;
    for (int misses : MISSES) {
      String hit = arguments.formatted(WORDS[thing % WORDS.length] + thing, thing);
      told.turn(worked(tool, hit, answer.formatted("", thing)));
      thing++;
      for (int i = 0; i < misses; i++, thing++) {
        String missed = arguments.formatted(WORDS[thing % WORDS.length] + thing, thing);
        told.turn(failed(tool, missed, error));
        assertThat(told.count()).as(tool + " " + thing).isLessThan(4);
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      delimiter = '|',
      value = {
        "http_get | {\"url\":\"http://shop/%s\"} | 500 cart is null",
        "bash | {\"command\":\"docker build --network %s -t svc .\"} | apt-get update failed",
        "bash | {\"command\":\"curl -s http://shop/%s\"} | curl: (22) 500 cart is null",
      })
  void whoNeverHitsGuesses(String tool, String arguments, String error) {
    for (int i = 0; i < 8; i++) {
      told.turn(failed(tool, arguments.formatted(WORDS[i]), error));
    }
    assertThat(told.count()).isGreaterThanOrEqualTo(HALTED);
  }

  @Test
  void whatWentWellWithTheSameThingAgainAndAgainIsNoHit() {
    for (int i = 0; i < 9; i++) {
      told.turn(worked("http_get", "{\"url\":\"http://shop/health\"}", "UP"));
      told.turn(failed("http_get", "{\"url\":\"http://shop/" + WORDS[i] + "\"}", "500 no cart"));
    }
    assertThat(told.count()).isGreaterThanOrEqualTo(HALTED);
  }

  /** What is answered alike again and again says nothing about a thing in the end. */
  @Test
  void whoGuessesBetweenKnownAnswersIsHaltedInTheEnd() {
    int guesses = 0;
    while (told.count() < HALTED && guesses < 400) {
      String login =
          "{\"command\":\"curl -u admin:" + WORDS[guesses % WORDS.length] + guesses + " h\"}";
      told.turn(
          guesses % 2 == 0
              ? worked("bash", login, "Captcha is needed first")
              : failed("bash", login, "curl: error 401 denied"));
      guesses++;
    }
    assertThat(guesses).isLessThan(200);
  }

  @Test
  void whoHasHitOnceMayMissThreeTimesMore() {
    alternate(told, 0, 4); // The last one has missed once.
    for (int i = 20; i < 22; i++) {
      told.turn(failed("hold", seat(i), "taken"));
      assertThat(account.explain()).contains("asked about one thing more");
    }
    for (int i = 30; i < 41; i++) {
      told.turn(failed("hold", seat(i), "taken"));
    }
    assertThat(told.count()).isGreaterThanOrEqualTo(HALTED);
  }

  @Test
  void theSameThingThatFailsOnceMoreIsNoOther() {
    alternate(told, 0, 8);
    told.turn(failed("hold", "{\"seat\":\"S-1\",\"row\":2}", "taken"));

    assertThat(account.explain()).contains("failed as before");
  }

  @Test
  void whatHasGoneWellIsKnownElsewhere() throws IOException {
    alternate(told, 0, 6);
    told.turn(failed("hold", seat(7), "taken"));
    NewsAccount elsewhere = goneOn(account);
    Told there = new Told(elsewhere);
    for (int i = 8; i < 20; i++) {
      told.turn(failed("hold", seat(i), "taken"));
      there.turn(failed("hold", seat(i), "taken"));
      assertThat(elsewhere.explain()).as("seat " + i).isEqualTo(account.explain());
    }
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      delimiter = '!',
      value = {
        "kubectl logs %1$s --tail=20 ! 2026-02-27T06:19:41Z ERROR pool exhausted (%2$d waiting)",
        "kubectl describe pod %1$s | tail -5 ! Events:%n  Warning  kubelet  Readiness probe failed",
        "tail -n 3 /var/log/%1$s.log ! ERROR: cannot reach the ledger%nERROR: giving up after %2$d s",
      })
  void theLogsOfOneThingAfterAnotherMayShowTheSameFailure(String command, String shown) {
    for (int i = 0; i < 18; i++) {
      told.turn(worked("bash", command(command, WORDS[i] + i), shown.formatted("", 17 * i % 60)));
      assertThat(told.count()).as(command + " " + i).isLessThan(4);
    }
    for (int i = 18; i < 60; i++) {
      told.turn(worked("bash", command(command, WORDS[i % 20] + i), shown.formatted("", i % 60)));
    }
    assertThat(told.count()).as("for ever").isGreaterThanOrEqualTo(HALTED);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      delimiter = '!',
      value = {
        "cat /root/%1$s/secret.txt ! cat: /root/%1$s/secret.txt: Permission denied",
        "kubectl get pod %1$s ! Error from server (Forbidden): pods \"%1$s\" is forbidden",
        "kubectl get pod %1$s ! The connection to the server was refused",
        "tail -n %2$d /var/log/a.log ! ERROR: cannot reach the ledger%nERROR: giving up",
        "./check --name %1$s ! ERROR: pool exhausted, %2$d waiting",
      })
  void butACommandThatFailsItselfHasFailed(String command, String failure) {
    for (int i = 0; i < 8; i++) {
      String asked = command(command.formatted(WORDS[i], i + 5), "");
      told.turn(worked("bash", asked, failure.formatted(WORDS[i], i + 5)));
    }
    assertThat(told.count()).isGreaterThanOrEqualTo(HALTED);
  }

  private static String command(String command, String name) {
    return "{\"command\":\"" + command.formatted(name, 0) + "\"}";
  }

  private static void alternate(Told run, int from, int to) {
    for (int i = from; i < to; i++) {
      run.turn(i % 2 == 0 ? worked("hold", seat(i), "held") : failed("hold", seat(i), "taken"));
    }
  }

  private static String seat(int i) {
    return "{\"seat\":\"S-" + i + "\"}";
  }
}
