package io.loophalt.configuration.settings;

import io.loophalt.Effect;
import io.loophalt.configuration.schema.Located;
import io.loophalt.core.policy.Ladder;
import io.loophalt.core.policy.ToolPolicy;
import io.loophalt.core.policy.VolatileParts;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the file says about the tools of one pattern; null leaves what a wider scope says.
 *
 * @param ignoredArguments names of arguments, and paths and patterns of what to leave out of them
 */
public record ToolSettings(
    @Nullable String actionClass,
    @Nullable Effect effect,
    @Nullable Set<String> ignoredArguments,
    @Nullable Set<String> fileArguments,
    LadderOverrides ladders,
    @Nullable Boolean ignored,
    @Nullable Located<Boolean> exhaustive,
    @Nullable Located<VolatileParts> volatileParts) {

  /** These, and where they say nothing, those of a wider scope. */
  public ToolSettings over(ToolSettings wider) {
    return new ToolSettings(
        actionClass == null ? wider.actionClass : actionClass,
        effect == null ? wider.effect : effect,
        ignoredArguments == null ? wider.ignoredArguments : ignoredArguments,
        fileArguments == null ? wider.fileArguments : fileArguments,
        ladders.over(wider.ladders),
        ignored == null ? wider.ignored : ignored,
        exhaustive == null ? wider.exhaustive : exhaustive,
        volatileParts == null ? wider.volatileParts : volatileParts);
  }

  /** What they mean for the tools of a pattern. */
  public ToolPolicy policy(String pattern, Map<String, Ladder> meant) {
    Set<String> names = new LinkedHashSet<>();
    List<String> parts = new ArrayList<>();
    for (String each : ignoredArguments == null ? Set.<String>of() : ignoredArguments) {
      if (VolatileParts.isPart(each)) {
        parts.add(each);
      } else {
        names.add(each);
      }
    }
    return new ToolPolicy(
        pattern,
        actionClass,
        effect,
        names,
        fileArguments == null ? Set.of() : fileArguments,
        meant,
        ignored != null && ignored,
        exhaustive == null ? null : exhaustive.value(),
        volatileParts == null ? null : volatileParts.value(),
        VolatileParts.of(parts));
  }
}
