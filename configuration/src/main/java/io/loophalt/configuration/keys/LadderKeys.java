package io.loophalt.configuration.keys;

import static io.loophalt.configuration.schema.Key.optional;
import static io.loophalt.configuration.schema.Key.required;

import io.loophalt.configuration.schema.ChoiceType;
import io.loophalt.configuration.schema.Key;
import io.loophalt.configuration.schema.ListType;
import io.loophalt.configuration.schema.Located;
import io.loophalt.configuration.schema.ObjectType;
import io.loophalt.configuration.schema.Scalars;
import io.loophalt.configuration.schema.SettingContext;
import io.loophalt.configuration.schema.Settings;
import io.loophalt.configuration.schema.ShortType;
import io.loophalt.configuration.schema.Type;
import io.loophalt.configuration.settings.LadderSettings;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.Rung;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The keys of a ladder, in its full form and its short one. */
public final class LadderKeys {

  /** A ladder that is valid as it stands. */
  public static final String EXAMPLE = "ladder: [{at: 3, do: nudge}, {at: 5, do: halt}]";

  private static final String SHORT_EXAMPLE = "ladder: {nudge: 3, escalate: 4, halt: 5}";

  private static final Key<Integer> AT =
      required("at", Scalars.REPEATS, "The count from which the rung applies.", EXAMPLE);
  private static final Key<Intervention> DO =
      required(
          "do",
          Scalars.choice(List.of(Intervention.NUDGE, Intervention.ESCALATE, Intervention.HALT)),
          "`nudge` tells the model, `escalate` signals for a stronger model or another prompt,"
              + " `halt` stops the run.",
          EXAMPLE);
  private static final Key<String> MESSAGE =
      optional(
          "message",
          Scalars.MESSAGE,
          "The text for the model, in place of the default wording.",
          "ladder: [{at: 3, do: nudge, message: Try another way.}, {at: 5, do: halt}]");

  private static final Key<String> MODEL =
      optional(
          "model",
          Scalars.NAME,
          "With `escalate`: the model that the run's calls use from then on, until it makes"
              + " progress or is reset, where the framework can change it.",
          "ladder: [{at: 3, do: escalate, model: gpt-5.2}, {at: 5, do: halt}]");

  /** At which count to escalate, and to which model if to another one. */
  private record Escalation(int at, @Nullable String model) {}

  private static final Key<Integer> NUDGE =
      optional("nudge", Scalars.REPEATS, "The count from which to nudge.", SHORT_EXAMPLE);
  private static final Key<Escalation> ESCALATE =
      optional(
          "escalate",
          new ChoiceType<>(
              List.of(
                  new ShortType<>(Scalars.REPEATS, at -> new Escalation(at.value(), null)),
                  ObjectType.of(
                      "escalation",
                      List.of(AT, MODEL),
                      settings -> new Escalation(settings.require(AT), settings.get(MODEL))))),
          "The count from which to escalate, alone or with a model to go on with.",
          SHORT_EXAMPLE);
  private static final Key<Integer> HALT =
      optional("halt", Scalars.REPEATS, "The count from which to halt.", SHORT_EXAMPLE);

  static final Type<LadderSettings> TYPE =
      new ChoiceType<>(
          List.of(
              new ListType<>(
                  "a list of rungs",
                  ObjectType.of("rung", List.of(AT, DO, MESSAGE, MODEL), LadderKeys::rung),
                  (rungs, where) -> rising(rungs.stream().map(Located::value).toList(), where)),
              ObjectType.of("ladder", List.of(NUDGE, ESCALATE, HALT), LadderKeys::fromCounts)));

  /** The key under which a ladder stands. */
  static final Key<LadderSettings> LADDER =
      optional(
          "ladder",
          TYPE,
          "What the counts of detectors lead to: a list of rungs, or the counts at which to nudge,"
              + " escalate and halt; an empty list only watches.",
          EXAMPLE);

  private LadderKeys() {}

  private static Located<Rung> rung(Settings settings) {
    Intervention intervention = settings.require(DO);
    if (settings.has(MODEL) && intervention != Intervention.ESCALATE) {
      throw settings.mistake(MODEL, "'model' goes with 'do: escalate' only");
    }
    Rung rung =
        new Rung(settings.require(AT), intervention, settings.get(MESSAGE), settings.get(MODEL));
    return new Located<>(rung, settings.place());
  }

  private static LadderSettings fromCounts(Settings settings) {
    List<Located<Rung>> rungs = new ArrayList<>();
    addRung(rungs, settings.placed(NUDGE), Intervention.NUDGE);
    Located<Escalation> escalate = settings.placed(ESCALATE);
    if (escalate != null) {
      Escalation to = escalate.value();
      rungs.add(
          new Located<>(
              new Rung(to.at(), Intervention.ESCALATE, null, to.model()), escalate.place()));
    }
    addRung(rungs, settings.placed(HALT), Intervention.HALT);
    return rising(rungs, settings.where());
  }

  private static void addRung(
      List<Located<Rung>> rungs, @Nullable Located<Integer> at, Intervention intervention) {
    if (at != null) {
      rungs.add(new Located<>(new Rung(at.value(), intervention, null), at.place()));
    }
  }

  private static LadderSettings rising(List<Located<Rung>> rungs, SettingContext where) {
    for (int i = 1; i < rungs.size(); i++) {
      int at = rungs.get(i).value().at();
      int before = rungs.get(i - 1).value().at();
      if (at <= before) {
        throw where.mistake(
            rungs.get(i).place(),
            "rungs must rise, but "
                + at
                + " comes after "
                + before
                + where.under()
                + "; sort them, each count once");
      }
    }
    return new LadderSettings(rungs);
  }
}
