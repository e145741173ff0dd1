package io.loophalt.configuration.schema;

import io.loophalt.configuration.schema.ScalarType.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A pattern over methods as it is written: {@code class.method}, or {@code class.method(types)}.
 *
 * @param className fully qualified; may hold {@code *} and {@code ?}
 * @param methodName may hold {@code *} and {@code ?}; {@code <init>} for constructors, which are
 *     refused with a warning when their class is met
 * @param parameterTypes fully qualified erased types; null for any parameters
 */
public record MethodName(
    String className, String methodName, @Nullable List<String> parameterTypes) {

  private static final String CONSTRUCTOR = "<init>";

  private static final Pattern GLOB = Pattern.compile("[^\\s.()<>\\[\\],:#;/]+");

  /** Possessive, because a name is long and Java recurses on repeated groups otherwise. */
  private static final Pattern CLASS_GLOB = Pattern.compile(GLOB + "([.]" + GLOB + ")*+");

  private static final Pattern TYPE =
      Pattern.compile("[^\\s.()<>\\[\\],*?:#;/]+([.][^\\s.()<>\\[\\],*?:#;/]+)*+(\\[\\])*+");
  private static final Set<String> JAVA_LANG =
      Set.of(
          "Object",
          "String",
          "CharSequence",
          "Boolean",
          "Byte",
          "Character",
          "Short",
          "Integer",
          "Long",
          "Float",
          "Double",
          "Number",
          "Class",
          "Iterable",
          "Runnable");

  /** Reads the text; {@link Refusal} says what is wrong with it. */
  static MethodName parse(String text) {
    int parenthesis = text.indexOf('(');
    String path = (parenthesis < 0 ? text : text.substring(0, parenthesis)).strip();
    int dot = path.lastIndexOf('.');
    if (dot < 0) {
      throw new Refusal(
          Quote.of(text) + " names no class; write class and method as in com.acme.Tools.search");
    }
    String className = path.substring(0, dot);
    String methodName = path.substring(dot + 1);
    if (!CLASS_GLOB.matcher(className).matches()
        || !(methodName.equals(CONSTRUCTOR) || GLOB.matcher(methodName).matches())) {
      throw new Refusal(
          Quote.of(text) + " is no method; write class and method as in com.acme.Tools.search");
    }
    return new MethodName(
        className, methodName, parenthesis < 0 ? null : types(text.substring(parenthesis)));
  }

  private static List<String> types(String parameters) {
    if (parameters.indexOf(')') != parameters.length() - 1) {
      throw new Refusal("the parameter types must end with one ')'");
    }
    String inner = parameters.substring(1, parameters.length() - 1);
    List<String> types = new ArrayList<>();
    if (!inner.isBlank()) {
      for (String type : inner.split(",", -1)) {
        types.add(type(type.strip()));
      }
    }
    return types;
  }

  private static String type(String written) {
    String type =
        written.endsWith("...") ? written.substring(0, written.length() - 3) + "[]" : written;
    if (!TYPE.matcher(type).matches()) {
      throw new Refusal(
          Quote.of(written)
              + " is no erased parameter type; write one such as java.lang.String, int, byte[]"
              + " or java.util.List");
    }
    int bracket = type.indexOf('[');
    String element = bracket < 0 ? type : type.substring(0, bracket);
    if (JAVA_LANG.contains(element)) {
      throw new Refusal(
          "the parameter type "
              + Quote.of(element)
              + " must be written in full: java.lang."
              + element);
    }
    return type;
  }
}
