package io.loophalt.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.fingerprint.DigestList;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which lines of results are the same. */
class LineDigestsTest {

  @ParameterizedTest
  @CsvSource(
      value = {
        "finished with status at 10:58:24 | finished with status at 11:02:07",
        "checkpoint written after 0.31 seconds | checkpoint written after 0.4 seconds",
        "geladen in 2,80s, 48.211 Zeilen | geladen in 13,1s, 48.211 Zeilen",
        "Epoch 1/1 - 29s - loss: nan - acc: 0.1000 | Epoch 1/1 - 22s - loss: nan - acc: 0.1000",
        "fold 3 done 41s, mae=0.42 | fold 3 done 8s, mae=0.42",
        "compiled the module in 310 ms | compiled the module in 4 ms",
        "the server wrote 4139082 bytes | the server wrote 17 bytes",
        "trace 7f5c29fea4e8d6b1 was kept | trace 8030abdc196e805b was kept",
        "handled by request 17 as before | handled by request 18 as before",
        "spilled into /tmp/build_e1e4a7 again | spilled into /tmp/build_0bfffb again",
        "order 9f8b2c1d-0b0e-4d6e-8c3e-1a2b3c4d5e6f is open | order 1a2b3c4d-0b0e-4d6e-8c3e-9f8b2c1d5e6f is open",
        "{'found': [], 'took_ms': 7} | {'found': [], 'took_ms': 13}",
        "{text=Content of d1, elapsedMs=75} | {text=Content of d1, elapsedMs=8}",
        "Doc[tookMs=12, title=Report of May] | Doc[tookMs=130, title=Report of May]",
        "{\"text\":\"Content of d1\",\"requestId\":482911} | {\"text\":\"Content of d1\",\"requestId\":17}",
        "Doc[correlationId=482911, title=Report of May] | Doc[correlationId=3, title=Report of May]",
        "answered, elapsed: 1.25 in all | answered, elapsed: 17.5 in all",
        "a  line   with blanks | a line with blanks",
        "    52:        if (hit != null) { | if (hit != null) {",
        "17→    let best = None; | let best = None;",
        "88-    return None | return None",
        "pool.go:31:9: copies a lock value | pool.go:44:17: copies a lock value",
        "src/run.rs:28: pub fn next | src/run.rs:31: pub fn next",
        "api-7d9f Running 0 3m5s | api-7d9f Running 0 1h12m",
        "検索結果 (0.48秒) | 検索結果 (0.13秒)",
        "- button 'Sign in' [ref=e16] | - button 'Sign in' [ref=s2e73]",
        "Seq Scan on events (actual time=0.016..41247.118 rows=17) | Seq Scan on events (actual time=0.03..41275.6 rows=17)",
        "load ended {\"rows\":0,\"duration_s\":71} | load ended {\"rows\":0,\"duration_s\":90}",
      },
      delimiter = '|')
  void whatOnlySaysWhenAndUnderWhichNumberIsLeftOut(String one, String other) {
    assertThat(digestOf(one)).isEqualTo(digestOf(other));
  }

  @ParameterizedTest
  @CsvSource(
      value = {
        "19 tests failed | 17 tests failed",
        "the appointment is at 10:30 | the appointment is at 11:00",
        "flights of 2024-05-20 are full | flights of 2024-05-21 are full",
        "waiting, 30 s elapsed | waiting, 60 s elapsed",
        "try 3 of 5 in 30s | try 3 of 5 in 60s",
        "timeout: 30s, ratio: 0.5 | timeout: 60s, ratio: 0.5",
        "Epoch 1/1 - 29s - loss: 0.42 | Epoch 1/1 - 29s - loss: 0.41",
        "10:58:24 | 11:02:07",
        "utf8 is the encoding | utf16 is the encoding",
        "12:30 lunch with the team | 13:30 lunch with the team",
        "3 open tickets | 4 open tickets",
        "bound to host.example:443 | bound to host.example:8443",
        "stopped at pool.go:30:2 | stopped at pool.go:32:2",
        "at shop.Cart.total(Cart.java:31) | at shop.Cart.total(Cart.java:58)",
        "listens at api.dev:80 now | listens at api.dev:81 now",
        "{'state':'failed', 'failed':12} | {'state':'failed', 'failed':11}",
        "{\"text\":\"Content of d1\",\"orderId\":482911} | {\"text\":\"Content of d1\",\"orderId\":17}",
        "Order[id=16, items=3, total=12] | Order[id=16, items=4, total=12]",
        "the limit elapsedMs=75 is set | the limit elapsedMs=80 is set",
        "[ref=16] is the invoice | [ref=17] is the invoice",
        "it is set to time=0.5 of the day; [ref=e1] | it is set to time=0.5 of the year; [ref=e1]",
        "the run has time=30 left | the run has time=60 left",
        "the lap has best_time=41.2 so far | the lap has best_time=40.7 so far",
        "会議 10:31 | 会議 10:32",
        "the delivery takes 5m more | the delivery takes 7m more",
        "{\"id\":\"a-17\",\"state\":\"open\"} | {\"id\":\"a-18\",\"state\":\"open\"}",
      },
      delimiter = '|')
  void whatIsAskedForStays(String one, String other) {
    assertThat(digestOf(one)).isNotEqualTo(digestOf(other));
  }

  @ParameterizedTest
  @CsvSource(
      value = {
        "%s  flow_config.json | true",
        "%s *flow_config.json | true",
        "SHA256 (flow_config.json) = %s | true",
        "SHA2-256(flow_config.json)= %s | true",
        "{'file':'flow_config.json','sha256':'%s'} | true",
        "flow_config.json has checksum=%s today | true",
        "{'type':'image','source':{'type':'base64','data':'%s'}} | true",
        "started container %s for the test | false",
        "writing the image sha256:%s was done | false",
        "{'file':'flow_config.json','trace':'%s'} | false",
        "%s | true",
      },
      delimiter = '|',
      quoteCharacter = '`')
  void aChecksumIsMadeOfWhatItStandsFor(String text, boolean stays) {
    String one = text.replace('\'', '"').formatted("5fd924625f6ab16a19cc9807c7c506ae".repeat(2));
    String other = text.replace('\'', '"').formatted("cd42404d52ad55ccfa9aca4adc828aa5".repeat(2));

    assertThat(!linesOf(one).equals(linesOf(other))).isEqualTo(stays);
  }

  @Test
  void aNumberBeforeATabIsThatOfALineWhereTheNextLineHasTheNext() {
    assertThat(linesOf("     7\tint a;\n     8\tint b;")).isEqualTo(linesOf("int a;\nint b;"));
    assertThat(linesOf("7\tMeier\n12\tSchulz")).isNotEqualTo(linesOf("Meier\nSchulz"));
  }

  @Test
  void theSecondsThatABuildOrAKernelPutsBeforeALineAreLeftOut() {
    assertThat(linesOf("#5 0.222 Err:4 deb.example\n#12 31.9 done"))
        .isEqualTo(linesOf("Err:4 deb.example\ndone"));
    assertThat(linesOf("[    1.402918] usb 1-1: reset")).isEqualTo(linesOf("usb 1-1: reset"));
    assertThat(linesOf("#5 0.222 is the score")).isEqualTo(linesOf("#7 0.341 is the score"));
    assertThat(linesOf("#5 is open")).isNotEqualTo(linesOf("#6 is open"));
    assertThat(linesOf("[1.5, two]")).isNotEqualTo(linesOf("[2.5, two]"));
  }

  @Test
  void thePlaceInAListThatCountsFromOneIsLeftOut() {
    String hits = "About 4 hits\n1. The wiki\n   w.example\n2. A forum\n   f.example\n3. A blog";
    String others = "About 4 hits\n1. A forum\n   f.example\n2. A blog\n3. The wiki\n   w.example";

    assertThat(linesOf(hits)).containsExactlyInAnyOrderElementsOf(linesOf(others));
    assertThat(linesOf("[1] The wiki\n[2] A forum")).isEqualTo(linesOf("The wiki\nA forum"));
    assertThat(linesOf("1) one\n2) two\n1) one\n2) two")).isEqualTo(linesOf("one\ntwo\none\ntwo"));
    assertThat(linesOf("3. May, at noon")).isNotEqualTo(linesOf("4. May, at noon"));
    assertThat(linesOf("1. 17\n2. 4")).isNotEqualTo(linesOf("1. 17\n3. 4"));
  }

  @Test
  void membersOfAnObjectAreLines() {
    String status = "{\"name\":\"order-sync\",\"state\":\"FAILED\",\"offset\":551023,\"lag\":8120}";
    String listed = "{\"items\":[" + status + "],\"as_of\":\"2026-04-08T12:00:04.118Z\"}";

    assertThat(linesOf(status)).hasSize(4);
    assertThat(linesOf(listed)).containsAll(linesOf(status).subList(1, 4));
  }

  @Test
  void aListOfNumbersSaysOneThingAndNamesSayOneEach() {
    String board = "{\"moved\": true, \"board\": [[4, 0, 0], [0, 2, 0], [2, 0, 2]], \"score\": 4}";
    String next = "{\"moved\": true, \"board\": [[4, 0, 0], [2, 0, 0], [4, 0, 0]], \"score\": 4}";
    String names =
        "{\"folder\": \"notes of this year\", \"files\": [\"april\", \"may\", \"june\"]}";

    assertThat(linesOf(board)).hasSize(3);
    assertThat(linesOf(next)).isNotEqualTo(linesOf(board));
    assertThat(linesOf(names)).hasSize(4);
  }

  @Test
  void linesInTheStringsOfAnObjectAreLines() {
    assertThat(
            linesOf(
                "{\"path\":\"notes.txt\",\"content\":\"the first line\\nthe second, with a comma\"}"))
        .contains(linesOf("the second, with a comma\"").get(0))
        .hasSize(3);
  }

  @Test
  void whatSaysWhichRequestItWasIsLeftOutOfAMember() {
    String one =
        "{\"messages\":[],\"request_id\":\"rq_5Xk2\",\"trace\":\"7f31-9a\",\"folder\":\"inbox\"}";
    String other =
        "{\"messages\":[],\"request_id\":\"rq_5XmB\",\"trace\":\"0b84-51\",\"folder\":\"inbox\"}";
    String elsewhere =
        "{\"messages\":[],\"request_id\":\"rq_5XmB\",\"trace\":\"0b84-51\",\"folder\":\"c19\"}";

    assertThat(linesOf(one)).isEqualTo(linesOf(other)).isNotEqualTo(linesOf(elsewhere));
  }

  @Test
  void aCursorIsLeftOutForWhoDoesNotGoOnFromOne() {
    String one =
        "{\"run\":\"r-9\",\"status\":\"planned\",\"nextPageToken\":\"eyJvIjoxfQ\",\"n\":[]}";
    String other =
        "{\"run\":\"r-9\",\"status\":\"planned\",\"nextPageToken\":\"eyJvIjoyfQ\",\"n\":[]}";

    assertThat(linesOf(one)).isEqualTo(linesOf(other));
    DigestList read = new DigestList(LineDigests.CAPACITY);
    assertThat(LineDigests.read(one, false, /* cursors= */ false, read)).isTrue();
    DigestList whole = new DigestList(LineDigests.CAPACITY);
    assertThat(LineDigests.read(other, false, /* cursors= */ true, whole)).isFalse();
    assertThat(whole.size()).isEqualTo(read.size() + 1);
  }

  private static List<Integer> linesOf(String text) {
    DigestList lines = new DigestList(LineDigests.CAPACITY);
    LineDigests.read(text, /* exactly= */ false, /* cursors= */ false, lines);
    List<Integer> list = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      list.add(lines.get(i));
    }
    return list;
  }

  @Test
  void theTimeStaysForWhoAsksForIt() {
    DigestList one = new DigestList(LineDigests.CAPACITY);
    DigestList other = new DigestList(LineDigests.CAPACITY);

    LineDigests.read("in the server room it is 10:58:24 now", /* exactly= */ true, false, one);
    LineDigests.read("in the server room it is 11:02:07 now", /* exactly= */ true, false, other);

    assertThat(one.get(0)).isNotEqualTo(other.get(0));
  }

  @Test
  void linesWithoutLetterOrDigitSayNothing() {
    DigestList lines = new DigestList(LineDigests.CAPACITY);

    LineDigests.read("{\n---\n  \nname\n}\n", /* exactly= */ false, false, lines);

    assertThat(lines.size()).isEqualTo(1);
  }

  @Test
  void ofALongResultHeadAndTailAreRead() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 5_000; i++) {
      text.append("row ").append(i).append(" of the table\n");
    }
    DigestList lines = new DigestList(LineDigests.CAPACITY);

    LineDigests.read(text.toString(), /* exactly= */ false, false, lines);

    assertThat(lines.size()).isLessThanOrEqualTo(LineDigests.CAPACITY);
    assertThat(lines.isCut()).isTrue();
    assertThat(lines.contains(digestOf("row 0 of the table"))).isTrue();
    assertThat(lines.contains(digestOf("row 4999 of the table"))).isTrue();
    assertThat(lines.contains(digestOf("row 2500 of the table"))).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      value = {
        "{'id':'9f8b2c1d-0b0e-4d6e-8c3e-1a2b3c4d5e6f','order':'O-17','state':'packed'} | {'id':'1a2b3c4d-0b0e-4d6e-8c3e-9f8b2c1d5e6f','order':'O-17','state':'packed'}",
        "see https://x.example/p?token=9f8b2c1d-0b0e-4d6e-8c3e-1a2b3c4d5e6f | see https://x.example/p?token=1a2b3c4d-0b0e-4d6e-8c3e-9f8b2c1d5e6f",
        "<form name='csrf' value='p2cJ1XHO/9BcDiwxuUZgIekSfUjVlu/p'> | <form name='csrf' value='+WryorNui2/XEpdCUI3hov2HBhcCg053'>",
        "{'items':[1,2],'nextToken':'kP0s8dUQ3n2mZxYb'} | {'items':[1,2],'nextToken':'HlheeLxPVERZsoXq'}",
        "worker[1234]: packed again | worker[29871]: packed again",
        "{'host':'api-7f9c4d2b1-x8k2p','state':'packed'} | {'host':'api-0a1b2c3d4-qzrtw','state':'packed'}",
        "answered by api-7f9c4d2b1-x8k2p again | answered by api-0a1b2c3d4-qzrtw again",
        "{'server':'web07','state':'packed'} | {'server':'web31','state':'packed'}",
        "{'order':'O-17','state':'packed','queryTime':17} | {'order':'O-17','state':'packed','queryTime':3}",
        "Time: 8.741 ms for 17 of the 1290 | Time: 1.06 ms for 17 of the 1290",
        "1290 paid#Time: 37 ms | 1290 paid#Time: 3 ms",
      },
      delimiter = '|',
      quoteCharacter = '`')
  void inAnAnswerToACallThatWasMadeBeforeWhatNobodyHasChosenIsLeftOut(String one, String other) {
    assertThat(ofTheSame(one)).isEqualTo(ofTheSame(other)).isNotZero();
  }

  @ParameterizedTest
  @CsvSource(
      value = {
        "{'order':'O-17','state':'packed','total':17} | {'order':'O-17','state':'packed','total':18}",
        "{'state':'packed','waitTime':17,'order':1} | {'state':'packed','waitTime':3,'order':1}",
        "the board is r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2 now | the board is r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/6N1 now",
        "the file is src/main/java/Foo2Bar.java now | the file is src/main/java/Bar2Foo.java now",
        "1290 paid#ETA 10:42 | 1290 paid#ETA 10:47",
      },
      delimiter = '|',
      quoteCharacter = '`')
  void whatIsChosenStays(String one, String other) {
    assertThat(ofTheSame(one)).isNotEqualTo(ofTheSame(other)).isNotZero();
  }

  @ParameterizedTest
  @CsvSource(
      value = {
        "[2026-11-30T12:00:27.377Z] ok | [2026-11-30T12:05:31.012Z] ok",
        "[12:00:27] a.txt | [12:05:31] a.txt",
        "2026-11-30 12:00:27,377 paid | 2026-11-30 12:05:31,012 paid",
        "2026-11-30T12:00:27.377Z 200 | 2026-11-30T12:05:31.012Z 200",
        "<12:00:27> 支付 | <12:05:31> 支付",
      },
      delimiter = '|')
  void aTimeBeforeALineIsNotWhatItSaysHoweverShortItIs(String one, String other) {
    assertThat(digestOf(one)).isEqualTo(digestOf(other));
  }

  @ParameterizedTest
  @CsvSource(
      value = {
        "[2026-11-30T12:00:27.377Z] ok | [2026-11-30T12:05:31.012Z] no",
        "[12:00:27] 21.5 | [12:05:31] 21.6",
        "12:00:27 Uhr | 12:05:31 Uhr",
        "now 12:00:27 | now 12:05:31",
        "[2026-11-30T12:00:27.377Z] | [2026-11-30T12:05:31.012Z]",
        "[2026-11-30T12:00:27.377Z] #...@ | [2026-11-30T12:05:31.012Z] #..@.",
      },
      delimiter = '|')
  void whatComesBehindATimeIsSoAsIsATimeWithNothingBehindIt(String one, String other) {
    assertThat(digestOf(one)).isNotEqualTo(digestOf(other));
  }

  @Test
  void aShortAnswerWithATimeIsTheSameAndOneWithAnIdIsNotTold() {
    assertThat(ofTheSame("12:00:27#ok")).isEqualTo(ofTheSame("12:05:31#ok")).isNotZero();
    assertThat(ofTheSame("ok 9f8b2c1d-0b0e-4d6e-8c3e-1a2b3c4d5e6f")).isZero();
    assertThat(ofTheSame("12:00:27")).isZero();
  }

  @Test
  void ofWhatIsNearlyAllAnIdOrVeryLongNothingIsTold() {
    assertThat(ofTheSame("9f8b2c1d-0b0e-4d6e-8c3e-1a2b3c4d5e6f")).isZero();
    assertThat(ofTheSame("{'uuid':'9f8b2c1d-0b0e-4d6e-8c3e-1a2b3c4d5e6f'}")).isZero();
    assertThat(ofTheSame("one more line of it#".repeat(LineDigests.CAPACITY))).isZero();
    assertThat(ofTheSame("nothing but words ".repeat(1_000))).isZero();
  }

  private static int ofTheSame(String text) {
    String lines = text.replace('\'', '"').replace('#', '\n');
    return LineDigests.ofTheSame(lines, new DigestList(LineDigests.CAPACITY));
  }

  private static int digestOf(String line) {
    DigestList lines = new DigestList(LineDigests.CAPACITY);
    LineDigests.read(line, /* exactly= */ false, false, lines);
    assertThat(lines.size()).isEqualTo(1);
    return lines.get(0);
  }
}
