package io.loophalt.core;

import io.loophalt.Effect;
import io.loophalt.core.detect.Step;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A tool call that a model asks for. Immutable and thread-safe.
 *
 * <p>Calls are the same when tool and arguments are: the order of keys, the form of numbers ({@code
 * 1}, {@code 1.0}) and JSON white space make no difference, and JSON text and the map made of it
 * are one call; docs/fingerprints.md has the rules. Arguments are read up to a million characters.
 */
public final class ToolCall {

  private final String tool;
  private final String argumentsText;
  private final long digest;
  private final List<String> files;
  private final @Nullable String actionClass;
  private final Effect effect;

  private ToolCall(
      String tool,
      String argumentsText,
      long digest,
      List<String> files,
      @Nullable String actionClass,
      Effect effect) {
    this.tool = Objects.requireNonNull(tool, "tool");
    this.argumentsText = argumentsText;
    this.digest = digest;
    this.files = files;
    this.actionClass = actionClass;
    this.effect = effect;
  }

  /**
   * A call with its arguments as the model wrote them.
   *
   * @param argumentsJson JSON text; what is not JSON counts letter by letter
   */
  public static ToolCall of(String tool, String argumentsJson) {
    String text = Objects.requireNonNull(argumentsJson, "argumentsJson");
    return new ToolCall(tool, text, Step.ABSENT, List.of(), null, Effect.UNKNOWN);
  }

  /**
   * A call with its arguments by name: texts, numbers, booleans, nulls, enum constants, and maps,
   * collections and arrays of them. Of other values of the JDK, those that say in their {@code
   * toString} all that they hold: texts, {@code java.time}, {@code UUID}, {@code URI}, {@code
   * Path}, {@code File}, {@code Locale}; and dates by their milliseconds or nanoseconds.
   *
   * @throws IllegalArgumentException if one is anything else, or stands deeper than 64 levels; the
   *     message says which
   */
  public static ToolCall of(String tool, Map<String, ?> arguments) {
    return of(tool, JsonText.of(Objects.requireNonNull(arguments, "arguments")));
  }

  /**
   * A call of which only a digest is known: calls with one digest are the same. Rules that read the
   * words of a call find none; repetition is seen all the same.
   *
   * @param action any number but 0, made of the tool's name and its arguments
   */
  public static ToolCall ofDigest(String tool, long action) {
    if (action == Step.ABSENT) {
      throw new IllegalArgumentException("0 stands for no digest");
    }
    return new ToolCall(tool, "", action, List.of(), null, Effect.UNKNOWN);
  }

  /** The same call, touching these files: paths, by which edits of one file are told apart. */
  public ToolCall touching(List<String> paths) {
    return new ToolCall(tool, argumentsText, digest, List.copyOf(paths), actionClass, effect);
  }

  /**
   * The same call, as one of a class such as {@code file_edit}: attempts of one class are compared
   * though their tools and words differ. By default each tool is a class of its own.
   */
  public ToolCall as(String classOfActions) {
    String known = Objects.requireNonNull(classOfActions, "classOfActions");
    return new ToolCall(tool, argumentsText, digest, files, known, effect);
  }

  /** The same call, of a tool that is known to read or to change something. */
  public ToolCall with(Effect knownEffect) {
    Effect known = Objects.requireNonNull(knownEffect, "knownEffect");
    return new ToolCall(tool, argumentsText, digest, files, actionClass, known);
  }

  /** The tool's name. */
  public String tool() {
    return tool;
  }

  /** The arguments as JSON or other text; empty where only a digest is known. */
  String argumentsText() {
    return argumentsText;
  }

  /** The digest that the caller gave, else {@link Step#ABSENT}. */
  long digest() {
    return digest;
  }

  List<String> files() {
    return files;
  }

  @Nullable String actionClass() {
    return actionClass;
  }

  Effect effect() {
    return effect;
  }
}
