package io.loophalt.configuration.settings;

import io.loophalt.configuration.schema.Located;
import io.loophalt.core.policy.Messages;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the file says for one task, or at its top level for all. */
public record TaskSettings(
    @Nullable Located<String> preset,
    @Nullable LadderSettings ladder,
    CeilingSettings ceilings,
    Map<String, DetectorSettings> detectors,
    Map<String, Located<ToolSettings>> tools,
    Map<String, LadderOverrides> actionClasses,
    @Nullable HaltSettings onHalt,
    Messages messages,
    @Nullable Duration joinGap) {

  /** A file that says nothing. */
  static final TaskSettings NONE =
      new TaskSettings(
          null,
          null,
          CeilingSettings.NONE,
          Map.of(),
          Map.of(),
          Map.of(),
          null,
          Messages.DEFAULT,
          null);
}
