package io.loophalt.configuration;

import static io.loophalt.configuration.Key.optional;
import static io.loophalt.configuration.Key.required;

import io.loophalt.core.policy.EventLogPolicy;
import java.io.File;
import java.util.List;

/** The keys of the event log. */
final class EventKeys {

  private static final Key<String> FILE =
      required(
          "file",
          Scalars.FILE,
          "Where JSON lines are appended; relative to the working directory.",
          "events: {file: loophalt-events.jsonl}");
  private static final Key<Long> MAX_SIZE =
      optional(
          "max-size",
          Scalars.BYTES,
          "Size at which the file is rotated to `FILE.1`; 10MB by default.",
          "events: {file: loophalt-events.jsonl, max-size: 10MB}");
  private static final Key<Integer> QUEUE_LENGTH =
      optional(
          "queue-length",
          Scalars.REPEATS,
          "Events that may wait to be written before further ones are counted and dropped; halts"
              + " never are. 8192 by default.",
          "events: {file: loophalt-events.jsonl, queue-length: 8192}");

  private static final Key<Boolean> STEPS =
      optional(
          "steps",
          Scalars.TRUTH,
          "Whether every turn and step is written too, as digests, so that the log can be judged anew by `replay`; `false` by"
              + " default.",
          "events: {file: loophalt-events.jsonl, steps: true}");

  /** The key under which the event log stands. */
  static final Key<EventLogPolicy> EVENTS =
      optional(
          "events",
          ObjectType.of(
              "events",
              List.of(FILE, MAX_SIZE, QUEUE_LENGTH, STEPS),
              settings ->
                  new EventLogPolicy(
                      new File(settings.require(FILE)).toPath(),
                      settings.get(MAX_SIZE, Defaults.MAX_EVENT_BYTES),
                      settings.get(QUEUE_LENGTH, Defaults.EVENT_QUEUE_LENGTH),
                      settings.get(STEPS, false))),
          "The event log; there is none by default.",
          "events: {file: loophalt-events.jsonl, max-size: 10MB}");

  private EventKeys() {}
}
