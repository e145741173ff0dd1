package io.loophalt;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrintableTextTest {

  @Test
  void lettersOfAllLanguagesAndEmojiStayAsTheyAre() {
    String letters = "run-7_ä ñ ж 会话 नमस्ते العربية \ud83d\ude00 \u2026 \\u001b '\"";

    assertThat(PrintableText.of(letters)).isSameAs(letters);
    assertThat(PrintableText.of("")).isEmpty();
  }

  @Test
  void whatEndsTheLineOrCommandsTheTerminalIsWrittenAsJavaWritesIt() {
    assertThat(PrintableText.of("a\nb\r\tc\u0000\u001b[2J\u007f\u0085\u009b31m\u2028\u2029"))
        .isEqualTo(
            "a\\u000ab\\u000d\\u0009c\\u0000\\u001b[2J\\u007f\\u0085\\u009b31m\\u2028\\u2029");
  }

  @Test
  void whatTurnsTheDirectionRoundOrIsNotSeenIsWrittenOut() {
    assertThat(PrintableText.of("\u202egnp.exe\u2066\u200b\u200d\ufeff\u00ad\u061c"))
        .isEqualTo("\\u202egnp.exe\\u2066\\u200b\\u200d\\ufeff\\u00ad\\u061c");
    assertThat(PrintableText.of("tag \udb40\udc41"))
        .as("a letter of the invisible alphabet")
        .isEqualTo("tag \\udb40\\udc41");
  }

  @Test
  void halfACharacterIsWrittenOut() {
    assertThat(PrintableText.of("\ud83d")).isEqualTo("\\ud83d");
    assertThat(PrintableText.of("\ude00\ud83d!")).isEqualTo("\\ude00\\ud83d!");
  }

  @Test
  void whatItHasWrittenItLeavesAlone() {
    String once = PrintableText.of("a\n\u202e\ud83d");

    assertThat(PrintableText.of(once)).isSameAs(once);
  }

  @Test
  void aLongNameKeepsItsBeginningAndItsEnd() {
    String longest = "x".repeat(PrintableText.LONGEST_NAME);

    assertThat(PrintableText.name(longest)).isSameAs(longest);
    assertThat(PrintableText.name("begin" + longest + "end"))
        .startsWith("beginx")
        .contains("x…x")
        .endsWith("xend")
        .hasSize(PrintableText.LONGEST_NAME);
    assertThat(PrintableText.name("\ud83d\ude00".repeat(PrintableText.LONGEST_NAME)))
        .as("characters that take two places each")
        .isEqualTo("\ud83d\ude00".repeat(PrintableText.LONGEST_NAME));
    assertThat(PrintableText.name("\ud83d\ude00".repeat(PrintableText.LONGEST_NAME + 1)))
        .isEqualTo("\ud83d\ude00".repeat(60) + "…" + "\ud83d\ude00".repeat(39));
  }

  @Test
  void aNameIsHarmlessHoweverItIsCut() {
    assertThat(PrintableText.name("\n".repeat(500)))
        .isEqualTo("\\u000a".repeat(60) + "…" + "\\u000a".repeat(39));
  }
}
