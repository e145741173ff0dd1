package io.loophalt.configuration.settings;

import io.loophalt.Effect;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the file says about the tools of one pattern; null leaves what a wider scope says. */
public record ToolSettings(
    @Nullable String actionClass,
    @Nullable Effect effect,
    @Nullable Set<String> ignoredArguments,
    @Nullable Set<String> fileArguments,
    LadderOverrides ladders,
    @Nullable Boolean ignored) {

  /** These, and where they say nothing, those of a wider scope. */
  public ToolSettings over(ToolSettings wider) {
    return new ToolSettings(
        actionClass == null ? wider.actionClass : actionClass,
        effect == null ? wider.effect : effect,
        ignoredArguments == null ? wider.ignoredArguments : ignoredArguments,
        fileArguments == null ? wider.fileArguments : fileArguments,
        ladders.over(wider.ladders),
        ignored == null ? wider.ignored : ignored);
  }
}
