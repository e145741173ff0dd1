package io.loophalt.runtime.boundary;

import io.loophalt.PrintableText;
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
 * Calls of a method that is one execution of a task, or one part of a conversation or of an
 * execution that many take part in: what is called inside belongs to its run. Equal to another one
 * with the same task and identity.
 */
public final class RunMethodHandler implements Interceptor {

  private final String task;
  private final @Nullable ValuePath path;
  private final @Nullable PathReader identity;
  private final boolean joins;
  private final RunCorrelator runs;

  /** For one woven method, each call of which is a run of its own. */
  public RunMethodHandler(String task, RunCorrelator runs) {
    this(task, null, /* joins= */ false, runs);
  }

  private RunMethodHandler(
      String task, @Nullable ValuePath path, boolean joins, RunCorrelator runs) {
    this.task = task;
    this.path = path;
    this.identity =
        path == null
            ? null
            : new PathReader(joins ? "join" : "conversation", path, runs.warnings());
    this.joins = joins;
    this.runs = runs;
  }

  /**
   * For one woven method.
   *
   * @param conversation what tells conversations apart, each of which is one run
   */
  public static RunMethodHandler ofConversation(
      String task, ValuePath conversation, RunCorrelator runs) {
    return new RunMethodHandler(task, conversation, /* joins= */ false, runs);
  }

  /**
   * For one woven method.
   *
   * @param id what names the execution whose run a call enters and leaves
   */
  public static RunMethodHandler joining(String task, ValuePath id, RunCorrelator runs) {
    return new RunMethodHandler(task, id, /* joins= */ true, runs);
  }

  @Override
  public @Nullable Object before(Invocation call) {
    long now = System.nanoTime();
    PathReader reader = identity;
    Object read = reader == null ? null : reader.read(call, null);
    LiveRun live = reader == null || read == null ? null : known(call, reader, read, now);
    if (live == null) {
      live = runs.openChild(null, task, runs.aroundAnother(call), now);
      call.becomeScopeOf(live, true);
    } else {
      call.becomeScopeOf(live, false);
    }
    live.toolLoader(call.declaring().getClassLoader());
    return call;
  }

  /** The run that others may have begun; null if what was read names none. */
  private @Nullable LiveRun known(Invocation call, PathReader reader, Object read, long now) {
    boolean byValue = !reader.isReceiver() && isValue(read);
    if (joins) {
      // What a part of a record is written as may be different each time, and in each process.
      byValue &= !(read instanceof Record);
      String id = byValue ? PathReader.textOf(read) : "";
      if (!byValue) {
        runs.warnings()
            .once(
                "id of " + task,
                "a call of task '"
                    + PrintableText.name(task)
                    + "' joins no run, because its id is no text, number, UUID or enum but a "
                    + read.getClass().getName());
      }
      return id.isBlank() ? null : runs.join(call, task, id, now);
    }
    Visit visit = runs.conversations().enter(task, read, byValue, runs.aroundAnother(call), now);
    LiveRun live = visit.run();
    live.touch(now);
    live.talk().entered(live.run().haltReason() != null);
    call.attach(visit);
    return live;
  }

  @Override
  public @Nullable Object after(
      Invocation call, @Nullable Object returned, @Nullable Throwable thrown) {
    LiveRun run = call.run();
    if (call.attachment() instanceof Visit visit) {
      visit.conversation().leave(System.nanoTime());
    } else if (run != null) {
      if (call.closesRun()) {
        runs.registry().close(run);
        call.thread().ended(run);
      } else {
        call.thread().left(run);
      }
    }
    return null;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RunMethodHandler that
        && runs == that.runs
        && task.equals(that.task)
        && joins == that.joins
        && Objects.equals(path, that.path);
  }

  @Override
  public int hashCode() {
    return task.hashCode();
  }

  /** Whether two equal ones mean the same. */
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
