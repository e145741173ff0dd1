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
  private @Nullable String idOfLine;
  private String task = "";
  private @Nullable Boolean outcome;

  /** Looks at one field. */
  void take(String name, JsonNode value) {
    if (IDS.contains(name) && value.isValueNode()) {
      id = id == null ? Texts.orNull(value) : id;
      idOfLine = idOfLine == null && !name.equals("id") ? Texts.orNull(value) : idOfLine;
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

  /**
   * What names the run on a line that is one of its messages, where {@code id} may be the
   * message's; null if nothing does.
   */
  @Nullable String idOfLine() {
    return idOfLine;
  }

  String task() {
    return task;
  }

  @Nullable Boolean outcome() {
    return outcome;
  }
}
