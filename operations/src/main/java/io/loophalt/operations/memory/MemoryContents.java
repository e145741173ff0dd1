package io.loophalt.operations.memory;

import io.loophalt.core.memory.TaskLoops;
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

  /** In the form of the file: JSON in UTF-8. */
  public byte[] json() {
    return MemoryJson.write(this);
  }
}
