package io.loophalt.store;

import io.loophalt.Effect;
import io.loophalt.StopReason;
import io.loophalt.core.detect.Step;
import io.loophalt.core.run.Run;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.store.link.RedisLink;
import java.time.Duration;

/**
 * Some calls of a run that is none, with the real server: a process that has just begun loads and
 * links in them what it needs for a call, which takes several times as long as calls may wait.
 */
final class Rehearsal {

  private static final int CALLS = 3;

  private final LateEntries late;
  private final SharedRun shared;
  private final Run run;

  private Rehearsal(LateEntries late, SharedRun shared, Run run) {
    this.late = late;
    this.shared = shared;
    this.run = run;
  }

  /** One of a process. */
  static Rehearsal of(RedisLink link, StoredNames names, RunRegistry registry) {
    Run run = registry.aside("rehearsal", "rehearsal");
    RunPlace place = RunPlace.alone(names.keyOfRehearsal());
    LateEntries late = new LateEntries(link, names);
    return new Rehearsal(
        late, new SharedRun(link, names, late, new Rehearsed(run), null, place, null), run);
  }

  /** On a thread that may wait. */
  void play() {
    try {
      playCalls();
    } finally {
      late.close();
    }
  }

  private void playCalls() {
    shared.enter();
    for (int i = 0; i < CALLS; i++) {
      Step step = new Step(() -> "");
      step.begin("rehearsal", null, Effect.UNKNOWN, i, /* cut= */ false, i);
      if (shared.begin()) {
        run.beforeStep(step);
        shared.end();
      }
      step.end(/* failed= */ false, "", "", Step.ABSENT, i);
      step.giveResult(i);
      if (shared.begin()) {
        run.afterStep(step);
        shared.end();
      }
    }
    shared.over();
  }

  /** Nobody is told of what comes of it. */
  private record Rehearsed(Run run) implements Member {

    @Override
    public long millis() {
      return 0;
    }

    @Override
    public long millisElsewhere(long age, long nanos) {
      return 0;
    }

    @Override
    public boolean isRevived() {
      return false;
    }

    @Override
    public boolean isOver() {
      return false;
    }

    @Override
    public void isHaltedElsewhere(StopReason reason) {
      // It was not run by anybody.
    }

    /** What is left of it in the store is gone then. */
    @Override
    public Duration gap() {
      return Duration.ofSeconds(1);
    }

    @Override
    public Duration haltedFor() {
      return Duration.ZERO;
    }
  }
}
