package io.loophalt.core.detect.news;

import static io.loophalt.core.detect.Told.Called.worked;
import static io.loophalt.core.detect.news.SavedAccount.goneOn;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.detect.Told;
import java.io.IOException;
import java.util.UUID;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the account makes of a call whose answers differ in what means nothing. */
class SteadyAnswersTest {

  private static final int TIMES = 12;

  private final NewsAccount account = new NewsAccount();
  private final Told told = new Told(account);

  @ParameterizedTest
  @CsvSource(
      value = {
        "get_order | {'id':'%1$s','result':{'order':'O-17','status':'packed'}}",
        "get_order | {'next':'https://x.example/page?token=%1$s','total':1}",
        "get_order | {'order':'O-17','status':'packed','etag':'W/%3$s'}",
        "get_order | {'order':'O-17','status':'packed','node':'n%2$d'}",
        "get_order | {'order':'O-17','status':'packed','executionTimeMs':%2$d}",
        "get_order | worker[%2$d]: the order is packed",
        "run_sql | 77 is at 1290 in all¶Time: %2$d.25 ms",
        "bash | <MessageID>urn:uuid:%1$s</MessageID><State>LOCKED</State>",
        "get_order | {'jsonrpc':'2.0','id':%2$d,'result':{'order':'O-17','status':'packed'}}",
        "http_get | HTTP/2 200¶x-ratelimit-remaining: %2$d¶the order is packed",
        "send_message | {'messageId':'%1$s','delivered':true,'to':'ana'}",
        "list_dir | 12:00:27.%2$d¶a.txt",
      },
      delimiter = '|',
      quoteCharacter = '`')
  void theSameButForWhatNobodyHasChosenIsNoNewsFromTheFourthTimeOn(String tool, String answer) {
    IntFunction<String> answers = i -> filled(answer, i);
    for (int i = 0; i < TIMES; i++) {
      told.turn(worked(tool, "O-17", answers.apply(i)));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(6);
  }

  @ParameterizedTest
  @CsvSource(
      value = {
        "get_new_id | {'id':'%1$s','kind':'order','prefix':'ORD'}",
        "create_user | {'id':'%1$s','role':'guest','status':'created'}",
        "get_job | {'id':'%1$s','state':'running','percent':%2$d}",
        "get_price | {'id':'%1$s','symbol':'ACME','price':%2$d.5}",
        "read_log | order %2$d was packed under %1$s",
        "bash | %1$s",
      },
      delimiter = '|',
      quoteCharacter = '`')
  void anIdThatIsDrawnAndANumberThatIsWatchedAreNews(String tool, String answer) {
    for (int i = 0; i < TIMES; i++) {
      told.turn(worked(tool, "O-17", filled(answer, i)));
    }

    assertThat(told.count()).isZero();
  }

  private static String filled(String answer, int i) {
    String id = UUID.nameUUIDFromBytes(new byte[] {(byte) i}).toString();
    String token = "k" + i % 10 + "PdQ" + (i + 3) % 10 + "xZb" + (i + 7) % 10 + "HvT2mRw9Y";
    int jumps = 1000 + 389 * i % 1000;
    return answer.formatted(id, jumps, token).replace('\'', '"').replace('¶', '\n');
  }

  @Test
  void whatIsFetchedAndDoneIsWorkThoughIdsAloneTellItApart() {
    for (int i = 0; i < TIMES; i++) {
      String id = UUID.nameUUIDFromBytes(new byte[] {(byte) i}).toString();
      told.turn(worked("get_job", "img", "{\"id\":\"" + id + "\",\"type\":\"resize\"}"));
      told.turn(worked("process", id, "done"));
    }

    assertThat(told.count()).isZero();
  }

  @Test
  void callsInTurnAreRememberedSideBySide() {
    for (int i = 0; i < TIMES; i++) {
      told.turn(worked("get_order", "O-17", filled("{'id':'%1$s','status':'packed'}", i)));
      told.turn(worked("get_customer", "C-1", filled("{'uuid':'%1$s','tier':'gold'}", i)));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(6);
  }

  @Test
  void itGoesOnInAnotherProcess() throws IOException {
    NewsAccount elsewhere = new NewsAccount();
    for (int i = 0; i < TIMES; i++) {
      elsewhere = goneOn(elsewhere);
      Told.Called call = worked("get_order", "O-17", filled("{'id':'%1$s','status':'packed'}", i));
      new Told(elsewhere).turn(call);
      told.turn(call);
    }

    assertThat(elsewhere.explain()).isEqualTo(account.explain()).contains("an id only");
  }

  @Test
  void aCheckThatFailedOnceIsNoNewsWheneverItPassesAtAnotherTime() {
    told.turn(Told.Called.failed("bash", "npx vitest run", "FAIL src/date.test.ts: 1 failed"));
    told.turn(worked("edit_file", "src/date.ts", "edited"));
    for (int i = 11; i < 11 + TIMES; i++) {
      told.turn(
          worked("bash", "npx vitest run", "[2026-11-30T12:00:%dZ] Tests 6 passed".formatted(i)));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(6);
  }
}
