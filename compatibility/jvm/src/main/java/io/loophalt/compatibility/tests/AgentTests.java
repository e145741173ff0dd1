package io.loophalt.compatibility.tests;

import static io.loophalt.test.LoopHaltAssertions.assertThat;
import static io.loophalt.test.LoopHaltAssertions.assertThatHaltOf;

import io.loophalt.AgentTool;
import io.loophalt.test.AgentExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a team would write about its agent: three tests that hold, and two that fail. */
class AgentTests {

  @RegisterExtension final AgentExtension loophalt = AgentExtension.ofTask("tests");

  @Test
  void stuck() {
    assertThatHaltOf(() -> look(9, false)).isHaltedBy("identical-call").at(5);
    assertThat(loophalt).isNudgedAt(3).isHaltedBy("identical-call").at(5);
  }

  @Test
  void healthy() {
    look(9, true);
    assertThat(loophalt).isNotNudged().isNotHalted();
  }

  @Test
  void healthyAfterANudge() {
    look(3, false);
    assertThat(loophalt).isNudgedAt(3).isNotHalted();
  }

  @Test
  void wrongAboutAHalt() {
    look(3, false);
    assertThat(loophalt).isHalted();
  }

  @Test
  void wrongAboutANudge() {
    look(3, false);
    assertThat(loophalt).isNotNudged();
  }

  private static void look(int times, boolean onwards) {
    for (int i = 0; i < times; i++) {
      at(onwards ? "page " + i : "the same page");
    }
  }

  @AgentTool(name = "look")
  private static String at(String page) {
    return "what is on " + page;
  }
}
