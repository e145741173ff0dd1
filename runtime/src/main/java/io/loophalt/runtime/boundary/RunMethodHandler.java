package io.loophalt.runtime.boundary;

import io.loophalt.runtime.correlation.Conversations.Visit;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.PathReader;
import io.loophalt.runtime.policy.ValuePath;
import io.loophalt.runtime.runs.LiveRun;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Calls of a method that is one execution of a task, or one part of a conversation: what is called
 * inside belongs to its run. Equal to another one with the same task and conversation.
 */
public final class RunMethodHandler implements Interceptor {

  private final String task;
  private final @Nullable ValuePath path;
  private final @Nullable PathReader conversation;
  private final RunCorrelator runs;

  /** For one woven method, each call of which is a run of its own. */
  public RunMethodHandler(String task, RunCorrelator runs) {
    this(task, null, runs);
  }

  /**
   * For one woven method.
   *
   * @param conversation what tells conversations apart, each of which is one run; null if each call
   *     is
   */
  public RunMethodHandler(String task, @Nullable ValuePath conversation, RunCorrelator runs) {
    this.task = task;
    this.path = conversation;
    this.conversation =
        conversation == null ? null : new PathReader("conversation", conversation, runs.warnings());
    this.runs = runs;
  }

  @Override
  public @Nullable Object before(Invocation call) {
    LiveRun parent = call.thread().scopedRun();
    long now = System.nanoTime();
    PathReader reader = conversation;
    Object identity = reader == null ? null : reader.read(call, null);
    LiveRun live;
    if (reader == null || identity == null) {
      live = runs.openChild(null, task, parent, now);
      call.becomeScopeOf(live, true);
    } else {
      boolean byValue = !reader.isReceiver() && isValue(identity);
      Visit visit = runs.conversations().enter(task, identity, byValue, parent, now);
      live = visit.run();
      live.touch(now);
      call.attach(visit);
      call.becomeScopeOf(live, false);
    }
    live.toolLoader(call.declaring().getClassLoader());
    return call;
  }

  @Override
  public @Nullable Object after(
      Invocation call, @Nullable Object returned, @Nullable Throwable thrown) {
    LiveRun run = call.run();
    if (call.attachment() instanceof Visit visit) {
      visit.conversation().leave(System.nanoTime());
    } else if (run != null) {
      runs.registry().close(run);
      call.thread().ended(run);
    }
    return null;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RunMethodHandler that
        && runs == that.runs
        && task.equals(that.task)
        && Objects.equals(path, that.path);
  }

  @Override
  public int hashCode() {
    return task.hashCode();
  }

  /** Whether two equal ones mean the same conversation. */
  private static boolean isValue(Object identity) {
    return identity instanceof CharSequence
        || identity instanceof Number
        || identity instanceof Character
        || identity instanceof UUID
        || identity instanceof Enum<?>
        || identity instanceof Record
        || PathReader.isJsonText(identity);
  }
}
