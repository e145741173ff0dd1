package io.loophalt.extension;

import org.jspecify.annotations.Nullable;

/**
 * What a framework calls one of its runs.
 *
 * @param id the same in all calls that belong to the run, and different in any other run of this
 *     JVM: begin it with the framework's name
 * @param task what the run does, for the task's thresholds, should it have to be opened; null if it
 *     is not to be opened here, because another choke point does that
 * @param parent the run of which this one is a part; null if it is nobody's
 * @param isConversation whether the id is that of a conversation with a person, which goes on from
 *     one execution to the next, such as a session or a chat memory; false if it is that of one
 *     execution. A halted execution stays halted until it is reset, a halted conversation until the
 *     person says something new
 */
public record RunName(
    String id, @Nullable String task, @Nullable RunName parent, boolean isConversation) {

  /** Of one execution. */
  public RunName(String id, @Nullable String task, @Nullable RunName parent) {
    this(id, task, parent, /* isConversation= */ false);
  }

  /** Of a run that is nobody's part. */
  public RunName(String id, String task) {
    this(id, task, null);
  }

  /** Of a conversation with a person that is nobody's part. */
  public static RunName conversation(String id, String task) {
    return new RunName(id, task, null, /* isConversation= */ true);
  }

  /** Of a run that another choke point has opened or {@linkplain RunAliases named}. */
  public static RunName known(String id) {
    return new RunName(id, null, null);
  }
}
