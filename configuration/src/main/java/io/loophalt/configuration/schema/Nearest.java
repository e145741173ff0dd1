package io.loophalt.configuration.schema;

import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds what a person most likely meant by a misspelt word. */
public final class Nearest {

  private Nearest() {}

  /**
   * The candidate with the fewest edits from the word, or null when even that one needs more than a
   * third of the word's letters, and more than one, changed. Case, {@code _} and {@code -} do not
   * count, so {@code nudgeAt} is {@code nudge-at}. An edit inserts, drops or replaces a letter, or
   * swaps two neighbours. Costs the product of the lengths for each candidate.
   */
  public static @Nullable String to(String word, Collection<String> candidates) {
    String plain = plain(word);
    String nearest = null;
    int fewest = Math.max(1, plain.length() / 3) + 1;
    for (String candidate : candidates) {
      String target = plain(candidate);
      if (Math.abs(target.length() - plain.length()) < fewest) {
        int edits = edits(plain, target);
        if (edits < fewest) {
          fewest = edits;
          nearest = candidate;
        }
      }
    }
    return nearest;
  }

  private static String plain(String word) {
    return word.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
  }

  /** Optimal string alignment distance. */
  private static int edits(String a, String b) {
    int[][] cost = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          cost[i][j] = i + j;
          continue;
        }
        int replaced = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        cost[i][j] = Math.min(replaced, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
        }
      }
    }
    return cost[a.length()][b.length()];
  }
}
