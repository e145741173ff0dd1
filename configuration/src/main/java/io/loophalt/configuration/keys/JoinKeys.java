package io.loophalt.configuration.keys;

import static io.loophalt.configuration.schema.Key.optional;

import io.loophalt.configuration.schema.Key;
import io.loophalt.configuration.schema.ObjectType;
import io.loophalt.configuration.schema.Scalars;
import io.loophalt.configuration.schema.Settings;
import io.loophalt.runtime.policy.JoinPolicy.TrustedIds;
import java.time.Duration;
import java.util.List;

/** The keys of runs that many workers enter and leave. */
final class JoinKeys {

  private static final String EXAMPLE = "trusted-ids: {header: X-Agent-Run, task: order-agent}";

  /** What the calls have that nobody names. */
  private static final String UNNAMED_TASK = "default";

  static final Key<Duration> GAP =
      optional(
          "join-gap",
          Scalars.DURATION,
          "A run that was entered by an id, as with `AgentRuns.join`, is over after a silence of this"
              + " length; 24h by default.",
          "join-gap: 24h");

  private static final Key<String> HEADER =
      optional(
          "header",
          Scalars.INBOUND_HEADER,
          "The HTTP header that names the run of a servlet request.",
          EXAMPLE);
  private static final Key<String> BAGGAGE =
      optional(
          "baggage",
          Scalars.NAME,
          "The key of OpenTelemetry's baggage that names the run of a call.",
          "trusted-ids: {baggage: agent.run, task: order-agent}");
  private static final Key<String> SPAN_ATTRIBUTE =
      optional(
          "span-attribute",
          Scalars.NAME,
          "The attribute of spans that names their run, for the fleet job.",
          "trusted-ids: {baggage: agent.run, span-attribute: agent.run, task: order-agent}");
  private static final Key<String> TASK =
      optional(
          "task", Scalars.TASK, "The task of these runs; `" + UNNAMED_TASK + "` else.", EXAMPLE);

  static final Key<TrustedIds> TRUSTED =
      optional(
          "trusted-ids",
          ObjectType.of(
              "trusted-ids", List.of(HEADER, BAGGAGE, SPAN_ATTRIBUTE, TASK), JoinKeys::trusted),
          "Which ids from outside name a run that is joined; none by default.",
          EXAMPLE);

  private JoinKeys() {}

  private static TrustedIds trusted(Settings settings) {
    if (!settings.has(HEADER) && !settings.has(BAGGAGE) && !settings.has(SPAN_ATTRIBUTE)) {
      throw settings
          .where()
          .mistake(
              settings.place(),
              "'trusted-ids' names neither a 'header' nor a 'baggage' key nor a 'span-attribute',"
                  + " so that no id is trusted. Example: "
                  + EXAMPLE);
    }
    return new TrustedIds(
        settings.get(HEADER),
        settings.get(BAGGAGE),
        settings.get(SPAN_ATTRIBUTE),
        settings.get(TASK, UNNAMED_TASK));
  }
}
