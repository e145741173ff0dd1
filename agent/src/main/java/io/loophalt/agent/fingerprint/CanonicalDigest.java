package io.loophalt.agent.fingerprint;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Digests argument values in canonical form: key order, number form and JSON white space make no
 * difference.
 *
 * <p>Reusable, not thread-safe; one per thread.
 */
public final class CanonicalDigest {

  private static final int MAX_DEPTH = 16;
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private final Map<String, @Nullable Object> arguments = new LinkedHashMap<>();
  private String tool = "";

  /** The digest of any Java value. */
  public long ofValue(@Nullable Object value) {
    return digest(value, 0);
  }

  /**
   * The digest of JSON text, equal to {@link #ofValue} of the parsed tree. Text that is not JSON is
   * digested as a plain string.
   */
  public long ofJson(CharSequence json) {
    try {
      return ofValue(JSON.readValue(json.toString(), Object.class));
    } catch (JsonProcessingException notJson) {
      return ofValue(json.toString());
    }
  }

  /** The digest of a call: the tool's name and its arguments as JSON text. */
  public long ofCall(String tool, CharSequence argumentsJson) {
    return TextDigest.combine(TextDigest.of(tool), ofJson(argumentsJson));
  }

  /** Starts the digest of a call whose arguments follow one by one. */
  public void begin(String tool) {
    this.tool = tool;
    arguments.clear();
  }

  /** Adds a named argument; order makes no difference. */
  public void add(String parameterName, @Nullable Object value) {
    arguments.put(parameterName, value);
  }

  /**
   * The digest of the call begun: {@link TextDigest#combine} of the tool's {@link TextDigest} and
   * what {@link #ofValue} gives for a map of the arguments.
   */
  public long finish() {
    return TextDigest.combine(TextDigest.of(tool), ofValue(arguments));
  }

  private long digest(@Nullable Object value, int depth) {
    if (value == null) {
      return 1;
    }
    if (depth > MAX_DEPTH) {
      return TextDigest.of(value.getClass().getName());
    }
    if (value instanceof CharSequence text) {
      return TextDigest.combine(2, TextDigest.of(text));
    }
    if (value instanceof Number number) {
      try {
        String canonical =
            new BigDecimal(number.toString()).stripTrailingZeros().toEngineeringString();
        return TextDigest.combine(3, TextDigest.of(canonical));
      } catch (NumberFormatException notFinite) {
        return TextDigest.combine(3, TextDigest.of(number.toString()));
      }
    }
    if (value instanceof Map<?, ?> map) {
      long sum = 4;
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        sum +=
            TextDigest.combine(
                TextDigest.of(String.valueOf(entry.getKey())), digest(entry.getValue(), depth + 1));
      }
      return TextDigest.present(sum);
    }
    if (value instanceof Set<?> set) {
      long sum = 5;
      for (Object element : set) {
        sum += TextDigest.combine(5, digest(element, depth + 1));
      }
      return TextDigest.present(sum);
    }
    if (value instanceof Collection<?> list) {
      long digest = 6;
      for (Object element : list) {
        digest = TextDigest.combine(digest, digest(element, depth + 1));
      }
      return digest;
    }
    if (value.getClass().isArray()) {
      long digest = 6;
      for (int i = 0; i < Array.getLength(value); i++) {
        digest = TextDigest.combine(digest, digest(Array.get(value, i), depth + 1));
      }
      return digest;
    }
    return TextDigest.combine(
        TextDigest.of(value.getClass().getName()), TextDigest.of(String.valueOf(value)));
  }
}
