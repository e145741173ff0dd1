package io.loophalt.runtime.value;

import io.loophalt.Effect;
import io.loophalt.core.fingerprint.TextDigest;
import io.loophalt.core.policy.VolatileParts;
import io.loophalt.core.text.ArgumentShape;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A method that is a tool, as its annotation or the configuration describes it.
 *
 * @param tool the tool's name
 * @param toolDigest its {@link TextDigest}, made once for all calls
 * @param actionClass the coarse category, null for the tool's name
 * @param task the task of a run that begins with this call, null for none
 * @param effect whether it reads or changes something
 * @param parameters in order
 * @param returnsText whether it is declared to return a text, or a future of the JDK's that comes
 *     to one
 * @param returnsLater whether it is declared to return what may be a future or a publisher, and
 *     another one may be returned in its place; false of a text
 * @param exhaustive whether it is there to try many
 * @param volatileParts what its results are compared without, null for nothing
 * @param publishes whether it is declared to return a publisher, which does nothing until somebody
 *     subscribes
 */
public record ToolMethod(
    String tool,
    long toolDigest,
    @Nullable String actionClass,
    @Nullable String task,
    Effect effect,
    List<Parameter> parameters,
    boolean returnsText,
    boolean returnsLater,
    boolean exhaustive,
    @Nullable VolatileParts volatileParts,
    boolean publishes) {

  /** Digests the name. */
  public ToolMethod(
      String tool,
      @Nullable String actionClass,
      @Nullable String task,
      Effect effect,
      List<Parameter> parameters,
      boolean returnsText) {
    this(
        tool, actionClass, task, effect, parameters, returnsText, !returnsText, false, null, false);
  }

  /** Digests the name. */
  public ToolMethod(
      String tool,
      @Nullable String actionClass,
      @Nullable String task,
      Effect effect,
      List<Parameter> parameters,
      boolean returnsText,
      boolean returnsLater,
      boolean exhaustive,
      @Nullable VolatileParts volatileParts,
      boolean publishes) {
    this(
        tool,
        TextDigest.of(tool),
        actionClass,
        task,
        effect,
        parameters,
        returnsText,
        returnsLater,
        exhaustive,
        volatileParts,
        publishes);
  }

  /** Copies the parameters. */
  public ToolMethod {
    parameters = List.copyOf(parameters);
  }

  /** The names of the parameters that say nothing about the action. */
  public Set<String> namesLeftOut() {
    Set<String> names = new HashSet<>();
    for (Parameter parameter : parameters) {
      if (parameter.role() == ParameterRole.LEFT_OUT) {
        names.add(parameter.name());
      }
    }
    return names;
  }

  /**
   * One parameter.
   *
   * @param name its name, or {@code argN} where the class was compiled without names
   * @param nameDigest what {@link CanonicalDigest#nameOf} gives for it, made once for all calls
   * @param shape what the name says of the values that it has
   * @param role what it means for the fingerprint
   */
  public record Parameter(
      String name, long nameDigest, ArgumentShape.Name shape, ParameterRole role) {

    /** Digests the name. */
    public Parameter(String name, ParameterRole role) {
      this(name, CanonicalDigest.nameOf(name), ArgumentShape.Name.of(name), role);
    }
  }
}
