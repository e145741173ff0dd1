package io.loophalt.operations.memory;

import io.loophalt.core.memory.LoopHistory;
import io.loophalt.core.memory.TaskLoops;
import java.io.IOException;
import java.util.List;

/**
 * What is in a file of past loops. Immutable.
 *
 * @param digests how its digests are keyed, see {@code DigestKey.name()}
 * @param tasks task by task
 */
public record MemoryContents(String digests, List<TaskLoops> tasks) {

  /** Copies the list. */
  public MemoryContents {
    tasks = List.copyOf(tasks);
  }

  /**
   * What {@link #json} says.
   *
   * @throws IOException if it is something else, damaged, or of another version; the message goes
   *     on from {@code it}
   */
  public static MemoryContents of(byte[] json) throws IOException {
    return MemoryJson.read(json);
  }

  /** As much of it as so many bytes of JSON hold: the tasks that were seen last. */
  public MemoryContents within(int bytes) {
    MemoryContents fitting = this;
    while (fitting.json().length > bytes && !fitting.tasks.isEmpty()) {
      LoopHistory fewer = new LoopHistory(fitting.tasks, "");
      fewer.forgetOldestTask();
      fitting = new MemoryContents(digests, fewer.tasks());
    }
    return fitting;
  }

  /** In the form of the file: JSON in UTF-8. */
  public byte[] json() {
    return MemoryJson.write(this);
  }
}
