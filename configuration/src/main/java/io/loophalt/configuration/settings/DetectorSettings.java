package io.loophalt.configuration.settings;

import io.loophalt.configuration.schema.SourceLocation;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the file says about one detector; null leaves what the preset or the top level says.
 *
 * @param parametersPlace where the first of the parameters stands; null if there is none
 */
public record DetectorSettings(
    @Nullable Mode mode,
    @Nullable LadderSettings ladder,
    Map<String, Integer> parameters,
    @Nullable SourceLocation parametersPlace) {}
