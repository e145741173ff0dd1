package io.loophalt.operations.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loophalt.operations.control.ControlProtocol;
import io.loophalt.operations.control.GuardedJvms.Jvm;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class RunStoryTest {

  private static final Jvm JVM = new Jvm(4711, "4711-1", "Bot", "1.0", Path.of("socket"));

  private final RunStory story =
      new RunStory(new BoardRun(2, new BoardJvm(1, JVM), BoardTest.run("one", "going"), 0));

  @Test
  void itGrowsAndFoldsWhatGoesRound() {
    story.take(detail(2, "look a1a1a1 result b1b1b1", "search c1c1c1 result d1d1d1"));
    assertThat(html()).contains("look").contains("search").doesNotContain("times");

    story.take(
        detail(
            4,
            "look a1a1a1 result b1b1b1",
            "search c1c1c1 result d1d1d1",
            "search c1c1c1 result d1d1d1",
            "search c1c1c1 result d1d1d1"));

    assertThat(html()).contains("3 times").contains("the same call, the same outcome");
  }

  @Test
  void whatWasMadeUnseenIsAGap() {
    story.take(detail(1, "look a1a1a1 result b1b1b1"));
    story.take(detail(20, "search c1c1c1 result d1d1d1"));

    assertThat(html()).contains("18 steps not shown");
  }

  @Test
  void nothingNewIsToldTwice() {
    story.take(detail(1, "look a1a1a1 result b1b1b1"));
    long version = Objects.requireNonNull(story.since(0)).path("version").asLong();

    ObjectNode later = detail(1, "look a1a1a1 result b1b1b1");
    later.withObject("/run").put("seconds", 7).put("idle_seconds", 5);
    story.take(later);

    assertThat(story.since(version)).isNull();
  }

  @Test
  void nudgesAndTheHaltStandWhereTheyWere() {
    ObjectNode detail = detail(2, "look a1a1a1 result b1b1b1", "look a1a1a1 error b1b1b1");
    detail.putArray("nudges").add(2);
    detail.withObject("/run").putObject("nearest").put("detector", "news").put("count", 3);
    detail
        .putObject("stop")
        .put("kind", "operator")
        .put("detail", "too <b>dear</b>")
        .put("detector", "operator")
        .put("steps", 2);
    story.take(detail);

    assertThat(html())
        .contains("<strong>Nudge</strong> after step 2 by <code>news</code>, counted 3")
        .contains("<strong>Halt</strong> after step 2 by <code>operator</code>");
    assertThat(Objects.requireNonNull(story.since(0)).path("detail").asText())
        .as("a text, for the page to show as one")
        .isEqualTo("too <b>dear</b>");
  }

  @Test
  void aNameOfAToolIsNoHtml() {
    story.take(detail(1, "<img src=x onerror=alert(1)>\u202e a1a1a1 result b1b1b1"));

    assertThat(html())
        .doesNotContain("<img")
        .doesNotContain("\u202e")
        .contains("&lt;img src=x onerror=alert(1)&gt;\\u202e");
  }

  private String html() {
    return Objects.requireNonNull(story.since(0)).path("html").asText();
  }

  private static ObjectNode detail(int steps, String... actions) {
    ObjectNode detail = ControlProtocol.JSON.createObjectNode();
    detail.putObject("run").put("steps", steps);
    ArrayNode last = detail.putArray("last_actions");
    for (String each : actions) {
      last.add(each);
    }
    return detail;
  }
}
