package io.loophalt.compatibility.scenario;

import java.util.List;
import java.util.Random;

/** Texts that differ in more than a number. */
final class Prose {

  private static final List<String> WORDS =
      List.of(
          "amber", "basil", "cedar", "delta", "ember", "fjord", "grove", "heath", "inlet", "jetty",
          "knoll", "ledge", "marsh", "north", "ochre", "plain", "quill", "ridge", "shore",
          "tundra");

  private Prose() {}

  /** A text of its own for each seed. */
  static String of(String seed) {
    Random random = new Random(seed.hashCode() * 31L + 7);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 12; i++) {
      text.append(i == 0 ? "" : " ").append(WORDS.get(random.nextInt(WORDS.size())));
    }
    return text.toString();
  }

  /** A word of its own for each number. */
  static String ofLetters(int number) {
    StringBuilder word = new StringBuilder("w");
    for (int left = number; left > 0; left /= 5) {
      word.append("aeiou".charAt(left % 5)).append("kmprst".charAt(left % 6));
    }
    return word.toString();
  }
}
