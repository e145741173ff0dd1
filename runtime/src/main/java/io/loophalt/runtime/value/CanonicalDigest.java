package io.loophalt.runtime.value;

import io.loophalt.core.fingerprint.CanonicalForm;
import io.loophalt.core.fingerprint.JsonDigest;
import io.loophalt.core.fingerprint.TextDigest;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Digests what a call does: its arguments in canonical form.
 *
 * <ul>
 *   <li>The order of keys, of the elements of sets and of named arguments makes no difference; that
 *       of lists and arrays does.
 *   <li>{@code 1}, {@code 1.0}, {@code 1e0} and {@code BigDecimal.ONE} are one number; whole
 *       numbers are exact.
 *   <li>JSON text and the tree a parser makes of it have one digest.
 *   <li>Text counts letter by letter, enum constants as their name.
 *   <li>Records and other objects of the application count by type and by field: name and value,
 *       inherited ones included. Transient, static and synthetic fields are left out. Handles such
 *       as streams, locks and lambdas count by their type. Of the JDK, {@link KnownValues} count by
 *       their value. What has a value that only other code could tell counts by its identity.
 * </ul>
 *
 * <p>Bounded: containers nested deeper than 16, what follows the 16,384th value and what follows
 * the first 16 million characters or bytes count by their size, and of a text of more than
 * 1,048,576 characters the two ends and the length count. {@link #isCut} says so. What holds
 * objects of the application and is no tree within these bounds is read as a graph: each object
 * once in a pass, in as many passes as tell the objects apart, of 65,536 values in all.
 *
 * <p>No method of a value of the application is called. What cannot be read because another thread
 * changes it is like no other, as what is beyond the bounds.
 *
 * <p>Reusable, not thread-safe; one per thread. Allocates nothing in steady state for text,
 * numbers, booleans and enums, for random-access lists of them, and for JSON text without escapes
 * whose numbers have at most 15 digits; a map costs its iterator. Takes no lock. No digest is ever
 * 0.
 */
public final class CanonicalDigest {

  private static final long[] NO_NAMES = {};

  private final ValueDigest values = new ValueDigest();

  /** Made for the first document: a thread of a single call may never read one. */
  private @Nullable JsonDigest documents;

  private long tool = TextDigest.of("");
  private long sumOfArguments;
  private int arguments;
  private boolean cut;

  /** The digest of any Java value. */
  public long ofValue(@Nullable Object value) {
    return ofValue(value, /* fieldsMayBeCut= */ true);
  }

  /**
   * As {@link #ofValue}, for what a tool has returned: what an object holds in its fields is a part
   * of the result, so that {@link #isCut} speaks of it, too.
   */
  public long ofResult(@Nullable Object value) {
    return ofValue(value, /* fieldsMayBeCut= */ false);
  }

  private long ofValue(@Nullable Object value, boolean fieldsMayBeCut) {
    values.begin(fieldsMayBeCut);
    long digest = TextDigest.present(values.of(value, 0));
    cut = values.isCut();
    return digest;
  }

  /**
   * Whether the latest digest is of something beyond the bounds: then equal digests do not mean
   * equal values.
   */
  public boolean isCut() {
    return cut;
  }

  /**
   * Whether in the latest value or call something counted by its type only: a handle, or what
   * cannot be read. Of two results with one digest nothing is known then.
   */
  public boolean isOpaque() {
    return values.isOpaque();
  }

  /**
   * The digest of JSON text, equal to {@link #ofValue} of the tree of maps, lists, strings,
   * numbers, booleans and nulls that it stands for. Text that is not JSON, that has a name twice in
   * one object, or that nests deeper than 256 is digested as plain text.
   */
  public long ofJson(CharSequence json) {
    return ofJson(json, NO_NAMES);
  }

  private long ofJson(CharSequence json, long[] namesLeftOut) {
    long digest;
    try {
      JsonDigest reader = documents == null ? new JsonDigest() : documents;
      documents = reader;
      digest = reader.of(json, namesLeftOut);
      cut = reader.isCut();
    } catch (StackOverflowError deepInTheCallersStack) {
      digest = JsonDigest.NOT_JSON;
    }
    return digest == JsonDigest.NOT_JSON ? ofValue(json) : digest;
  }

  /** The digest of a call: of the tool's name and its arguments as JSON text. */
  public long ofCall(String tool, CharSequence argumentsJson) {
    return TextDigest.combine(TextDigest.of(tool), ofJson(argumentsJson));
  }

  /**
   * The digest of a call as a framework hands it on, without some of the arguments.
   *
   * @param written JSON text, or the map that the framework has made of it: both have one digest
   * @param namesLeftOut names of members of the outermost JSON object that say nothing about the
   *     action
   */
  public long ofCall(String tool, Object written, Set<String> namesLeftOut) {
    try {
      Object contents = KnownContents.of(written);
      if (contents instanceof Map<?, ?> parsed) {
        return ofMap(tool, parsed, namesLeftOut);
      }
      if (contents instanceof CharSequence json) {
        return ofText(tool, json, namesLeftOut);
      }
    } catch (RuntimeException changing) {
      cut = true;
      return TextDigest.of(tool);
    }
    return TextDigest.combine(TextDigest.of(tool), ofValue(written));
  }

  private long ofMap(String tool, Map<?, ?> parsed, Set<String> namesLeftOut) {
    begin(tool);
    for (Map.Entry<?, ?> argument : parsed.entrySet()) {
      if (argument.getKey() instanceof String name && !namesLeftOut.contains(name)) {
        add(name, argument.getValue());
      }
    }
    return finish();
  }

  private long ofText(String tool, CharSequence argumentsJson, Set<String> namesLeftOut) {
    if (namesLeftOut.isEmpty()) {
      return ofCall(tool, argumentsJson);
    }
    long[] names = new long[namesLeftOut.size()];
    int i = 0;
    for (String name : namesLeftOut) {
      names[i++] = CanonicalForm.text(name);
    }
    return TextDigest.combine(TextDigest.of(tool), ofJson(argumentsJson, names));
  }

  /** The digest of a parameter's name, for {@link #add(long, Object)}. */
  public static long nameOf(String parameterName) {
    return CanonicalForm.text(parameterName);
  }

  /** Starts the digest of a call whose arguments follow one by one. */
  public void begin(String tool) {
    begin(TextDigest.of(tool));
  }

  /** As {@link #begin(String)}, with the {@link TextDigest} of the tool's name. */
  public void begin(long toolDigest) {
    tool = toolDigest;
    sumOfArguments = 0;
    arguments = 0;
    values.begin(/* fieldsMayBeCut= */ true);
  }

  /** Adds an argument; the order makes no difference, each name may come once. */
  public void add(String parameterName, @Nullable Object value) {
    add(nameOf(parameterName), value);
  }

  /**
   * As {@link #add(String, Object)}, with what {@link #nameOf} gives for the name.
   *
   * @return the digest of the value alone; 0 if it is not read any more
   */
  public long add(long name, @Nullable Object value) {
    arguments++;
    if (!values.hasValuesLeft()) {
      return 0;
    }
    long digest = values.of(value, 1);
    sumOfArguments += CanonicalForm.entry(name, digest);
    return digest;
  }

  /**
   * The digest of the call begun, equal to {@link #ofCall} with a JSON object of the arguments:
   * {@link TextDigest#combine} of the tool's {@link TextDigest} and what {@link #ofValue} gives for
   * a map of them.
   */
  public long finish() {
    cut = values.isCut();
    return ofCall(tool, sumOfArguments, arguments);
  }

  /**
   * The digest of a call of so many arguments, whose {@linkplain CanonicalForm#entry entries} have
   * this sum.
   */
  static long ofCall(long tool, long sumOfArguments, int arguments) {
    long map = CanonicalForm.map(sumOfArguments, arguments);
    return TextDigest.combine(tool, TextDigest.present(map));
  }
}
