package io.loophalt.core.run;

/**
 * Lets several processes judge one run as if one of them judged all of it: whoever shares the run
 * brings what others have judged before a call is, and hands on what came of this one.
 *
 * <p>Never throws. Called on threads of the application, without any lock of the run.
 */
public interface RunExchange {

  /**
   * A call of the run, or of one inside it, is about to be judged. May {@linkplain SavedRun#goOn
   * change} the run.
   *
   * @return whether {@link #end} is to be called; else the call is judged by what this process
   *     knows, and {@link #alone} is called
   */
  boolean begin();

  /** The call was judged; by the same thread as {@link #begin}. */
  void end();

  /** The call was judged by what this process knows. */
  void alone();

  /**
   * Whether {@link #begin} would be true but for this thread, which must not wait: what can be
   * judged on another one is judged there.
   */
  boolean isForAnotherThread();

  /**
   * How long this run had been going on in other processes before this one knew of it; 0 of one
   * inside it. Asked with the run's lock held, and answered at once.
   */
  long millisElsewhere(Run run);
}
