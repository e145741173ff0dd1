package io.loophalt.benchmarks;

import java.util.Random;

/**
 * Texts as tools return them, made beforehand: each of the wanted length, and no two with a line in
 * common. The same in every JVM.
 */
final class OutcomeTexts {

  /**
   * What is kept of them at once, in characters; a few of the longest, hundreds of the shortest.
   */
  private static final int KEPT_CHARACTERS = 8 << 20;

  private static final int MOST = 509;

  private static final String[] CITIES = {"Lima", "Oslo", "Quito", "Turin", "Zagreb"};
  private static final String[] CLASSES = {"Basket", "Invoice", "Parcel", "Shelf", "Tariff"};

  private final Random random = new Random(18);
  private int line;

  private OutcomeTexts() {}

  /** Texts of a tool that did what it was asked for: rows, log lines, source code. */
  static String[] healthy(int length) {
    OutcomeTexts texts = new OutcomeTexts();
    String[] made = new String[number(length)];
    for (int i = 0; i < made.length; i++) {
      StringBuilder text = new StringBuilder(length + 100);
      while (text.length() < length) {
        text.append(texts.healthyLine()).append('\n');
      }
      made[i] = text.substring(0, length);
    }
    return made;
  }

  /** Texts of a tool that failed: stack traces, compiler errors, paths, log lines. */
  static String[] failing(int length) {
    OutcomeTexts texts = new OutcomeTexts();
    String[] made = new String[number(length)];
    for (int i = 0; i < made.length; i++) {
      String last = "Error: build of " + texts.word() + " failed";
      StringBuilder text = new StringBuilder(length + 200);
      while (text.length() < length) {
        text.append(texts.failingLine()).append('\n');
      }
      text.setLength(length - last.length() - 1);
      made[i] = text.append('\n').append(last).toString();
    }
    return made;
  }

  private static int number(int length) {
    return Math.max(2, Math.min(MOST, KEPT_CHARACTERS / length));
  }

  private String healthyLine() {
    line++;
    return switch (line % 4) {
      case 0 ->
          "{\"id\": " + line + ", \"name\": \"" + word() + "\", \"city\": \"" + city() + "\"}";
      case 1 -> "  " + type() + ' ' + word() + " = basket.of(" + line + ").sorted();";
      case 2 -> word() + " left " + city() + " for " + city() + " with " + line + " parcels";
      default -> "- [x] " + word() + ' ' + word() + " (" + line + " of " + city() + ')';
    };
  }

  private String failingLine() {
    line++;
    return switch (line % 6) {
      case 0 -> "java.lang.IllegalStateException: " + word() + " of order " + line + " is locked";
      case 1 ->
          "\tat com.acme." + word() + '.' + type() + ".place(" + type() + ".java:" + line + ')';
      case 2 ->
          "/srv/ci/"
              + Integer.toHexString(random.nextInt() | 0x1000_0000)
              + "/src/main/java/com/acme/"
              + type()
              + ".java:"
              + line
              + ": error: cannot find symbol "
              + word();
      case 3 -> "Caused by: java.io.IOException: 10.0.0." + line % 250 + ":5432 refused " + word();
      case 4 ->
          "2026-11-24T10:"
              + (10 + line % 50)
              + ":12.345Z ERROR 4711 --- [nio-8080-exec-7] c.a."
              + type()
              + " : lost "
              + word();
      default -> "  symbol:   variable " + word() + " after " + line % 90 + " ms";
    };
  }

  /** One of many million words. */
  private String word() {
    StringBuilder word = new StringBuilder(8);
    for (int syllable = 0; syllable < 4; syllable++) {
      word.append("bdfgklmnprstvz".charAt(random.nextInt(14)))
          .append("aeiou".charAt(random.nextInt(5)));
    }
    return word.toString();
  }

  private String city() {
    return CITIES[random.nextInt(CITIES.length)];
  }

  private String type() {
    return CLASSES[random.nextInt(CLASSES.length)];
  }
}
