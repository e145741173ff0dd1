package io.loophalt.core.policy;

/**
 * A pattern over names: {@code *} stands for any characters, {@code ?} for one, everything else for
 * itself.
 *
 * <p>Matching takes time linear in the length of the name for each {@code *} and allocates nothing.
 *
 * @param pattern the pattern
 */
public record Glob(String pattern) {

  /** Whether the whole name fits. */
  public boolean matches(String name) {
    int p = 0;
    int n = 0;
    int star = -1;
    int resume = 0;
    while (n < name.length()) {
      if (p < pattern.length()
          && pattern.charAt(p) != '*'
          && (pattern.charAt(p) == '?' || pattern.charAt(p) == name.charAt(n))) {
        p++;
        n++;
      } else if (p < pattern.length() && pattern.charAt(p) == '*') {
        star = p++;
        resume = n;
      } else if (star >= 0) {
        p = star + 1;
        n = ++resume;
      } else {
        return false;
      }
    }
    while (p < pattern.length() && pattern.charAt(p) == '*') {
      p++;
    }
    return p == pattern.length();
  }
}
