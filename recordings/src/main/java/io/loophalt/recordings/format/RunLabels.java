package io.loophalt.recordings.format;

import com.fasterxml.jackson.databind.JsonNode;
import io.loophalt.recordings.RecordedRun;
import io.loophalt.recordings.assembly.Texts;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What surrounds a run's messages in an object: its id, its task and whether it succeeded. */
final class RunLabels {

  private static final Set<String> IDS =
      Set.of("id", "run_id", "instance_id", "conversation_id", "session_id", "trajectory_id");

  /** Names of a whole conversation, the best first. */
  private static final List<String> CONVERSATIONS =
      List.of("conversation_id", "session_id", "trajectory_id");

  /** What names a run as well as, with a tracer, each call of a model. */
  private static final Set<String> RUNS_OR_CALLS = Set.of("run_id", "instance_id");

  private static final Set<String> TASKS = Set.of("task", "task_type");
  private static final Set<String> VERDICTS = Set.of("outcome", "success", "resolved");

  private @Nullable String id;
  private @Nullable String conversation;
  private int rank = CONVERSATIONS.size();
  private @Nullable String runOrCall;
  private String task = "";
  private @Nullable Boolean outcome;

  /** Looks at one field. */
  void take(String name, JsonNode value) {
    if (IDS.contains(name) && value.isValueNode()) {
      id = id == null ? Texts.orNull(value) : id;
      takeIdOfLine(name, Texts.orNull(value));
    } else if (TASKS.contains(name) && value.isTextual()) {
      task = value.asText();
    } else if (VERDICTS.contains(name) && value.isValueNode()) {
      Boolean said = RecordedRun.outcomeOf(value.asText());
      outcome = said == null ? outcome : said;
    }
  }

  private void takeIdOfLine(String name, @Nullable String said) {
    int ranked = CONVERSATIONS.indexOf(name);
    if (said != null && ranked >= 0 && ranked < rank) {
      conversation = said;
      rank = ranked;
    } else if (RUNS_OR_CALLS.contains(name)) {
      runOrCall = runOrCall == null ? said : runOrCall;
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
    return conversation == null ? runOrCall : conversation;
  }

  /** Whether what names the run on a line may be the name of one call of a model. */
  boolean mayNameCall() {
    return conversation == null;
  }

  String task() {
    return task;
  }

  @Nullable Boolean outcome() {
    return outcome;
  }
}
