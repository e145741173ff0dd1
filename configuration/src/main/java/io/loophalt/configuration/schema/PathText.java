package io.loophalt.configuration.schema;

import io.loophalt.runtime.policy.ValuePath;
import io.loophalt.runtime.policy.ValuePath.Element;
import io.loophalt.runtime.policy.ValuePath.Member;
import io.loophalt.runtime.policy.ValuePath.Root;
import io.loophalt.runtime.policy.ValuePath.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A path to a value as it is written: {@code this}, an argument by its number, or {@code result},
 * then {@code .name} and {@code [index]}.
 *
 * @param root where it begins
 * @param argument the position of the argument if it begins at one, else 0
 * @param steps the way from there
 */
public record PathText(Root root, int argument, List<Step> steps) {

  /** An index has at most this many digits: no list of a model's answer is longer. */
  private static final String STEPS = "([.][^\\s.()\\[\\]]+|\\[[0-9]{1,6}\\])*";

  private static final String BEFORE = "this|argument[0-9]{1,3}";

  /** A path that can be read before the method runs. */
  static final String BEFORE_THE_CALL = "(" + BEFORE + ")" + STEPS;

  /** A path that can be read when the method has returned. */
  static final String AFTER_THE_CALL = "(" + BEFORE + "|result)" + STEPS;

  private static final Pattern ROOT = Pattern.compile("(this|result)|argument([0-9]+)");
  private static final Pattern STEP = Pattern.compile("[.]([^.\\[]+)|\\[([0-9]+)\\]");

  /** Reads a text that one of the patterns has let through. */
  static PathText parse(String text) {
    Matcher at = ROOT.matcher(text);
    if (!at.lookingAt()) {
      throw new IllegalArgumentException(text);
    }
    String word = at.group(1);
    Root root = word == null ? Root.ARGUMENT : word.equals("this") ? Root.THIS : Root.RESULT;
    int argument = word == null ? Integer.parseInt(at.group(2)) : 0;
    List<Step> steps = new ArrayList<>();
    Matcher step = STEP.matcher(text);
    for (int from = at.end(); from < text.length(); from = step.end()) {
      if (!step.region(from, text.length()).lookingAt()) {
        throw new IllegalArgumentException(text);
      }
      String name = step.group(1);
      steps.add(name == null ? new Element(Integer.parseInt(step.group(2))) : new Member(name));
    }
    return new PathText(root, argument, List.copyOf(steps));
  }

  public ValuePath at(SourceLocation place) {
    return new ValuePath(root, argument, steps, place.toString());
  }
}
