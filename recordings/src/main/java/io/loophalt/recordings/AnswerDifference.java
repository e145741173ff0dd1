package io.loophalt.recordings;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loophalt.core.policy.VolatileParts;
import io.loophalt.core.text.ArgumentShape;
import io.loophalt.core.text.ErrorNormalizer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * In what two answers to the same call differ, if it is nothing but a few parts that look as if
 * they meant nothing: a value that a clock or chance has made, or one whose name says so.
 *
 * <p>A number, a word or a state under any other name may be what was asked for, and is never such
 * a part. Not thread-safe.
 */
final class AnswerDifference {

  private static final int MOST_PARTS = 4;
  private static final int MOST_NESTING = 64;

  /** Of the words before a part, as much as tells one place of an answer from another. */
  private static final int LONGEST_WORDS = 24;

  /** Last words of names under which stands what measures or names one answer only. */
  private static final Set<String> MEASURES =
      Set.of(
          "took",
          "ms",
          "millis",
          "elapsed",
          "duration",
          "latency",
          "etag",
          "cursor",
          "trace",
          "token",
          "host",
          "node",
          "timestamp");

  /** Two answers differ in more than parts that mean nothing. */
  private static final class InMore extends Exception {
    private static final long serialVersionUID = 1L;
  }

  private final ObjectMapper json =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  /**
   * The parts, as a configuration would name them; empty if the answers differ in anything else.
   */
  Set<String> between(String one, String other) {
    Set<String> parts = inJson(one, other);
    Set<String> found = parts == null ? inText(one, other) : parts;
    return areAllTheyDifferIn(found, one, other) ? found : Set.of();
  }

  private static boolean areAllTheyDifferIn(Set<String> parts, String one, String other) {
    try {
      VolatileParts left = VolatileParts.of(parts);
      return left.leaveOut(one).equals(left.leaveOut(other));
    } catch (IllegalArgumentException noParts) {
      return false;
    }
  }

  /** Null if one of them is no JSON. */
  private @Nullable Set<String> inJson(String one, String other) {
    JsonNode first = tree(one);
    JsonNode second = first == null ? null : tree(other);
    if (first == null || second == null) {
      return null;
    }
    Set<String> paths = new TreeSet<>();
    try {
      compare("$", "", first, second, paths, 0);
    } catch (InMore inMore) {
      return Set.of();
    }
    return paths;
  }

  private @Nullable JsonNode tree(String text) {
    String begun = text.stripLeading();
    if (!begun.startsWith("{") && !begun.startsWith("[")) {
      return null;
    }
    try {
      return json.readTree(begun);
    } catch (JsonProcessingException noJson) {
      return null;
    }
  }

  private void compare(
      String path, String name, JsonNode one, JsonNode other, Set<String> paths, int depth)
      throws InMore {
    if (one.equals(other)) {
      return;
    }
    if (depth > MOST_NESTING || one.size() != other.size()) {
      throw new InMore();
    }
    if (one.isObject() && other.isObject()) {
      for (Iterator<String> names = one.fieldNames(); names.hasNext(); ) {
        String each = names.next();
        JsonNode second = other.get(each);
        if (second == null) {
          throw new InMore();
        }
        compare(path + member(each), each, one.get(each), second, paths, depth + 1);
      }
      return;
    }
    if (one.isArray() && other.isArray()) {
      for (int i = 0; i < one.size(); i++) {
        compare(path + "[*]", name, one.get(i), other.get(i), paths, depth + 1);
      }
      return;
    }
    if (!one.isValueNode()
        || !other.isValueNode()
        || !meansNothing(name, one.asText(), other.asText())) {
      throw new InMore();
    }
    paths.add(path);
    if (paths.size() > MOST_PARTS) {
      throw new InMore();
    }
  }

  private static String member(String name) {
    boolean plain = !name.isEmpty() && name.chars().allMatch(AnswerDifference::isPlain);
    return plain ? '.' + name : "['" + name + "']";
  }

  private static boolean isPlain(int c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '-';
  }

  private static boolean meansNothing(String name, String one, String other) {
    return saysSo(name) || (isMadeByChance(one, other) && isMadeByChance(other, one));
  }

  private static boolean saysSo(String name) {
    List<String> words = words(name);
    return ArgumentShape.isMark(name)
        || (!words.isEmpty() && MEASURES.contains(words.get(words.size() - 1)));
  }

  /** {@code took_ms}, {@code tookMs} and {@code took-ms} are two words. */
  private static List<String> words(String name) {
    List<String> words = new ArrayList<>();
    for (String word : name.split("[^\\p{L}\\p{N}]+|(?<=\\p{Ll})(?=\\p{Lu})")) {
      if (!word.isEmpty()) {
        words.add(word.toLowerCase(Locale.ROOT));
      }
    }
    return words;
  }

  /** Whether two values are one kind of id or time. A plain number is neither. */
  private static boolean isMadeByChance(String one, String other) {
    boolean number = one.chars().allMatch(c -> (c >= '0' && c <= '9') || c == '.' || c == ',');
    return !number
        && ErrorNormalizer.normalize(one).equals(ErrorNormalizer.normalize(other))
        && one.chars().anyMatch(c -> c >= '0' && c <= '9');
  }

  /** The one place at which two texts differ, if it is a single run of characters. */
  private static Set<String> inText(String one, String other) {
    int begin = 0;
    int shorter = Math.min(one.length(), other.length());
    while (begin < shorter && one.charAt(begin) == other.charAt(begin)) {
      begin++;
    }
    int behind = 0;
    while (behind < shorter - begin
        && one.charAt(one.length() - 1 - behind) == other.charAt(other.length() - 1 - behind)) {
      behind++;
    }
    while (begin > 0 && isInWord(one.charAt(begin - 1))) {
      begin--;
    }
    String first = one.substring(begin, endOfWord(one, one.length() - behind));
    String second = other.substring(begin, endOfWord(other, other.length() - behind));
    String before = wordsBefore(one, begin);
    boolean single = isWord(first) && isWord(second);
    return single && !before.isBlank() && meansNothing(lastWords(before), first, second)
        ? Set.of(before + '*')
        : Set.of();
  }

  private static int endOfWord(String text, int from) {
    int end = from;
    while (end < text.length() && isInWord(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static boolean isWord(String text) {
    return !text.isEmpty() && text.chars().allMatch(c -> isInWord((char) c));
  }

  /** What a star stands for, but for a star. */
  private static boolean isInWord(char c) {
    return Character.isLetterOrDigit(c) || "-_.:+/=%@~#$^!?".indexOf(c) >= 0;
  }

  /** The end of the line before a place, from the beginning of a word on. */
  private static String wordsBefore(String text, int at) {
    int from = text.lastIndexOf('\n', at - 1) + 1;
    if (at - from > LONGEST_WORDS) {
      int blank = text.indexOf(' ', at - LONGEST_WORDS);
      from = blank < 0 || blank + 1 >= at ? from : blank + 1;
    }
    return text.substring(Math.min(from, at), at).stripLeading();
  }

  /** The two words that a value may have for its name. */
  private static String lastWords(String text) {
    List<String> words = words(text);
    return String.join("_", words.subList(Math.max(0, words.size() - 2), words.size()));
  }
}
