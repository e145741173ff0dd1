package io.loophalt.core.run;

import io.loophalt.core.detect.Reports;
import io.loophalt.core.detect.Reports.Ending;
import io.loophalt.core.detect.Reports.Heard;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.Turn;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What is reported of a run beside its calls, and what waits for its model: known to all processes
 * that judge the run.
 *
 * <p>Thread-safe. The lock is the judge's monitor. What is reported may wait for other processes as
 * a call does; to ask waits for nobody. Nothing is made for a run of which nothing is reported.
 */
public abstract class RunReports {

  /** Null while nothing was reported, as of most runs. Written with the lock held. */
  private volatile @Nullable Reports known;

  /** Who judges the run's calls. */
  abstract RunJudge judge();

  /**
   * Does something of which the other processes that judge the run know afterwards.
   *
   * @param again does it once more behind what they have done, where they could not know of it at
   *     once; given what came of it first
   */
  abstract <T extends @Nullable Object> T together(Supplier<T> work, Consumer<T> again);

  /** The same, where it is done once more as it was. */
  <T extends @Nullable Object> T together(Supplier<T> work) {
    return together(
        work,
        first -> {
          T unused = work.get();
        });
  }

  /**
   * The same, unless they cannot know of it now.
   *
   * @return false if they cannot; then nothing is done
   */
  abstract boolean onlyTogether(Runnable work);

  /**
   * The application reports the state of what the run works on. A change to a state in which the
   * run has not been before is progress.
   *
   * @param digest of the state
   * @return whether it is progress
   */
  public boolean reportState(long digest) {
    return together(() -> stateReported(digest));
  }

  private boolean stateReported(long digest) {
    RunJudge judge = judge();
    synchronized (judge) {
      try {
        boolean isProgress = made().addState(digest);
        if (isProgress) {
          reportedProgress();
        }
        return isProgress;
      } catch (RuntimeException | Error broken) {
        throw judge.brokenOff(broken);
      }
    }
  }

  /** The digest of the state that was reported last; absent if none was. One volatile read. */
  public long reportedState() {
    Reports reports = known;
    return reports == null ? Step.ABSENT : reports.state();
  }

  /** Repetition is counted from zero, and what was left for the model is told nobody any more. */
  void reportedProgress() {
    forgetMessage();
    judge().progress();
  }

  /**
   * A user has spoken, by the word of the application: to the answer that comes next, in whatever
   * process that judges the run. Of a run that no other process judges {@link Turn#prompt} says it.
   *
   * @param digest of {@link io.loophalt.core.text.UserText}; 0 for no words
   */
  public void userSaid(long digest) {
    together(
        () -> {
          synchronized (judge()) {
            made().userSaid(digest);
          }
          return true;
        });
  }

  /**
   * Users have spoken in the request to which the next answer comes, as far as this process knows.
   * What of it is new to the run is known with that answer. Of a run that no other process judges
   * {@link Turn#prompt} says it.
   *
   * @param digests of {@link io.loophalt.core.text.UserText}
   * @param isBehindAnAnswer whether that stands in a transcript behind the {@linkplain
   *     #latestAnswer latest answer}, where no person speaks
   */
  public void usersSaidInRequest(long[] digests, boolean isBehindAnAnswer) {
    synchronized (judge()) {
      made().saidInRequest(digests, isBehindAnAnswer);
    }
  }

  /**
   * An answer has come to this process, and is about to be told the run, which others judge.
   *
   * @param ending null if it cannot be told from others
   */
  public void answerEndsWith(@Nullable Ending ending) {
    synchronized (judge()) {
      made().answerEndsWith(ending);
    }
  }

  /**
   * What the latest answer of the run ends with, to whatever process that judges it came; null if
   * that is not known.
   */
  public @Nullable Ending latestAnswer() {
    synchronized (judge()) {
      Reports reports = known;
      return reports == null ? null : reports.ending();
    }
  }

  /**
   * Takes what this process has heard of answers that are under way; null for nothing. The lock is
   * held.
   */
  @Nullable Heard takeHeard() {
    Reports reports = known;
    return reports == null ? null : reports.takeHeard();
  }

  /** Gives back what was taken and has not counted. The lock is held. */
  void hear(@Nullable Heard taken) {
    if (taken != null) {
      made().hear(taken);
    }
  }

  /** An answer with what the run knows of what was said before it. The lock is held. */
  Turn answered(Turn answer, @Nullable Heard heard) {
    return made().answered(answer, heard, judge().used().steps());
  }

  /**
   * Leaves what the model is to be told for the next result of a tool that can carry it, in
   * whatever process that judges the run.
   *
   * @param text in place of one that waits; null for none
   * @param nudges after how many steps it was nudged, oldest first
   * @return false if the others cannot be told now; then nothing is left
   */
  public boolean leaveForModel(@Nullable String text, long[] nudges) {
    return onlyTogether(
        () -> {
          synchronized (judge()) {
            leave(text, nudges);
          }
        });
  }

  /** Leaves it, with the lock held. */
  void leave(@Nullable String text, long[] nudges) {
    made().addNudges(text, nudges);
  }

  /** Takes what was {@linkplain #leaveForModel left} for the model; null for nothing. */
  public @Nullable String takeForModel() {
    Reports reports = known;
    if (reports == null || !reports.hasMessage()) {
      return null;
    }
    return this.<@Nullable String>together(this::forgetMessage, this::forgetMessage);
  }

  /** That was told here: what others have left since is another one. */
  private void forgetMessage(@Nullable String told) {
    Reports reports = known;
    if (reports != null && told != null) {
      reports.forgetMessage(told);
    }
  }

  /** What waited for the model, and waits no more; null for nothing. */
  @Nullable String forgetMessage() {
    synchronized (judge()) {
      Reports reports = known;
      return reports == null ? null : reports.takeMessage();
    }
  }

  /** After how many steps the model was nudged, as far as it was left for it, oldest first. */
  public long[] nudges() {
    synchronized (judge()) {
      Reports reports = known;
      return reports == null ? new long[0] : reports.nudges();
    }
  }

  private Reports made() {
    Reports reports = known;
    if (reports == null) {
      reports = new Reports();
      known = reports;
    }
    return reports;
  }

  /** Writes what is known. The lock is held. */
  void saveReports(DataOutput out) throws IOException {
    Reports reports = known;
    out.writeBoolean(reports != null);
    if (reports != null) {
      reports.save(out);
    }
  }

  /**
   * Goes on with what {@link #saveReports} wrote. The lock is held.
   *
   * @param hasEnding whether it wrote what the latest answer ends with
   */
  void restoreReports(DataInput in, boolean hasEnding) throws IOException {
    Heard heard = takeHeard();
    known = in.readBoolean() ? Reports.restored(in, hasEnding) : null;
    hear(heard);
  }
}
