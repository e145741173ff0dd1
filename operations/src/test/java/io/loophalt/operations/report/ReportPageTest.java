package io.loophalt.operations.report;

import static io.loophalt.operations.report.Reports.end;
import static io.loophalt.operations.report.Reports.spoken;
import static io.loophalt.operations.report.Reports.step;
import static io.loophalt.operations.report.Reports.turn;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.loophalt.PrintableText;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the page is made of, and that no text of an agent becomes a part of it. */
class ReportPageTest {

  /** HTML, an escape sequence, a mark that turns the direction, line breaks, a lone surrogate. */
  private static final String EVIL =
      "x</script><script>alert(1)</script><img src=x>\\u001b[2J\\u202e\\r\\n\\u2028\\ud800\\\"'&=1+1";

  private static final Pattern ELEMENT =
      Pattern.compile(
          "<(?<name>style|script)(?<attributes>[^>]*)>(?<content>.*?)</\\k<name>>", Pattern.DOTALL);

  private static String evilPage() {
    return Reports.of(evilLog()).page();
  }

  private static String[] evilLog() {
    String run = "run" + EVIL;
    return new String[] {
      evil(turn(run, 0, "model" + EVIL, 5)),
      evil(step(run, 0, 0, "tool" + EVIL, 1, 1)),
      evil(step(run, 1, 0, "tool" + EVIL, 1, 1)),
      evil(step(run, 2, 0, "tool" + EVIL, 1, 1)),
      evil(spoken(run, "nudge", true, 1, 0)).replace("novelty", "detector" + EVIL),
      evil(spoken(run, "halt", true, 2, 0)).replace("no_news", "rule" + EVIL),
      evil(end(run, "no_progress", 5))
          .replace("\"why\"", "\"detail" + EVIL + "\"")
          .replace(
              "\"tools\":{}",
              "\"framework\":\"framework"
                  + EVIL
                  + "\",\"tools\":{\"tool"
                  + EVIL.replace("\\ud800", "")
                  + "\":{\"calls\":3,\"repeated\":true}}"),
      evil(spoken("other" + EVIL, "halt", true, 2, 0))
          .replace(
              "\"evidence\":{}",
              "\"evidence\":{\"last_actions\":[\"tool"
                  + EVIL
                  + " 9858cc result efa68b\",\""
                  + EVIL
                  + "\"]}"),
    };
  }

  private static String evil(String line) {
    return line.replace("\"fix\"", "\"task" + EVIL + "\"")
        .replace("\"1-a\"", "\"jvm" + EVIL + "\"");
  }

  @Test
  void textOfAgentsStaysText() {
    Reports reports = Reports.of(evilLog());
    assertThat(reports.complaints).isEmpty();
    String page = reports.page();

    for (String name :
        List.of(
            "run",
            "task",
            "tool",
            "detector",
            "rule",
            "framework",
            "model",
            "jvm",
            "detail",
            "other")) {
      assertThat(page).as(name).contains(name + "x&lt;/script&gt;&lt;script&gt;alert(1)");
    }
    assertThat(page)
        .doesNotContain("<img", "<script>alert", "\u001b", "\u202e", "\r", "\u2028", "\ud800");
    assertThat(page).contains("\\u001b[2J\\u202e\\u000d\\u000a\\u2028\\ud800&quot;&#39;&amp;=1+1");
    assertThat(elements(page, "script")).hasSize(3);
  }

  @Test
  void aLineOfThePageIsNeverBegunByAnAgent() {
    assertThat(evilPage().lines())
        .noneMatch(line -> line.startsWith("=1") || line.contains("\u2028"));
  }

  @Test
  void theJsonIsOneLineOfPrintableCharacters() throws Exception {
    String json = Reports.of(evilLog()).jsonText();

    assertThat(json).endsWith("}\n");
    assertThat(json.strip().chars()).allMatch(PrintableText::isPrintable);
    assertThat(new ObjectMapper().readTree(json).path("costliest").get(0).path("run").asText())
        .startsWith("runx</script>");
  }

  @Test
  void thePolicyNamesEachStyleAndScriptByItsDigestAndNothingElse() throws Exception {
    String page = evilPage();
    Matcher policy =
        Pattern.compile("Content-Security-Policy\" content=\"([^\"]*)\"").matcher(page);
    assertThat(policy.find()).isTrue();
    List<String> digests = new ArrayList<>();
    for (String name : List.of("script", "style")) {
      for (Matcher element : elements(page, name)) {
        if (!element.group("attributes").contains("application/json")) {
          digests.add(
              "&#39;sha256-"
                  + Base64.getEncoder()
                      .encodeToString(
                          MessageDigest.getInstance("SHA-256")
                              .digest(element.group("content").getBytes(UTF_8)))
                  + "&#39;");
        }
      }
    }

    assertThat(digests).hasSize(5);
    assertThat(policy.group(1))
        .isEqualTo(
            "default-src &#39;none&#39;; script-src %s %s; style-src %s %s %s; base-uri &#39;none&#39;; form-action &#39;none&#39;"
                .formatted(digests.toArray()));
  }

  @Test
  void nothingIsFetchedAndNothingIsInline() {
    String page = evilPage();
    String html = ELEMENT.matcher(page).replaceAll("").replaceAll("(?s)<!--.*?-->", "");

    assertThat(html)
        .doesNotContainPattern("<[^>]*\\s(src|style|on[a-z]+|srcset|action)=")
        .doesNotContain("<link", "<iframe", "<form", "<object", "<base")
        .doesNotContainPattern("href=\"[^#]");
  }

  @Test
  void eachChartHasItsNumbersInATableAndALabel() {
    String page =
        Reports.of(end("a", "done", 10), end("b", "no_progress", 1234), end("c", "stall", 7))
            .page();

    assertThat(page)
        .contains("id=\"chart-runs\" role=\"img\" aria-label=")
        .contains("id=\"chart-tokens\" role=\"img\" aria-label=")
        .contains("Runs that ended in each minute, UTC")
        .contains("<th scope=\"row\" class=\"text\">24 Nov 2026 02:00</th>")
        .contains("<td class=\"number\">1,251</td><td class=\"number\">1,241</td>");
  }

  @Test
  void aReaderOfScreensFindsItsWay() {
    String page = evilPage();

    assertThat(page)
        .contains("<html lang=\"en\">", "<a class=\"skip\" href=\"#main\">", "<main id=\"main\">")
        .contains("<nav aria-label=\"Chapters\">", "<header>", "<footer>");
    assertThat(count(page, "<table>"))
        .isEqualTo(count(page, "<caption id="))
        .isEqualTo(count(page, "role=\"region\" tabindex=\"0\" aria-labelledby="));
    Matcher anchors = Pattern.compile("(?:href=\"#|aria-labelledby=\")([^\"]+)\"").matcher(page);
    while (anchors.find()) {
      assertThat(page).contains("id=\"" + anchors.group(1) + "\"");
    }
    assertThat(
            Pattern.compile(" id=\"([^\"]+)\"").matcher(page).results().map(each -> each.group(1)))
        .doesNotHaveDuplicates();
  }

  @Test
  void aPageOfManyEvilRunsStaysSmall() {
    List<String> lines = new ArrayList<>();
    String wide = "\\udb40\\udc01".repeat(100);
    for (int run = 0; run < 150; run++) {
      for (int i = 0; i < 40; i++) {
        lines.add(step("run-" + run + wide, i, i, "tool" + i + wide, i, i));
      }
      lines.add(spoken("run-" + run + wide, "halt", true, 39, 39));
    }

    String page = Reports.of(500, lines).page();

    assertThat(page.getBytes(UTF_8)).hasSizeLessThan(5_000_000);
    assertThat(page).contains("left out, because the page would be too large");
  }

  private static List<Matcher> elements(String page, String name) {
    List<Matcher> found = new ArrayList<>();
    Matcher element = ELEMENT.matcher(page);
    int from = 0;
    while (element.find(from)) {
      from = element.end();
      if (element.group("name").equals(name)) {
        Matcher one = ELEMENT.matcher(page);
        one.find(element.start());
        found.add(one);
      }
    }
    return found;
  }

  private static int count(String page, String part) {
    return page.split(Pattern.quote(part), -1).length - 1;
  }
}
