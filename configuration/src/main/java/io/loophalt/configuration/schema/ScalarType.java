package io.loophalt.configuration.schema;

import io.loophalt.configuration.schema.YamlNode.Kind;
import io.loophalt.configuration.schema.YamlNode.Scalar;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A single value.
 *
 * @param wanted what is wanted, to go after "must be"
 * @param kinds what it may be for YAML; a text is then narrowed by the pattern or the choices
 * @param pattern what the whole of it matches, also when YAML takes it for a number; kept to what
 *     Java and JavaScript understand alike, for it is published in the JSON Schema; null for any
 * @param minimum of an integer
 * @param maximum of an integer
 * @param maximumLength of the text, in UTF-16 units
 * @param choices the only values; empty for any
 * @param namesCode whether it names code, which {@code check-config} looks up and shows
 * @param isSecret whether it comes from a variable alone, because others read the file
 * @param isHidden whether no message quotes it, because a secret may be in it
 * @param parse makes the value of a text that matches; null refuses it, {@link Refusal} says why
 */
public record ScalarType<T>(
    String wanted,
    Set<Kind> kinds,
    @Nullable Pattern pattern,
    long minimum,
    long maximum,
    int maximumLength,
    List<String> choices,
    boolean namesCode,
    boolean isSecret,
    boolean isHidden,
    Function<String, @Nullable T> parse)
    implements Type<T> {

  /**
   * Longest value of most types. Java's regular expressions recurse on repeated groups, so that an
   * endless number would otherwise end in a stack overflow.
   */
  private static final int MAX_LENGTH = 250;

  /** Why a value is refused, where "must be …, not …" would not help. */
  static final class Refusal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    Refusal(String problem) {
      super(problem);
    }

    String problem() {
      return String.valueOf(getMessage());
    }
  }

  static <T> ScalarType<T> of(
      String wanted,
      Set<Kind> kinds,
      @Nullable String pattern,
      Function<String, @Nullable T> parse) {
    return new ScalarType<>(
        wanted,
        kinds,
        pattern == null ? null : Pattern.compile(pattern),
        Long.MIN_VALUE,
        Long.MAX_VALUE,
        MAX_LENGTH,
        List.of(),
        /* namesCode= */ false,
        /* isSecret= */ false,
        /* isHidden= */ false,
        parse);
  }

  public static <T> ScalarType<T> choice(
      List<String> choices, Function<String, @Nullable T> parse) {
    return new ScalarType<>(
        "one of " + String.join(", ", choices),
        Set.of(Kind.TEXT),
        null,
        Long.MIN_VALUE,
        Long.MAX_VALUE,
        MAX_LENGTH,
        List.copyOf(choices),
        /* namesCode= */ false,
        /* isSecret= */ false,
        /* isHidden= */ false,
        parse);
  }

  ScalarType<T> between(long smallest, long largest) {
    return new ScalarType<>(
        wanted,
        kinds,
        pattern,
        smallest,
        largest,
        maximumLength,
        choices,
        namesCode,
        isSecret,
        isHidden,
        parse);
  }

  ScalarType<T> upTo(int length) {
    return new ScalarType<>(
        wanted, kinds, pattern, minimum, maximum, length, choices, namesCode, isSecret, isHidden,
        parse);
  }

  ScalarType<T> ofCode() {
    return new ScalarType<>(
        wanted,
        kinds,
        pattern,
        minimum,
        maximum,
        maximumLength,
        choices,
        /* namesCode= */ true,
        isSecret,
        isHidden,
        parse);
  }

  ScalarType<T> ofSecret() {
    return new ScalarType<>(
        wanted,
        kinds,
        pattern,
        minimum,
        maximum,
        maximumLength,
        choices,
        namesCode,
        /* isSecret= */ true,
        /* isHidden= */ true,
        parse);
  }

  ScalarType<T> hidden() {
    return new ScalarType<>(
        wanted,
        kinds,
        pattern,
        minimum,
        maximum,
        maximumLength,
        choices,
        namesCode,
        isSecret,
        /* isHidden= */ true,
        parse);
  }

  /**
   * Whether variables may stand in it: in texts alone, because numbers are shown where they
   * contradict each other.
   */
  public boolean takesVariables() {
    return !namesCode && kinds.equals(Set.of(Kind.TEXT));
  }

  @Override
  public boolean fits(YamlNode node) {
    return node instanceof Scalar scalar && kinds.contains(scalar.kind());
  }

  /** Whether a scalar fits and has the right pattern. */
  boolean matches(Scalar scalar) {
    return fits(scalar)
        && scalar.text().length() <= maximumLength
        && (pattern == null || pattern.matcher(scalar.text()).matches());
  }

  @Override
  public T readFitting(YamlNode node, SettingContext where) {
    Scalar scalar = (Scalar) node;
    boolean variable = scalar.withVariables() != null;
    if (variable && !takesVariables()) {
      throw where.mistake(
          node.place(),
          where.subject() + " takes no variable; write out what is in " + Quote.of(scalar.shown()));
    }
    if (isSecret && !variable) {
      throw where.mistake(
          node.place(),
          where.subject() + " is not written out, as others may read it; write ${NAME}, or a file");
    }
    if (scalar.text().length() > maximumLength) {
      throw where.mistake(
          node.place(), where.subject() + " is longer than " + maximumLength + " characters");
    }
    if (!choices.isEmpty() && !choices.contains(scalar.text())) {
      throw where.unknownValue(scalar, choices);
    }
    if (!matches(scalar)) {
      throw where.wrong(node, this);
    }
    T value;
    try {
      value = parse.apply(scalar.text());
    } catch (Refusal refusal) {
      if (variable) {
        throw where.wrong(node, this);
      }
      throw where.mistake(node.place(), where.subject() + ": " + refusal.problem());
    }
    if (value == null) {
      throw where.wrong(node, this);
    }
    return value;
  }
}
