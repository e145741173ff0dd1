package io.loophalt.core.event;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes secrets out of a text: the values of members and settings whose names say that they are
 * secret, what looks like a key or a token wherever it stands, and whatever the patterns of a
 * configuration find. It errs towards taking out too much.
 *
 * <p>What it does not know it leaves: a password in a sentence stays. Thread-safe. O(text ×
 * patterns); a pattern that looks at characters again and again costs the whole text, which is
 * replaced then.
 */
public final class Redaction {

  /** Stands in place of a secret. */
  public static final String REDACTED = "[redacted]";

  /** How often patterns may look at a character in all, before the text is given up. */
  private static final int MOST_LOOKS = 4_000_000;

  private static final int MOST_DEPTH = 1_000;

  /** Parts of a name, in small letters and nothing else, that make its value secret. */
  private static final List<String> SECRET_PARTS = List.of("password", "passwd", "secret");

  private static final List<String> SECRET_ENDS =
      List.of(
          "pwd",
          "passphrase",
          "token",
          "apikey",
          "accesskey",
          "privatekey",
          "credential",
          "credentials",
          "authorization",
          "cookie");

  /** What precedes a secret, in the first group, stays. */
  private static final List<Pattern> KNOWN =
      List.of(
          Pattern.compile(
              "()-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----"
                  + ".*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----|\\z)",
              Pattern.DOTALL),
          Pattern.compile(
              "((?:password|passwd|passphrase|secret|token|api[_-]?key|authorization)"
                  + "[\"'\\\\]{0,4}\\s{0,4}[:=]\\s{0,4}[\"'\\\\]{0,4}(?:(?:bearer|basic)\\s{1,4})?)"
                  + "[^\\s\"'\\\\,;&}\\])\\[]+",
              Pattern.CASE_INSENSITIVE),
          Pattern.compile("(\\bbearer\\s{1,4})[A-Za-z0-9._~+/=-]{8,}", Pattern.CASE_INSENSITIVE),
          Pattern.compile("(\\bbasic\\s{1,4})[A-Za-z0-9+/]{16,}=*", Pattern.CASE_INSENSITIVE),
          Pattern.compile("()\\beyJ[A-Za-z0-9_-]{8,}(?:\\.[A-Za-z0-9_-]*){1,4}"),
          Pattern.compile("()\\b(?:AKIA|ASIA)[0-9A-Z]{16}"),
          Pattern.compile(
              "()\\b(?:gh[pousr]_|github_pat_|glpat-|sk-|xox[abprs]-|AIza)[A-Za-z0-9_-]{16,}"),
          Pattern.compile("(://[^/\\s:@\"]{0,200}:)[^/\\s@\"]{1,200}(?=@)"));

  /** The patterns of the configuration, of which the whole match is taken out. */
  private final List<Pattern> more;

  /**
   * Knows the built-in ones.
   *
   * @param more regular expressions of what is taken out beside them
   * @throws java.util.regex.PatternSyntaxException if one is none
   */
  public Redaction(List<String> more) {
    List<Pattern> compiled = new ArrayList<>();
    for (String each : more) {
      compiled.add(Pattern.compile(each));
    }
    this.more = List.copyOf(compiled);
  }

  /** The text without its secrets. */
  public String of(String text) {
    String left = withoutSecretMembers(text);
    Looks looks = new Looks();
    String gone = Matcher.quoteReplacement(REDACTED);
    try {
      for (Pattern pattern : KNOWN) {
        left = replaced(pattern, "$1" + gone, left, looks);
      }
      for (Pattern pattern : more) {
        left = replaced(pattern, gone, left, looks);
      }
    } catch (TooManyLooks | StackOverflowError unlucky) {
      return REDACTED;
    }
    return left;
  }

  private static String replaced(Pattern pattern, String by, String text, Looks looks) {
    Matcher matcher = pattern.matcher(new Counted(text, looks));
    return matcher.find() ? matcher.replaceAll(by) : text;
  }

  /** Replaces the values of JSON members with such names, whatever they are. */
  private static String withoutSecretMembers(String text) {
    StringBuilder out = new StringBuilder(text.length());
    int at = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      int end = c == '"' ? endOfString(text, at) : at + 1;
      out.append(text, at, end);
      int value = c == '"' ? valueBehind(text, end) : -1;
      if (value >= 0 && isSecret(text, at + 1, end - 1)) {
        out.append(text, end, value).append('"').append(REDACTED).append('"');
        end = endOfValue(text, value);
      }
      at = end;
    }
    return out.toString();
  }

  /** Where the value of a member begins of which the name ends here; -1 if it is no name. */
  private static int valueBehind(String text, int end) {
    int at = skipSpace(text, end);
    return at < text.length() && text.charAt(at) == ':' ? skipSpace(text, at + 1) : -1;
  }

  private static int skipSpace(String text, int from) {
    int at = from;
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return at;
  }

  /** Behind the quotation mark at the end, or the end of the text. */
  private static int endOfString(String text, int start) {
    int at = start + 1;
    while (at < text.length() && text.charAt(at) != '"') {
      at += text.charAt(at) == '\\' ? 2 : 1;
    }
    return Math.min(text.length(), at + 1);
  }

  private static int endOfValue(String text, int start) {
    int at = start;
    int depth = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '"') {
        at = endOfString(text, at);
        if (depth == 0) {
          return at;
        }
        continue;
      }
      if (c == '{' || c == '[') {
        depth++;
      } else if (c == '}' || c == ']') {
        depth--;
        if (depth <= 0) {
          return depth < 0 ? at : at + 1;
        }
      } else if (c == ',' && depth == 0) {
        return at;
      }
      if (depth > MOST_DEPTH) {
        return text.length();
      }
      at++;
    }
    return at;
  }

  private static boolean isSecret(String text, int from, int to) {
    StringBuilder letters = new StringBuilder();
    for (int i = from; i < to; i++) {
      char c = Character.toLowerCase(text.charAt(i));
      if (Character.isLetter(c)) {
        letters.append(c);
      }
    }
    String name = letters.toString();
    return SECRET_PARTS.stream().anyMatch(name::contains)
        || SECRET_ENDS.stream().anyMatch(name::endsWith);
  }

  /** How often characters were looked at. */
  private static final class Looks {
    private int count;
  }

  /** Ends a match that takes too long. */
  private static final class TooManyLooks extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooManyLooks() {
      super(null, null, false, false);
    }
  }

  /** Counts how often it is looked at. */
  private record Counted(String text, Looks looks) implements CharSequence {
    @Override
    public int length() {
      return text.length();
    }

    @Override
    public char charAt(int index) {
      if (++looks.count > MOST_LOOKS) {
        throw new TooManyLooks();
      }
      return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return text.substring(start, end);
    }

    @Override
    public String toString() {
      return text;
    }
  }
}
