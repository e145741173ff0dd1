package io.loophalt.core.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is left out of a tool's text before it is compared. */
class VolatilePartsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "$.request_id | {\"request_id\": \"a-1\", \"ok\": true} | {\"request_id\": \"*\", \"ok\": true}",
        "$.request_id | {\"request_id\":17} | {\"request_id\":\"*\"}",
        "$.Request-ID | {\"request-id\":17} | {\"request-id\":\"*\"}",
        "$.meta.at | {\"meta\":{\"at\":1,\"of\":2},\"at\":3} | {\"meta\":{\"at\":\"*\",\"of\":2},\"at\":3}",
        "$.meta | {\"meta\":{\"at\":[1,{\"x\":\"}\"}]},\"b\":1} | {\"meta\":\"*\",\"b\":1}",
        "$.items[*].etag | {\"items\":[{\"etag\":1,\"n\":1},{\"etag\":2}]} | {\"items\":[{\"etag\":\"*\",\"n\":1},{\"etag\":\"*\"}]}",
        "$.items[1] | {\"items\":[1,2,3]} | {\"items\":[1,\"*\",3]}",
        "$[0].id | [{\"id\":1},{\"id\":2}] | [{\"id\":\"*\"},{\"id\":2}]",
        "$.*.id | {\"a\":{\"id\":1},\"b\":{\"id\":2,\"n\":3}} | {\"a\":{\"id\":\"*\"},\"b\":{\"id\":\"*\",\"n\":3}}",
        "$..cursor | {\"cursor\":1,\"a\":[{\"b\":{\"cursor\":\"x\"}}]} | {\"cursor\":\"*\",\"a\":[{\"b\":{\"cursor\":\"*\"}}]}",
        "$.a..id | {\"id\":1,\"a\":{\"b\":{\"id\":2}}} | {\"id\":1,\"a\":{\"b\":{\"id\":\"*\"}}}",
        "$['next cursor'] | {\"next cursor\":\"x\",\"n\":1} | {\"next cursor\":\"*\",\"n\":1}",
        "$.a | {\"a\":\"with \\\" quote and \\\\\",\"b\":2} | {\"a\":\"*\",\"b\":2}",
        "$.id | {\"id\":1} {\"id\":2} | {\"id\":\"*\"} {\"id\":\"*\"}",
        "request id * | request id 7f-3 failed | request id * failed",
        "Date: ** | Date: Mon, 24 Nov 2026 | Date: *",
        "id=*&at=* | GET /x?id=17&at=19:04:11, 200 | GET /x?id=*&at=*, 200",
        "<etag>*</etag> | <r><etag>W/77</etag><n>1</n></r> | <r><etag>*</etag><n>1</n></r>",
        "took * | {\"log\":\"took 17ms\"} | {\"log\":\"took *\"}",
        "at ** | {\"log\":\"at 9 h 12\",\"n\":1} | {\"log\":\"at *\",\"n\":1}",
        "\"x\": \"**\" | \"x\": \"1, 2 and 3\" | \"x\": \"*\"",
        "番号 * | 番号 ４７１１ を受け付けました | 番号 * を受け付けました",
        "id:* | id:1 id:2 id: id:3 | id:* id:* id: id:*",
      })
  void whatAPartLeadsToIsLeftOut(String part, String text, String left) {
    assertThat(VolatileParts.of(part).leaveOut(text)).isEqualTo(left);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "$.request_id | {\"id\": 1}",
        "$.request_id | {\"a\":{\"request_id\":1}}",
        "$.a.b | {\"a\":[{\"b\":1}]}",
        "$.a[0] | {\"a\":{\"0\":1}}",
        "$.a | {\"a\":tru",
        "$.a | {a:1}",
        "$.a | not json",
        "$.a | {'a': 1}",
        "$.n | {\"a\" 1, \"n\":2}",
        "request id * | request id: 17",
        "Date: ** | Dates",
        "took * sec** | took 17 ms",
      })
  void whatHoldsNoneOfThePartsIsTheVerySameText(String part, String text) {
    assertThat(VolatileParts.of(part).leaveOut(text)).isSameAs(text);
  }

  @Test
  void jsonMayStandBelowALineOfWords() {
    String text = "HTTP/1.1 200 OK\nX-Request-Id: 77\n\n{\n  \"took\": 3,\n  \"hits\": []\n}\n";

    assertThat(VolatileParts.of("$.took", "X-Request-Id: **").leaveOut(text))
        .isEqualTo(
            "HTTP/1.1 200 OK\nX-Request-Id: *\n\n{\n  \"took\": \"*\",\n  \"hits\": []\n}\n");
  }

  @Test
  void ofTwoPatternsAtOnePlaceTheFirstCounts() {
    assertThat(VolatileParts.of("id * of *", "id *").leaveOut("id 1 of 2, id 3"))
        .isEqualTo("id * of *, id *");
  }

  @Test
  void whatIsFarBehindStaysAsItIs() {
    String head = "x".repeat(VolatileParts.MOST_CHARACTERS);
    VolatileParts parts = VolatileParts.of("id=*", "$.id");

    assertThat(parts.leaveOut("id=1 " + head + " id=2")).isEqualTo("id=* " + head + " id=2");
    assertThat(parts.leaveOut("{\"id\":1,\"t\":\"" + head + "\",\"n\":{\"id\":2}}"))
        .startsWith("{\"id\":\"*\",")
        .endsWith(",\"n\":{\"id\":2}}");
  }

  @Test
  void aDeepDocumentIsReadAsFarAsTheStackReaches() {
    String deep = "[".repeat(10_000) + "]".repeat(10_000);

    assertThat(VolatileParts.of("$..id").leaveOut(deep)).isSameAs(deep);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "request_id | 'request_id' has no * for what varies; a member of JSON would be '$.request_id'",
        "* failed | '* failed' begins with what varies: write what stands before it, too",
        "took *ms | 'took *ms' can never match: * takes all letters, digits and -_.:+/=%@~#$^!?*, and so 'm', too",
        "at **, then | 'at **, then' can never match: ** takes the rest of the line up to a \" or \\, and so ',', too",
        "a *** | 'a ***' has more than two stars in a row",
        "$ | the path '$' leads to the whole; to leave a tool out is 'ignore: true'",
        "$. | the path '$.' has no name where one must be, after '$.'",
        "$.a..[ | the path '$.a..[' has a [ without its ]",
        "$request_id | the path '$request_id' has neither . nor [ before 'request_id'",
        "$.a[?(@.b)] | the path '$.a[?(@.b)]' has [?(@.b)], and in brackets can be *, a position from 0, or a name in quotes",
        "$.a[-1] | the path '$.a[-1]' has [-1], and in brackets can be *, a position from 0, or a name in quotes",
        "$.re*_id | the path '$.re*_id' has a * inside the name 're*_id'; it stands for a whole name only",
      })
  void whatIsNoPartIsRefusedWithTheReason(String part, String reason) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> VolatileParts.of(part))
        .withMessage(reason);
  }

  @Test
  void moreThanAToolCanHaveAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> VolatileParts.of(Collections.nCopies(33, "$.a")))
        .withMessage("at most 32 parts can be left out, not 33");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> VolatileParts.of(Collections.nCopies(32, "$.a.b")))
        .withMessage("the paths of one tool have more than 63 steps in all");
  }

  @Test
  void partsAreEqualIfTheyAreWrittenAlike() {
    assertThat(VolatileParts.of("$.a", "b *"))
        .isEqualTo(VolatileParts.of(List.of("$.a", "b *")))
        .hasSameHashCodeAs(VolatileParts.of("$.a", "b *"))
        .hasToString("[$.a, b *]")
        .isNotEqualTo(VolatileParts.NONE);
    assertThat(VolatileParts.of()).isSameAs(VolatileParts.NONE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"hello world, nothing here", "line\n{not json\n", ""})
  void aTextWithoutThemCostsNoMemory(String text) {
    VolatileParts parts = VolatileParts.of("request id *", "Date: **");
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    int rounds = 20_000;
    for (int i = 0; i < rounds; i++) {
      parts.leaveOut(text);
    }
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < rounds; i++) {
      parts.leaveOut(text);
    }

    assertThat((threads.getCurrentThreadAllocatedBytes() - before) / rounds).isZero();
  }
}
