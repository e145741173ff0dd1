package io.loophalt.core.policy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What in a tool's texts says nothing: a time, a request id, a cursor that means nothing. It is
 * left out before one text is compared with another, so that {@code *} stands where it stood.
 *
 * <p>A part is written in one of two ways:
 *
 * <ul>
 *   <li>A path into JSON begins with {@code $}: {@code $.meta.request_id}, {@code $.items[*].etag},
 *       {@code $.items[0].at}, {@code $['next cursor']}, {@code $..cursor} for a member of this
 *       name wherever it stands. A star in place of a name stands for any. Upper and lower case of
 *       names make no difference. What it leads to is left out, whatever it is. JSON is what begins
 *       a line with a brace or bracket, and the documents behind it.
 *   <li>Anything else is a pattern over the text, such as {@code request id *} or {@code Date: **}.
 *       A {@code *} stands for one run of letters, digits and any of {@code -_.:+/=%@~#$^!?*}, at
 *       least one and as many as there are; {@code **} for the rest of the line up to a quote or
 *       backslash. What they stand for is left out, and the words around it stay.
 * </ul>
 *
 * <p>Leaving out twice is the same as once, of texts of at most {@value #MOST_CHARACTERS}
 * characters. Of a longer one so many are looked at, and the rest stays as it is.
 *
 * <p>Immutable and thread-safe. O(characters looked at × patterns): nothing is tried twice. A text
 * that holds none of the parts is returned as it is; nothing is allocated for it, but for a small
 * reader where there are paths and it is JSON.
 */
public final class VolatileParts {

  /** Characters of a text that are looked at. */
  public static final int MOST_CHARACTERS = 16_384;

  /** Parts that one tool can have. */
  public static final int MOST_PARTS = 32;

  /** Nothing is left out. */
  public static final VolatileParts NONE = new VolatileParts(List.of());

  private final List<String> parts;
  private final @Nullable JsonPaths paths;
  private final TextPattern[] patterns;

  private VolatileParts(List<String> parts) {
    this.parts = List.copyOf(parts);
    JsonPaths.Builder ofJson = new JsonPaths.Builder();
    List<TextPattern> ofText = new ArrayList<>();
    for (String part : parts) {
      if (isPath(part)) {
        ofJson.add(part);
      } else {
        ofText.add(TextPattern.parse(part));
      }
    }
    this.paths = ofJson.build();
    this.patterns = ofText.toArray(new TextPattern[0]);
  }

  /**
   * These parts.
   *
   * @throws IllegalArgumentException if one of them is no part, or there are more than {@value
   *     #MOST_PARTS}; its message says which and why, and what would be right
   */
  public static VolatileParts of(Collection<String> parts) {
    if (parts.size() > MOST_PARTS) {
      throw new IllegalArgumentException(
          "at most " + MOST_PARTS + " parts can be left out, not " + parts.size());
    }
    return parts.isEmpty() ? NONE : new VolatileParts(new ArrayList<>(parts));
  }

  /** These parts, see {@link #of(Collection)}. */
  public static VolatileParts of(String... parts) {
    return of(List.of(parts));
  }

  /** Whether a text is meant as a part, and not as the name of an argument. */
  public static boolean isPart(String text) {
    return isPath(text) || text.indexOf('*') >= 0;
  }

  private static boolean isPath(String part) {
    return part.startsWith("$");
  }

  /** Whether nothing is ever left out. */
  public boolean isEmpty() {
    return parts.isEmpty();
  }

  /** The parts as they were written, in this order. */
  public List<String> parts() {
    return parts;
  }

  /**
   * The text with a {@code *} in place of each part.
   *
   * @return the very same object if it holds none of them
   */
  public String leaveOut(String text) {
    String left = paths == null ? text : paths.leaveOut(text);
    return patterns.length == 0 ? left : TextPattern.leaveOut(left, patterns);
  }

  /** One text, of which pieces are replaced from its beginning to its end. */
  static final class Replacing {

    private final String text;
    private @Nullable StringBuilder out;
    private int copied;

    Replacing(String text) {
      this.text = text;
    }

    /** Puts something in place of a piece behind all pieces before it. */
    void replace(int from, int to, String by) {
      if (to - from == by.length() && text.startsWith(by, from)) {
        return;
      }
      StringBuilder begun = out;
      if (begun == null) {
        begun = new StringBuilder(text.length());
        out = begun;
      }
      begun.append(text, copied, from).append(by);
      copied = to;
    }

    /** The whole; the text itself if nothing in it was replaced. */
    String whole() {
      StringBuilder begun = out;
      return begun == null ? text : begun.append(text, copied, text.length()).toString();
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof VolatileParts that && parts.equals(that.parts);
  }

  @Override
  public int hashCode() {
    return parts.hashCode();
  }

  @Override
  public String toString() {
    return parts.toString();
  }
}
