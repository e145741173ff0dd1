package io.loophalt.configuration.keys;

import static io.loophalt.configuration.schema.Key.optional;
import static io.loophalt.configuration.schema.Key.required;

import io.loophalt.configuration.schema.ChoiceType;
import io.loophalt.configuration.schema.Key;
import io.loophalt.configuration.schema.ObjectType;
import io.loophalt.configuration.schema.ScalarType;
import io.loophalt.configuration.schema.Scalars;
import io.loophalt.configuration.schema.Settings;
import io.loophalt.configuration.schema.ShortType;
import io.loophalt.configuration.settings.HaltSettings;
import io.loophalt.core.policy.HaltWait;
import io.loophalt.core.policy.TaskPolicy.OnHalt;
import java.time.Duration;
import java.util.List;

/** The keys that say what a halt does. */
final class HaltKeys {

  private static final ScalarType<OnHalt> IN_THE_END = Scalars.choice(List.of(OnHalt.values()));

  private static final Key<Duration> WAIT =
      required(
          "wait",
          Scalars.DURATION,
          "The run waits for so long at most until a person resumes or halts it.",
          "on-halt: {wait: 10m}");
  private static final Key<OnHalt> THEN =
      optional(
          "then",
          IN_THE_END,
          "What happens when nobody has said anything: `throw` (the default) or `finish`.",
          "on-halt: {wait: 10m, then: finish}");
  private static final Key<Integer> MAX_PARKED =
      optional(
          "max-parked",
          Scalars.PARAMETER,
          "How many runs of the JVM may wait at the same time; what is halted beyond it does not"
              + " wait. 16 by default.",
          "on-halt: {wait: 10m, max-parked: 16}");

  private HaltKeys() {}

  static Key<HaltSettings> key() {
    return optional(
        "on-halt",
        new ChoiceType<>(
            List.of(
                new ShortType<>(IN_THE_END, named -> new HaltSettings(named.value(), null)),
                ObjectType.of("on-halt", List.of(WAIT, THEN, MAX_PARKED), HaltKeys::settings))),
        "`throw` ends the run with LoopHaltException; `finish` returns the answer of one last model"
            + " call without tools, where the framework can; with `wait` the run waits for a person"
            + " first.",
        "on-halt: {wait: 10m, then: finish}");
  }

  private static HaltSettings settings(Settings settings) {
    return new HaltSettings(
        settings.get(THEN, OnHalt.THROW),
        new HaltWait(settings.require(WAIT), settings.get(MAX_PARKED, HaltWait.MAX_PARKED)));
  }
}
