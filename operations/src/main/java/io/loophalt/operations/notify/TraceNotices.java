package io.loophalt.operations.notify;

import io.loophalt.core.event.Intervened;
import io.loophalt.core.run.Run;
import io.loophalt.runtime.policy.NotifyPolicy;
import io.loophalt.runtime.policy.NotifyPolicy.Kind;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Posts about runs that are judged by their traces, in the form of those about live runs. The same
 * happening has the same id whenever and wherever it is found. Thread-safe.
 */
public final class TraceNotices {

  private final Set<Kind> kinds;
  private final PostBody joined;
  private final PostBody others;

  /**
   * Of one process.
   *
   * @param main what the process is called
   * @param store options of a command that steers joined runs; null if nobody guards them
   */
  public TraceNotices(NotifyPolicy policy, String main, @Nullable String store) {
    Jvm jvm = Jvm.own(main);
    this.kinds = policy.kinds();
    this.others = new PostBody(jvm, null);
    this.joined = store == null ? others : new PostBody(jvm, store);
  }

  /**
   * The body of a post.
   *
   * @param isJoined whether the run is one that {@code loophalt} finds in the store
   * @return null if nothing is to be posted
   */
  public @Nullable String of(Intervened what, Run run, boolean isJoined) {
    Notification told = kinds.contains(RunNotices.kindOf(what)) ? RunNotices.of(what, run) : null;
    if (told == null) {
      return null;
    }
    // Without digests, which depend on the job's key.
    List<?> parts =
        List.of(
            what.runId(),
            what.time(),
            what.intervention(),
            what.detector(),
            what.rule(),
            what.count(),
            what.step(),
            what.turn());
    String name = parts.toString();
    UUID id = UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
    return new String(
        (isJoined ? joined : others).of(told, id.toString(), 0), StandardCharsets.UTF_8);
  }
}
