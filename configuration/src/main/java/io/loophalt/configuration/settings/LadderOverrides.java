package io.loophalt.configuration.settings;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Ladders for the calls of one tool or one action class.
 *
 * @param general for every detector without a ladder of its own; null leaves the task's
 * @param byDetector by detector name, ahead of the general one
 */
public record LadderOverrides(
    @Nullable LadderSettings general, Map<String, LadderSettings> byDetector) {

  /** These, and where they say nothing, those of a wider scope. */
  public LadderOverrides over(LadderOverrides wider) {
    Map<String, LadderSettings> merged = new LinkedHashMap<>(wider.byDetector);
    if (general != null) {
      merged.clear();
    }
    merged.putAll(byDetector);
    return new LadderOverrides(general == null ? wider.general : general, merged);
  }
}
