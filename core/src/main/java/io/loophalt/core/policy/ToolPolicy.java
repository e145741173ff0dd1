package io.loophalt.core.policy;

import io.loophalt.Effect;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the configuration says about the tools a pattern matches. Null or empty leaves what the
 * annotation, the framework or the task says.
 *
 * @param pattern glob over tool names: {@code *} any characters, {@code ?} one
 * @param actionClass the coarse category
 * @param effect whether it reads or changes something
 * @param ignoredArguments names of arguments that are left out of the fingerprint
 * @param fileArguments names of arguments that are file paths
 * @param ladders by detector name, in place of the task's
 * @param ignored whether calls of the tool are not looked at at all
 * @param exhaustive whether the tool is there to try many: then a failure of one call says nothing
 *     of another with other arguments, and only the same call again is a repetition
 * @param volatileParts what is left out of results and errors; null for what is shipped for {@link
 *     WellKnownTools}, {@link VolatileParts#NONE} for nothing
 * @param ignoredParts what is left out of the arguments as JSON, beside those of {@code
 *     ignoredArguments}
 */
public record ToolPolicy(
    String pattern,
    @Nullable String actionClass,
    @Nullable Effect effect,
    Set<String> ignoredArguments,
    Set<String> fileArguments,
    Map<String, Ladder> ladders,
    boolean ignored,
    @Nullable Boolean exhaustive,
    @Nullable VolatileParts volatileParts,
    VolatileParts ignoredParts) {

  /** Copies the collections, and refuses null where nothing says that it may be. */
  public ToolPolicy {
    Objects.requireNonNull(pattern, "pattern");
    Objects.requireNonNull(ignoredParts, "ignoredParts");
    ignoredArguments = Set.copyOf(ignoredArguments);
    fileArguments = Set.copyOf(fileArguments);
    ladders = Map.copyOf(ladders);
  }

  /** One that says nothing of what is volatile, or whether the tool tries many. */
  public ToolPolicy(
      String pattern,
      @Nullable String actionClass,
      @Nullable Effect effect,
      Set<String> ignoredArguments,
      Set<String> fileArguments,
      Map<String, Ladder> ladders,
      boolean ignored) {
    this(
        pattern,
        actionClass,
        effect,
        ignoredArguments,
        fileArguments,
        ladders,
        ignored,
        null,
        null,
        VolatileParts.NONE);
  }

  /** One of the tools of a pattern that says nothing yet. */
  public static ToolPolicy of(String pattern) {
    return new ToolPolicy(pattern, null, null, Set.of(), Set.of(), Map.of(), false);
  }

  /**
   * This one, and where it says nothing, one of a wider scope. What is empty or false says nothing:
   * a tool that is ignored there is ignored here.
   */
  public ToolPolicy over(ToolPolicy wider) {
    Map<String, Ladder> all = new HashMap<>(wider.ladders);
    all.putAll(ladders);
    boolean ignoresNothing = ignoredArguments.isEmpty() && ignoredParts.isEmpty();
    return new ToolPolicy(
        pattern,
        actionClass == null ? wider.actionClass : actionClass,
        effect == null ? wider.effect : effect,
        ignoresNothing ? wider.ignoredArguments : ignoredArguments,
        fileArguments.isEmpty() ? wider.fileArguments : fileArguments,
        all,
        ignored || wider.ignored,
        exhaustive == null ? wider.exhaustive : exhaustive,
        volatileParts == null ? wider.volatileParts : volatileParts,
        ignoresNothing ? wider.ignoredParts : ignoredParts);
  }

  /** The same with what is left out of results and errors. */
  public ToolPolicy leavingOut(VolatileParts parts) {
    return new ToolPolicy(
        pattern,
        actionClass,
        effect,
        ignoredArguments,
        fileArguments,
        ladders,
        ignored,
        exhaustive,
        parts,
        ignoredParts);
  }

  /** The same of a tool that is there to try many. */
  public ToolPolicy tryingMany() {
    return new ToolPolicy(
        pattern,
        actionClass,
        effect,
        ignoredArguments,
        fileArguments,
        ladders,
        ignored,
        true,
        volatileParts,
        ignoredParts);
  }
}
