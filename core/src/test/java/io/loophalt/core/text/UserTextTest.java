package io.loophalt.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UserTextTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Go on.|  go   on. ",
        "Go on (attempt 3).|Go on (attempt 12).",
        "[3/30] Go on.|[4/30] Go on.",
        "That was no JSON, try no. 3|That was no JSON, try no. 12",
        "Attempt no. 3: go on.|Attempt no. 4: go on.",
        "Go on: 7 tries left.|Go on: 6 tries left.",
        "Noch einmal, 3 Versuche übrig|Noch einmal, 2 Versuche übrig",
        "Turn 3 of 30. Go on.|Turn 4 of 30. Go on.",
        "Go on, #3.|Go on, #4.",
        "Versuch 3: weiter.|Versuch 4: weiter.",
        "It is 10:11:12. Go on.|It is 10:12:13. Go on.",
        "2026-11-24T10:11:12Z Go on.|2026-11-24T10:12:00Z Go on.",
        "Go on. id 6ba7b810-9dad-11d1-80b4-00c04fd430c8|Go on. id 7ba7b810-9dad-11d1-80b4-00c04fd430c8",
        "Go on at 0x7f00|Go on at 0x7f01",
      })
  void whatAProgramPutsIntoItsWordsMakesNoDifference(String one, String other) {
    assertThat(UserText.digest(one)).isEqualTo(UserText.digest(other)).isNotZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Where is order 4711?|Where is order 4712?",
        "What is 17 + 4?|What is 17 + 5?",
        "Book 3 seats|Book 4 seats",
        "Set the limit to 3 retries|Set the limit to 5 retries",
        "Rugby: 3 tries|Rugby: 4 tries",
        "Werte 7 Versuche aus|Werte 8 Versuche aus",
        "1 x Margherita, 1 x Margherita, 1 x Funghi, no salad|1 x Margherita, 1 x Funghi, no salad",
        "Which try of Scotland was no. 3 in 1990?|Which try of Scotland was no. 4 in 1991?",
        "Add 3, 3, 4, 5|Add 3, 4, 5",
        "Draw a red circle, a blue circle, a red circle|Draw a red circle, a blue circle, a green circle",
        "Translate page 3.|Translate page 4.",
        "What happened on 1989-11-09?|What happened on 1990-10-03?",
        "Go on.|Stop.",
        "What is 3/4/2026?|What is 4/4/2026?",
        "去吧|停",
      })
  void whatAPersonAsksAboutDoes(String one, String other) {
    assertThat(UserText.digest(one)).isNotEqualTo(UserText.digest(other));
  }

  /** As programs do that ask the model to do better, and say what it did. */
  @Test
  void aTextThatGrowsByWhatItHasSaidIsTheSame() {
    String twice = attempts("- class A {}\n- class A {}\n");

    assertThat(UserText.digest(attempts("- class A {}\n"))).isEqualTo(UserText.digest(twice));
    assertThat(UserText.digest(attempts("- class A {}\n".repeat(50))))
        .isEqualTo(UserText.digest(twice));
    assertThat(UserText.digest(attempts("Attempt 1: no\nAttempt 2: no\n")))
        .isEqualTo(UserText.digest(attempts("Attempt 1: no\nAttempt 2: no\nAttempt 3: no\n")));
  }

  /** As a list is printed. */
  @Test
  void aLineThatGrowsByWhatItHasSaidIsTheSame() {
    String draft = "class Stack { int[] a, b; }";
    String few = inALine(Collections.nCopies(5, draft));
    List<String> another = new ArrayList<>(Collections.nCopies(5, draft));
    another.add("class Stack { long[] a; }");

    assertThat(UserText.digest(inALine(Collections.nCopies(6, draft))))
        .isEqualTo(UserText.digest(few));
    assertThat(UserText.digest(inALine(Collections.nCopies(40, draft))))
        .isEqualTo(UserText.digest(few));
    assertThat(UserText.digest(inALine(another))).isNotEqualTo(UserText.digest(few));
  }

  private static String inALine(List<String> attempts) {
    return "Write a stack. Previous attempts: " + attempts + " Feedback: too slow";
  }

  @Test
  void aTextThatGrowsBySomethingElseIsNot() {
    assertThat(UserText.digest(attempts("- class A {}\n- class B {}\n")))
        .isNotEqualTo(UserText.digest(attempts("- class A {}\n")));
    assertThat(UserText.digest("Yes.\n\nAnd order 4711?\n"))
        .isNotEqualTo(UserText.digest("Yes.\n\nAnd order 4712?\n"));
  }

  private static String attempts(String attempts) {
    return "Write a class.\nPrevious attempts:\n" + attempts + "Feedback: add a comment\n";
  }

  @Test
  void nothingIsNothing() {
    assertThat(UserText.digest("")).isZero();
    assertThat(UserText.digest(" \n")).isZero();
  }

  @Test
  void aLongTextIsKnownByItsEndsAndItsLength() {
    String middle = "x".repeat(200_000);

    assertThat(UserText.digest("a" + middle)).isEqualTo(UserText.digest("a" + middle));
    assertThat(UserText.digest("a" + middle)).isNotEqualTo(UserText.digest("b" + middle));
    assertThat(UserText.digest("a" + middle)).isNotEqualTo(UserText.digest("a" + middle + "x"));
  }
}
