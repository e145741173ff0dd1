package io.loophalt.configuration.keys;

import static io.loophalt.configuration.schema.Key.optional;
import static io.loophalt.configuration.schema.Key.required;

import io.loophalt.configuration.schema.Key;
import io.loophalt.configuration.schema.ObjectType;
import io.loophalt.configuration.schema.Scalars;
import io.loophalt.configuration.schema.Settings;
import io.loophalt.configuration.settings.Defaults;
import io.loophalt.runtime.policy.EventLogPolicy;
import java.io.File;
import java.time.Duration;
import java.util.List;

/** The keys of the event log. */
final class EventKeys {

  private static final Key<String> FILE =
      required(
          "file",
          Scalars.LOG_FILE,
          "Where JSON lines are written, to a file for each process: `{jvm}` in the path stands for"
              + " the process, and is put before the extension where it is left out. Relative to"
              + " the working directory.",
          "events: {file: loophalt-events.jsonl}");
  private static final Key<Long> MAX_SIZE =
      optional(
          "max-size",
          Scalars.BYTES,
          "Size at which the file is rotated to `FILE.1`; 10MB by default.",
          "events: {file: loophalt-events.jsonl, max-size: 10MB}");
  private static final Key<Integer> MAX_FILES =
      optional(
          "max-files",
          Scalars.PARAMETER,
          "How many rotated files of a process are kept, `FILE.1` being the latest; 1 by default.",
          "events: {file: loophalt-events.jsonl, max-files: 5}");
  private static final Key<Duration> MAX_AGE =
      optional(
          "max-age",
          Scalars.DURATION_LIMIT,
          "A rotated file is deleted when its latest line is older than this, and a file is rotated"
              + " when its first line is; `none` by default.",
          "events: {file: loophalt-events.jsonl, max-age: 30d}");
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
          "Whether every turn and step is written too, as digests, so that the log can be judged"
              + " anew by `replay`; `false` by default.",
          "events: {file: loophalt-events.jsonl, steps: true}");

  /** The key under which the event log stands. */
  static final Key<EventLogPolicy> EVENTS =
      optional(
          "events",
          ObjectType.of(
              "events",
              List.of(FILE, MAX_SIZE, MAX_FILES, MAX_AGE, QUEUE_LENGTH, STEPS),
              EventKeys::policy),
          "The event log; there is none by default.",
          "events: {file: loophalt-events.jsonl, max-size: 10MB}");

  private EventKeys() {}

  private static EventLogPolicy policy(Settings settings) {
    File file = new File(settings.require(FILE));
    if (file.exists() && !file.isFile()) {
      throw settings.mistake(
          FILE,
          settings.quoted(FILE)
              + (file.isDirectory() ? " is a directory" : " is a pipe or a device")
              + "; the event log is written to regular files alone");
    }
    return new EventLogPolicy(
        file.toPath(),
        settings.get(MAX_SIZE, Defaults.MAX_EVENT_BYTES),
        settings.get(MAX_FILES, Defaults.EVENT_FILES),
        settings.get(MAX_AGE, Duration.ZERO),
        settings.get(QUEUE_LENGTH, Defaults.EVENT_QUEUE_LENGTH),
        settings.get(STEPS, false));
  }
}
