package io.loophalt.agent.fingerprint;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reduces an error text to what stays the same when the same thing goes wrong again. Thread-safe.
 */
public final class ErrorNormalizer {

  private static final int MAX_CAUSES = 16;
  private static final Pattern FRAME =
      Pattern.compile("(?m)^\\s*(at \\S+\\(.*\\)|\\.\\.\\. \\d+ more)$");
  private static final Pattern PATH =
      Pattern.compile("(?<![\\w:/])(?:[A-Za-z]:)?[\\w.-]*(?:[/\\\\][\\w.-]+)*[/\\\\]([\\w.-]+)");
  private static final Pattern UUID =
      Pattern.compile("(?i)\\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\\b");
  private static final Pattern ADDRESS = Pattern.compile("@[0-9a-f]+\\b|\\b0x[0-9A-Fa-f]+\\b");
  private static final Pattern NUMBER = Pattern.compile("\\d+");
  private static final Pattern SPACE = Pattern.compile("\\s+");

  private ErrorNormalizer() {}

  /** The text with everything that varies from one occurrence to the next replaced. */
  public static String normalize(CharSequence text) {
    String result = FRAME.matcher(text).replaceAll(" ");
    result = PATH.matcher(result).replaceAll("$1");
    result = UUID.matcher(result).replaceAll("<uuid>");
    result = ADDRESS.matcher(result).replaceAll("<id>");
    result = NUMBER.matcher(result).replaceAll("<n>");
    return SPACE.matcher(result).replaceAll(" ").strip();
  }

  /** The {@link TextDigest} of the normalised text. */
  public static long digest(CharSequence text) {
    return TextDigest.of(normalize(text));
  }

  /** The digest of exception type, normalised message and causes. Stack frames never count. */
  public static long digest(Throwable thrown) {
    long digest = 1;
    @Nullable Throwable current = thrown;
    for (int depth = 0; current != null && depth < MAX_CAUSES; depth++) {
      String message = current.getMessage();
      digest = TextDigest.combine(digest, TextDigest.of(current.getClass().getName()));
      digest = TextDigest.combine(digest, message == null ? 0 : digest(message));
      current = current.getCause();
    }
    return digest;
  }
}
