package io.loophalt.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.fingerprint.DigestList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OwnLinesTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"message\":\"## Done\\n\\nAll of \\\"it\\\" is in a\\\\b.\\n\"}",
        "{\"ok\":true,\"message\":\"\\u0023\\u0023 Done\\r\\n  All of \\\"it\\\" is in a\\\\b.\"}",
        "## Done\nAll of \"it\" is in a\\b."
      })
  void linesThatTheCallHoldsAreLeftOut(String arguments) {
    DigestList lines = linesOf("## Done\n\nAll of \"it\" is in a\\b.");

    new OwnLines(arguments).leaveOutOf(lines);

    assertThat(lines.size()).isZero();
  }

  @Test
  void whatIsCountedInAReportIsLeftOutWhereItIsGivenBack() {
    String report = "It works.\n1. The roof is mended\n2. The door is painted\nMore:\n1. A lamp";
    DigestList lines = linesOf(report);

    new OwnLines("{\"message\":\"" + report.replace("\n", "\\n") + "\"}").leaveOutOf(lines);

    assertThat(lines.size()).isZero();
  }

  @Test
  void whatTheToolAddsStays() {
    DigestList lines = linesOf("All is done\nNext: mend the roof");

    new OwnLines("{\"report\":\"All is done\"}").leaveOutOf(lines);

    assertThat(lines.size()).isOne();
    assertThat(lines.get(0)).isEqualTo(linesOf("Next: mend the roof").get(0));
  }

  @Test
  void whatIsCutStaysCut() {
    DigestList lines = linesOf("All is done");
    lines.markCut();

    new OwnLines("{\"report\":\"All is done\"}").leaveOutOf(lines);

    assertThat(lines.isCut()).isTrue();
  }

  @Test
  void argumentsThatBreakOffAreReadAsFarAsTheyGo() {
    DigestList lines = linesOf("All is done");

    new OwnLines("{\"report\":\"All is done\\n\\u12").leaveOutOf(lines);

    assertThat(lines.size()).isZero();
  }

  private static DigestList linesOf(String text) {
    DigestList lines = new DigestList(LineDigests.CAPACITY);
    LineDigests.read(text, false, false, lines);
    return lines;
  }
}
