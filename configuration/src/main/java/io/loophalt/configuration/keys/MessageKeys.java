package io.loophalt.configuration.keys;

import static io.loophalt.configuration.schema.Key.optional;

import io.loophalt.configuration.schema.Key;
import io.loophalt.configuration.schema.ObjectType;
import io.loophalt.configuration.schema.Scalars;
import io.loophalt.core.policy.Messages;
import java.util.List;

/** The keys of the texts that the model is told. */
final class MessageKeys {

  private static final String EXAMPLE =
      "messages: {nudge: \"Seen: {seen}. Another approach may help.\"}";

  private static final Key<String> NUDGE =
      optional("nudge", Scalars.MESSAGE, "At the first rung of a ladder that nudges.", EXAMPLE);
  private static final Key<String> AGAIN =
      optional("again", Scalars.MESSAGE, "At the later rungs that nudge.", EXAMPLE);
  private static final Key<String> ESCALATE =
      optional("escalate", Scalars.MESSAGE, "At a rung that escalates.", EXAMPLE);
  private static final Key<String> FINISH =
      optional(
          "finish",
          Scalars.MESSAGE,
          "What the last model call of a halted run is told, with `on-halt: finish`.",
          EXAMPLE);

  /** The key under which they stand. */
  static final Key<Messages> MESSAGES =
      optional(
          "messages",
          ObjectType.of(
              "messages",
              List.of(NUDGE, AGAIN, ESCALATE, FINISH),
              settings ->
                  new Messages(
                      settings.get(NUDGE),
                      settings.get(AGAIN),
                      settings.get(ESCALATE),
                      settings.get(FINISH))),
          "What the model is told, in place of the default texts; `{seen}`, `{call}` and `{count}`"
              + " stand for what was found.",
          EXAMPLE);

  private MessageKeys() {}
}
