package io.loophalt.runtime.policy;

import java.util.List;

/**
 * The way from a call to a value: {@code this}, an argument or the result, and from there by
 * members, keys and indexes, such as {@code result.choices[0].message.toolCalls}.
 *
 * @param root where it begins
 * @param argument 0-based position of the argument if it begins at one, else 0
 * @param steps the way from there, possibly none
 * @param place {@code file:line:column} where it is written, for messages
 */
public record ValuePath(Root root, int argument, List<Step> steps, String place) {

  /** Where a path begins. */
  public enum Root {
    /** The receiver of the call. */
    THIS,
    /** An argument of the call. */
    ARGUMENT,
    /** What the method returned. */
    RESULT
  }

  /** One step of a path. */
  public sealed interface Step {}

  /**
   * A getter, field or key.
   *
   * @param name without {@code get} or {@code is}
   */
  public record Member(String name) implements Step {
    @Override
    public String toString() {
      return '.' + name;
    }
  }

  /**
   * An element of a list, collection or array.
   *
   * @param position 0-based
   */
  public record Element(int position) implements Step {
    @Override
    public String toString() {
      return "[" + position + ']';
    }
  }

  /** Copies the steps. */
  public ValuePath {
    steps = List.copyOf(steps);
  }

  /** The path up to the step with this position, as it is written. */
  public String upTo(int step) {
    StringBuilder text =
        new StringBuilder(
            switch (root) {
              case THIS -> "this";
              case ARGUMENT -> "argument" + argument;
              case RESULT -> "result";
            });
    for (Step each : steps.subList(0, step)) {
      text.append(each);
    }
    return text.toString();
  }

  /** The path as it is written. */
  @Override
  public String toString() {
    return upTo(steps.size());
  }
}
