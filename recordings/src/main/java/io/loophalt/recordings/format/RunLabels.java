package io.loophalt.recordings.format;

import com.fasterxml.jackson.databind.JsonNode;
import io.loophalt.recordings.RecordedRun;
import io.loophalt.recordings.assembly.Texts;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What surrounds a run's messages in an object: its id, its task and whether it succeeded. */
final class RunLabels {

  private static final Set<String> IDS =
      Set.of("id", "run_id", "instance_id", "conversation_id", "session_id", "trajectory_id");
  private static final Set<String> TASKS = Set.of("task", "task_type");
  private static final Set<String> VERDICTS = Set.of("outcome", "success", "resolved");

  private @Nullable String id;
  private String task = "";
  private @Nullable Boolean outcome;

  /** Looks at one field. */
  void take(String name, JsonNode value) {
    if (IDS.contains(name) && id == null && value.isValueNode()) {
      id = Texts.orNull(value);
    } else if (TASKS.contains(name) && value.isTextual()) {
      task = value.asText();
    } else if (VERDICTS.contains(name) && value.isValueNode()) {
      Boolean said = RecordedRun.outcomeOf(value.asText());
      outcome = said == null ? outcome : said;
    }
  }

  @Nullable String id() {
    return id;
  }

  String task() {
    return task;
  }

  @Nullable Boolean outcome() {
    return outcome;
  }
}
