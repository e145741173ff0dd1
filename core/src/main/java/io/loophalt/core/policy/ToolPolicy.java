package io.loophalt.core.policy;

import io.loophalt.Effect;
import java.util.Map;
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
 */
public record ToolPolicy(
    String pattern,
    @Nullable String actionClass,
    @Nullable Effect effect,
    Set<String> ignoredArguments,
    Set<String> fileArguments,
    Map<String, Ladder> ladders,
    boolean ignored) {

  /** Copies the collections. */
  public ToolPolicy {
    ignoredArguments = Set.copyOf(ignoredArguments);
    fileArguments = Set.copyOf(fileArguments);
    ladders = Map.copyOf(ladders);
  }
}
