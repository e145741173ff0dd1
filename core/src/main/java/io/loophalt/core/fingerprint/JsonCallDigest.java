package io.loophalt.core.fingerprint;

import java.util.Set;

/**
 * Digests tool calls whose arguments are text: the digests of {@link CanonicalDigest}, without its
 * reader of Java objects.
 *
 * <p>Reusable, not thread-safe. O(text); allocates nothing in steady state for JSON text without
 * escapes, unless names are left out.
 */
public final class JsonCallDigest {

  private static final long[] NO_NAMES = {};

  private final JsonDigest documents = new JsonDigest();
  private boolean cut;

  /**
   * The digest of a call, never 0.
   *
   * @param arguments JSON text; any other counts letter by letter
   * @param namesLeftOut names of members of the outermost JSON object that say nothing about the
   *     action
   */
  public long of(String tool, CharSequence arguments, Set<String> namesLeftOut) {
    return TextDigest.combine(TextDigest.of(tool), ofArguments(arguments, names(namesLeftOut)));
  }

  /**
   * Whether the latest digest is of something beyond the bounds: then equal digests do not mean
   * equal calls.
   */
  public boolean isCut() {
    return cut;
  }

  private long ofArguments(CharSequence arguments, long[] namesLeftOut) {
    long digest;
    try {
      digest = documents.of(arguments, namesLeftOut);
      cut = documents.isCut();
    } catch (StackOverflowError deepInTheCallersStack) {
      digest = JsonDigest.NOT_JSON;
    }
    if (digest != JsonDigest.NOT_JSON) {
      return digest;
    }
    cut = arguments.length() > CanonicalForm.MAX_TEXT;
    return TextDigest.present(CanonicalForm.text(arguments));
  }

  private static long[] names(Set<String> namesLeftOut) {
    if (namesLeftOut.isEmpty()) {
      return NO_NAMES;
    }
    long[] names = new long[namesLeftOut.size()];
    int i = 0;
    for (String name : namesLeftOut) {
      names[i++] = CanonicalForm.text(name);
    }
    return names;
  }
}
