package io.loophalt.operations.memory;

import io.loophalt.operations.memory.MemoryFile.Change;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Where past loops are kept for several JVMs. Thread-safe. */
public interface MemoryPlace {

  /**
   * What is kept there.
   *
   * @return null if there is nothing
   * @throws MemoryAwayException if it cannot be reached now
   * @throws IOException if it is refused or cannot be read; the message goes on from the place's
   *     name
   */
  @Nullable MemoryContents read() throws IOException;

  /**
   * Changes it while no other process does.
   *
   * @return what is kept there now; of more than there is room for, the tasks that were not seen
   *     for longest have gone
   * @throws IOException as {@link #read}, or if it cannot be written
   */
  MemoryContents change(Change change) throws IOException;

  /** What people call it. */
  String name();

  /** What a person does where it is refused. */
  String remedy();
}
