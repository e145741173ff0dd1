package io.loophalt.runtime.boundary;

import io.loophalt.PrintableText;
import io.loophalt.runtime.async.AsyncResult;
import io.loophalt.runtime.async.AsyncResultFollower;
import io.loophalt.runtime.async.ColdStream;
import io.loophalt.runtime.correlation.Conversations.Visit;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.Invocation.UnopenedRun;
import io.loophalt.runtime.invocation.PathReader;
import io.loophalt.runtime.policy.ValuePath;
import io.loophalt.runtime.runs.LiveRun;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Calls of a method that is one execution of a task, or one part of a conversation or of an
 * execution that many take part in: what is called inside belongs to its run. Equal to another one
 * with the same task and identity.
 *
 * <p>Where the method returns a future, its run ends with that. Where it returns a publisher, each
 * subscription is a run; the method's own call is none then unless it does something itself.
 */
public final class RunMethodHandler implements Interceptor {

  private final String task;
  private final @Nullable ValuePath path;
  private final @Nullable PathReader identity;
  private final boolean joins;
  private final boolean publishes;
  private final RunCorrelator runs;

  /** For one woven method, each call of which is a run of its own. */
  public RunMethodHandler(String task, RunCorrelator runs) {
    this(task, /* publishes= */ false, runs);
  }

  /**
   * For one woven method, each call of which is a run of its own.
   *
   * @param publishes whether the method is declared to return a publisher, which does nothing until
   *     somebody subscribes
   */
  public RunMethodHandler(String task, boolean publishes, RunCorrelator runs) {
    this(task, null, /* joins= */ false, publishes, runs);
  }

  private RunMethodHandler(
      String task, @Nullable ValuePath path, boolean joins, boolean publishes, RunCorrelator runs) {
    this.publishes = publishes;
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
    return new RunMethodHandler(
        task, conversation, /* joins= */ false, /* publishes= */ false, runs);
  }

  /**
   * For one woven method.
   *
   * @param id what names the execution whose run a call enters and leaves
   */
  public static RunMethodHandler joining(String task, ValuePath id, RunCorrelator runs) {
    return new RunMethodHandler(task, id, /* joins= */ true, /* publishes= */ false, runs);
  }

  @Override
  public @Nullable Object before(Invocation call) {
    long now = System.nanoTime();
    PathReader reader = identity;
    Object read = reader == null ? null : reader.read(call, null);
    LiveRun live = reader == null || read == null ? null : known(call, reader, read, now);
    if (live == null && publishes) {
      call.becomeScopeOf(new UnopenedRun(runs.registry(), task, runs.aroundAnother(call)));
      return call;
    }
    if (live == null) {
      live = runs.openChild(null, task, runs.aroundAnother(call), now);
      call.becomeScopeOf(live, true);
    } else {
      call.becomeScopeOf(live, false);
    }
    live.goWithFutures();
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
    live.talk().entered(live.run().haltReason() != null, live.run().usage().steps());
    call.attach(visit);
    return live;
  }

  @Override
  public @Nullable Object after(
      Invocation call, @Nullable Object returned, @Nullable Throwable thrown) {
    LiveRun run = call.run();
    boolean comes =
        returned != null && !(returned instanceof String) && AsyncResultFollower.knows(returned);
    if (run != null && !call.closesRun()) {
      if (call.attachment() instanceof Visit visit) {
        visit.conversation().leave(System.nanoTime());
        run.talk().left(run.run().usage().steps());
      } else {
        call.thread().left(run);
      }
      return returned != null && comes && AsyncResultFollower.isCold(returned)
          ? new ColdStream(returned, scope -> new RunWork(run, /* closes= */ false, runs))
          : null;
    }
    if (returned != null && comes) {
      return toCome(call, run, returned);
    }
    if (run != null) {
      close(call, run);
    }
    return null;
  }

  private @Nullable Object toCome(Invocation call, @Nullable LiveRun run, Object result) {
    if (AsyncResultFollower.isCold(result)) {
      LiveRun parent = run == null ? null : run.parent();
      LiveRun around =
          call.attachment() instanceof UnopenedRun unopened ? unopened.around() : parent;
      RunsOfSubscribers subscribers =
          new RunsOfSubscribers(call.declaring(), task, run, around, runs);
      // No cast to an interface, which would be loaded when this class is verified.
      return new ColdStream(result, subscribers::next);
    }
    if (run == null) {
      return null;
    }
    if (result instanceof CompletableFuture<?> future && future.isDone()) {
      call.thread().ended(run);
    }
    return new AsyncResult(result, new RunWork(run, /* closes= */ true, runs));
  }

  private void close(Invocation call, LiveRun run) {
    runs.end(run);
    call.thread().ended(run);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RunMethodHandler that
        && runs == that.runs
        && task.equals(that.task)
        && joins == that.joins
        && publishes == that.publishes
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
