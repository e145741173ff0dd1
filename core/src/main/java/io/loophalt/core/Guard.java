package io.loophalt.core;

import io.loophalt.core.detect.Detector;
import io.loophalt.core.detect.standard.StandardPreset;
import io.loophalt.core.event.EventSink;
import io.loophalt.core.event.EventSinks;
import io.loophalt.core.memory.LoopMemory;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.core.run.Run;
import io.loophalt.core.run.RunEvents;
import io.loophalt.core.run.RunKeeper;
import io.loophalt.core.run.SavedRun;
import io.loophalt.core.run.TaskPlan;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Opens guarded runs. A program has one for all its agents.
 *
 * <p>Thread-safe, and keeps no run: what a caller has dropped is gone. It has no clock and no
 * thread of its own; nothing happens but in the calls of its runs, on the caller's thread.
 */
public final class Guard {

  /** For events whose time nobody reads. */
  private static final Clock NO_CLOCK = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);

  private final GuardSettings settings;
  private final LongSupplier nanoClock;
  private final Function<DetectorPolicy, Detector> detectors;
  private final @Nullable LoopMemory memory;

  /** What the memory hears; null without one. */
  private final @Nullable EventSink remembered;

  private final EventSink observer;
  private final Clock clock;

  private Guard(
      GuardSettings settings,
      LongSupplier nanoClock,
      Function<DetectorPolicy, Detector> detectors,
      @Nullable LoopMemory memory,
      EventSink observer,
      Clock clock) {
    this.settings = settings;
    this.nanoClock = nanoClock;
    this.detectors = detectors;
    this.memory = memory;
    this.remembered = memory == null ? null : new PatientSink(memory);
    this.observer = observer;
    this.clock = clock;
  }

  /**
   * A guard with the detectors of the library.
   *
   * @param nanoClock a clock that never goes back, in nanoseconds from any beginning: {@code
   *     System::nanoTime}
   * @throws IllegalArgumentException if the settings name a detector that does not exist, or give
   *     one a number that it does not have or that is out of range (1 to 1,000, a {@code window}
   *     from 2)
   */
  public static Guard create(GuardSettings settings, LongSupplier nanoClock) {
    return create(settings, nanoClock, StandardPreset::detector);
  }

  /**
   * A guard with detectors from elsewhere.
   *
   * @param nanoClock as above
   * @param detectors makes a new detector from its settings, for each run; hands those that it does
   *     not know to {@link StandardPreset#detector}
   * @throws IllegalArgumentException if the settings name a detector that does not exist, or give
   *     one a number that it does not have or that is out of range (1 to 1,000, a {@code window}
   *     from 2)
   */
  public static Guard create(
      GuardSettings settings,
      LongSupplier nanoClock,
      Function<DetectorPolicy, Detector> detectors) {
    for (TaskPolicy policy : settings.policies()) {
      for (DetectorPolicy each : policy.detectors()) {
        Objects.requireNonNull(detectors.apply(each), each.detector());
      }
    }
    return new Guard(settings, nanoClock, detectors, null, EventSink.NONE, NO_CLOCK);
  }

  /**
   * The same with a memory of past loops: what its runs are stuck in is noted there, and a run that
   * begins what earlier runs of its task were stuck in is nudged at the second repetition, with
   * what became of those. A run is halted no earlier for it. What others of the guard have opened
   * does not change.
   *
   * @param memory where the loops are kept, such as a {@link io.loophalt.core.memory.LoopHistory};
   *     it hears of a loop on the thread of the call in which that ends, with the time by the clock
   *     of {@link #telling}; without one all times are 1970, so that none is older than another
   */
  public Guard remembering(LoopMemory memory) {
    return remembering(memory, clock);
  }

  /**
   * The same.
   *
   * @param wallClock by which it is known what is old; it is that of {@link #telling}, too
   */
  public Guard remembering(LoopMemory memory, Clock wallClock) {
    Objects.requireNonNull(memory, "memory");
    Objects.requireNonNull(wallClock, "wallClock");
    return new Guard(settings, nanoClock, detectors, memory, observer, wallClock);
  }

  /**
   * The same with an observer of its runs: it hears what is found and done, and of turns and steps
   * while it {@linkplain EventSink#wantsSteps wants} them, in the calls of the runs and outside all
   * locks. It takes the place of one that was given before; an {@link
   * io.loophalt.core.event.EventSinks} is a list of several. Runs that were opened before do not
   * change.
   *
   * @param observer returns at once and never throws, as {@link EventSink} says. What one throws
   *     all the same takes no decision away: the first of it is said in a warning of {@link
   *     System.Logger}, {@code io.loophalt.core}, and the observer is told what comes next. Of a
   *     memory this holds, too
   * @param wallClock for the times of the events, such as {@link Clock#systemUTC()}
   */
  public Guard telling(EventSink observer, Clock wallClock) {
    Objects.requireNonNull(observer, "observer");
    Objects.requireNonNull(wallClock, "wallClock");
    EventSink told = observer == EventSink.NONE ? observer : new PatientSink(observer);
    return new Guard(settings, nanoClock, detectors, memory, told, wallClock);
  }

  /**
   * Opens a run that no other run surrounds.
   *
   * @param task the task's name, by which settings and records know it
   * @param id what tells this run from others, such as a conversation's id
   */
  public GuardedRun open(String task, String id) {
    return open(task, id, null);
  }

  /**
   * Opens a run.
   *
   * @param task the task's name, by which settings and records know it
   * @param id what tells this run from others; a second run of one id is another run
   * @param parent the run inside which it is opened, whose steps, tokens and cost include this
   *     one's, and whose halt halts it; null for none
   */
  public GuardedRun open(String task, String id, @Nullable GuardedRun parent) {
    return open(task, id, parent, 0);
  }

  /**
   * Opens a run that goes on where another one was saved. The time in between does not count.
   *
   * @param task the task of the saved run; its settings must be the same
   * @param state what {@link GuardedRun#saveState} returned
   * @throws UnreadableStateException if another version wrote it, if it was saved under other
   *     settings of the task, {@link GuardSettings#observeOnly} among them, or if it is damaged
   */
  public GuardedRun restore(String task, String id, @Nullable GuardedRun parent, byte[] state) {
    try {
      SavedRun.Header header = SavedRun.header(Objects.requireNonNull(state, "state"));
      GuardedRun restored = open(task, id, parent, header.elapsedMillis());
      restored.restore(state, header.noted());
      return restored;
    } catch (IOException unreadable) {
      throw new UnreadableStateException(
          Objects.requireNonNullElse(unreadable.getMessage(), "not a saved run"), unreadable);
    }
  }

  private EventSink sink(RunJournal journal) {
    if (remembered == null && observer == EventSink.NONE) {
      return journal;
    }
    EventSinks all = new EventSinks();
    all.add(journal);
    if (remembered != null) {
      all.add(remembered);
    }
    all.addHearingSteps(observer);
    return all;
  }

  private GuardedRun open(String task, String id, @Nullable GuardedRun parent, long elapsedMillis) {
    Objects.requireNonNull(id, "id");
    TaskPolicy policy = settings.policyOf(Objects.requireNonNull(task, "task"));
    RunJournal journal = new RunJournal();
    Mode mode = settings.observeOnly() ? Mode.OBSERVE : Mode.ACT;
    Run run =
        new Run(
            id,
            task,
            new TaskPlan(policy, mode, detectors, memory),
            parent == null ? null : parent.run(),
            parent == null ? 0 : parent.nowMillis() - elapsedMillis,
            RunKeeper.NOBODY,
            new RunEvents(sink(journal), clock, false));
    run.tellOpened();
    long beganNanos = nanoClock.getAsLong() - elapsedMillis * 1_000_000;
    return new GuardedRun(settings, run, parent, journal, nanoClock, beganNanos);
  }
}
