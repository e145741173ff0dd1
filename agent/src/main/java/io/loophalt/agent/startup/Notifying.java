package io.loophalt.agent.startup;

import io.loophalt.agent.cli.Version;
import io.loophalt.core.event.EventSinks;
import io.loophalt.operations.notify.PostQueue;
import io.loophalt.operations.notify.WebhookSink;
import io.loophalt.runtime.policy.NotifyPolicy;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import io.loophalt.runtime.safety.Log;
import java.util.function.Consumer;

/** Lets a webhook hear of runs; what it takes to post is made by the first notification. */
final class Notifying {

  private Notifying() {}

  /** Begins to listen. */
  static PostQueue begin(
      NotifyPolicy policy,
      EventSinks sinks,
      RunRegistry runs,
      InternalErrorBreaker failures,
      Log log) {
    PostQueue posts = new PostQueue(policy, Version.current(), new Warning(log));
    sinks.add(
        new BreakableSink(
            new WebhookSink(policy, runs, posts),
            "the notifications",
            "nothing more is posted, but runs go on being watched",
            failures));
    return posts;
  }

  /** A class instead of a lambda, which would cost start-up time. */
  private record Warning(Log log) implements Consumer<String> {
    @Override
    public void accept(String message) {
      log.warn(message);
    }
  }
}
