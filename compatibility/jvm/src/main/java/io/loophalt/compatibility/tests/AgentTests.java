package io.loophalt.compatibility.tests;

import static io.loophalt.test.LoopHaltAssertions.assertThat;
import static io.loophalt.test.LoopHaltAssertions.assertThatHaltOf;

import io.loophalt.AgentRuns;
import io.loophalt.AgentTool;
import io.loophalt.LoopHaltException;
import io.loophalt.RunScope;
import io.loophalt.test.AgentExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a team would write about its agent: four tests that hold, and three that fail. */
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
  void stuckInARunOfItsOwn() {
    partial();
    assertThat(loophalt).isNudgedAt(3).isHaltedBy("identical-call").at(5);
  }

  @Test
  void wrongAboutARunOfItsOwn() {
    partial();
    assertThat(loophalt).isNotHalted();
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

  /** What an agent gives that catches the halt. */
  @SuppressWarnings("try")
  private static void partial() {
    try (RunScope own = AgentRuns.open("own")) {
      look(9, false);
    } catch (LoopHaltException halt) {
      // What it has by then.
    }
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
