package io.loophalt.benchmarks;

/**
 * Short texts made beforehand and handed out in turn, so that a measured call varies as a healthy
 * run's do and allocates nothing of its own.
 *
 * <p>Give the texts used together numbers without a common divisor: the combination then repeats
 * only after their product, far beyond any window of a detector. Not thread-safe.
 */
final class Texts {

  private final String[] texts;
  private int next;

  Texts(String prefix, int count) {
    texts = new String[count];
    for (int i = 0; i < count; i++) {
      texts[i] = prefix + '-' + i;
    }
  }

  String next() {
    int at = next;
    next = at + 1 == texts.length ? 0 : at + 1;
    return texts[at];
  }
}
