package io.loophalt.agent.startup;

import io.loophalt.StopReason;
import io.loophalt.core.detect.Finding;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.fingerprint.ThreadStop;
import io.loophalt.core.run.Run;
import io.loophalt.core.run.RunObserver;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the errors of an observer away from the runs that it hears of, and takes it out alone when
 * there are too many of them. Thread-safe if the observer is.
 */
final class BreakableObserver implements RunObserver, InternalErrorBreaker.Switch {

  private final RunObserver observer;
  private final String what;
  private final InternalErrorBreaker failures;
  private volatile boolean off;

  /**
   * In front of an observer.
   *
   * @param what its name, as a person would call it
   * @param lost what is not done any more without it
   */
  BreakableObserver(RunObserver observer, String what, String lost, InternalErrorBreaker agent) {
    this.observer = observer;
    this.what = what;
    this.failures = agent.part(what, lost, this);
  }

  @Override
  public void off(InternalErrorBreaker part) {
    off = true;
  }

  private void failed(Throwable broken) {
    ThreadStop.passOn(broken);
    failures.note("in " + what, broken);
  }

  @Override
  public void opened(Run run) {
    if (off) {
      return;
    }
    try {
      observer.opened(run);
    } catch (RuntimeException | Error broken) {
      failed(broken);
    }
  }

  @Override
  public void turned(Run run, Turn turn) {
    if (off) {
      return;
    }
    try {
      observer.turned(run, turn);
    } catch (RuntimeException | Error broken) {
      failed(broken);
    }
  }

  @Override
  public void stepped(Run run, Step step) {
    if (off) {
      return;
    }
    try {
      observer.stepped(run, step);
    } catch (RuntimeException | Error broken) {
      failed(broken);
    }
  }

  @Override
  public void found(Run run, Finding finding) {
    if (off) {
      return;
    }
    try {
      observer.found(run, finding);
    } catch (RuntimeException | Error broken) {
      failed(broken);
    }
  }

  @Override
  public void intervened(Run run, Finding finding) {
    if (off) {
      return;
    }
    try {
      observer.intervened(run, finding);
    } catch (RuntimeException | Error broken) {
      failed(broken);
    }
  }

  @Override
  public void ceilingNear(Run run, String ceiling, BigDecimal used, BigDecimal limit) {
    if (off) {
      return;
    }
    try {
      observer.ceilingNear(run, ceiling, used, limit);
    } catch (RuntimeException | Error broken) {
      failed(broken);
    }
  }

  @Override
  public void halted(Run run, StopReason reason, @Nullable Finding finding) {
    if (off) {
      return;
    }
    try {
      observer.halted(run, reason, finding);
    } catch (RuntimeException | Error broken) {
      failed(broken);
    }
  }

  @Override
  public void progressReported(Run run, int stepsBegun) {
    if (off) {
      return;
    }
    try {
      observer.progressReported(run, stepsBegun);
    } catch (RuntimeException | Error broken) {
      failed(broken);
    }
  }

  @Override
  public void wasReset(Run run, int stepsBegun) {
    if (off) {
      return;
    }
    try {
      observer.wasReset(run, stepsBegun);
    } catch (RuntimeException | Error broken) {
      failed(broken);
    }
  }

  @Override
  public void ended(Run run) {
    if (off) {
      return;
    }
    try {
      observer.ended(run);
    } catch (RuntimeException | Error broken) {
      failed(broken);
    }
  }
}
