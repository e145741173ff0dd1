package io.loophalt.runtime.boundary;

import io.loophalt.extension.RunAliases;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.runs.LiveRun;
import org.jspecify.annotations.Nullable;

/**
 * Calls inside a run in which its framework's own id is known: tools that run on other threads will
 * name it.
 */
public final class RunNameHandler implements Interceptor {

  private final RunAliases aliases;
  private final RunCorrelator runs;

  /** For all such calls of one framework. */
  public RunNameHandler(RunAliases aliases, RunCorrelator runs) {
    this.aliases = aliases;
    this.runs = runs;
  }

  @Override
  public @Nullable Object before(Invocation call) {
    LiveRun live = call.thread().scopedRun();
    String id = aliases.id(call);
    if (live == null || id == null) {
      return null;
    }
    runs.registry().alias(id, live);
    call.attach(id);
    call.becomeScopeOf(live, false);
    return call;
  }

  @Override
  public @Nullable Object after(
      Invocation call, @Nullable Object returned, @Nullable Throwable thrown) {
    LiveRun live = call.run();
    if (live == null || !(call.attachment() instanceof String id)) {
      return null;
    }
    if (!live.boundary().isStreaming() && (returned == null || !aliases.goesOn(returned))) {
      runs.registry().removeAlias(id, live);
    }
    return null;
  }
}
