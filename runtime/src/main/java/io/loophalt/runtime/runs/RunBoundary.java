package io.loophalt.runtime.runs;

import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * Who has drawn the boundary of a run, and so how it ends: by who opened it, with an answer of the
 * model, with the last of its streamed answers, or by silence.
 *
 * <p>Thread-safe; of those who claim or adopt the run one gets it.
 */
public final class RunBoundary {

  private static final byte BY_REQUESTS = 1;
  private static final byte BY_METHOD = 2;

  private final boolean joined;
  private volatile boolean claimed;
  private volatile boolean adoptable;
  private volatile int streams;
  private volatile boolean streamed;
  private volatile boolean goesOn;
  private volatile boolean endsBySilence;
  private volatile boolean endsWithAnswer;
  private volatile boolean answered;
  private volatile boolean modelSeen;
  private volatile boolean whole;
  private volatile boolean ofTrace;

  /** What asked the one question that the run is of: 0 for none, a request, or a method's call. */
  private volatile byte question;

  private volatile @Nullable WeakReference<Thread> thread;

  private RunBoundary(boolean drawn, boolean joined, boolean ofTrace, @Nullable Thread ofThread) {
    this.joined = joined;
    this.endsBySilence = !drawn;
    this.endsWithAnswer = !drawn;
    this.ofTrace = ofTrace;
    this.thread = ofThread == null ? null : new WeakReference<>(ofThread);
  }

  /** Of a run for whoever opens it, and closes it. */
  static RunBoundary ofCaller() {
    return new RunBoundary(/* drawn= */ true, /* joined= */ false, /* ofTrace= */ false, null);
  }

  /** Of a run for the calling thread, which is in no other run. */
  static RunBoundary ofThread() {
    Thread caller = Thread.currentThread();
    return new RunBoundary(/* drawn= */ false, /* joined= */ false, /* ofTrace= */ false, caller);
  }

  /** Of a run for a trace, on whatever threads. */
  static RunBoundary ofTrace() {
    return new RunBoundary(/* drawn= */ false, /* joined= */ false, /* ofTrace= */ true, null);
  }

  /** Of a run for all who join it, none of whom closes it by leaving. */
  static RunBoundary ofAll() {
    return new RunBoundary(/* drawn= */ true, /* joined= */ true, /* ofTrace= */ false, null);
  }

  /** Whether it is guessed from the thread that runs are told apart. */
  boolean isOfThread() {
    return thread != null;
  }

  /** Whether many may enter and leave the run, which ends by itself or by their word. */
  public boolean isJoined() {
    return joined;
  }

  /** Says that parts of the run that a framework tells apart are runs of their own below it. */
  public void becomeWhole() {
    whole = true;
  }

  /** Whether parts of the run are runs of their own below it. */
  public boolean isWhole() {
    return whole;
  }

  /**
   * Says that a framework's method, which executes one task, has opened the run by being called.
   */
  public void becomeThatOfMethod() {
    question = BY_METHOD;
  }

  /**
   * Whether the run is that of one question to a model, or to a framework: a program that asks
   * another one while it works on the answer has begun another run.
   */
  public boolean isOfOneQuestion() {
    return question != 0;
  }

  /** The requests to the model draw it, see {@link LiveRun#drawnByRequests}. */
  void drawByRequests() {
    question = BY_REQUESTS;
    endsWithAnswer = false;
  }

  /** Whether requests tell which calls belong to the run. */
  public boolean isDrawnByRequests() {
    return question == BY_REQUESTS;
  }

  /** Notes that the run is carried to other threads, which may use it when its own is gone. */
  public void carried() {
    thread = null;
  }

  /** Whether the run is that of a trace. */
  public boolean isOfTrace() {
    return ofTrace;
  }

  /** The run is that of a trace from now on, on whatever threads. */
  void becomeThatOfTrace() {
    ofTrace = true;
    thread = null;
  }

  /**
   * Whether most likely nobody uses the run any more: it was that of a thread that is gone, or of a
   * trace and has answered.
   */
  boolean isOrphan() {
    if (ofTrace) {
      return answered && !isStreaming();
    }
    WeakReference<Thread> reference = thread;
    Thread owner = reference == null ? null : reference.get();
    return reference != null && (owner == null || !owner.isAlive()) && !isStreaming();
  }

  /**
   * Says that nobody drew the run's boundary: it is over with an answer of the model that asks for
   * no tool. Else a thread that asks a model one question after the other would look like an agent
   * that only talks.
   */
  public void endWithAnswer() {
    endsWithAnswer = true;
  }

  /** Notes that a model is called in the run. */
  public void modelSeen() {
    if (!modelSeen) {
      modelSeen = true;
    }
  }

  /**
   * Whether the run is known to be an agent's: a model was called in it, or somebody has drawn it.
   * A program that uses a framework's parts by themselves is none.
   */
  public boolean isAgents() {
    return modelSeen || !endsWithAnswer;
  }

  /** Notes whether the model's latest answer asks for no tool, and was let through. */
  void answered(boolean letThrough) {
    answered = endsWithAnswer && letThrough;
  }

  /** Whether the next call belongs to another run. */
  public boolean hasAnswered() {
    return answered;
  }

  /** True for one caller, which then has to close the run. */
  public boolean claim() {
    synchronized (this) {
      boolean first = !claimed;
      claimed = true;
      return first;
    }
  }

  /**
   * Says that the run was opened by a call that will not close it. Until somebody {@linkplain
   * #adopt adopts} it, it is over with an answer of the model that asks for no tool.
   */
  public void awaitAdoption() {
    synchronized (this) {
      adoptable = !claimed;
      endsWithAnswer = adoptable;
    }
  }

  /** Whether nobody has the run who will close it. */
  public boolean isAdoptable() {
    return adoptable;
  }

  /** True for one caller, which then has to close the run; it is not over before. */
  public boolean adopt() {
    synchronized (this) {
      boolean first = adoptable;
      if (first) {
        adoptable = false;
        claimed = true;
        endsWithAnswer = false;
        answered = false;
      }
      return first;
    }
  }

  /** Whether the run goes on after the method that opened it has returned. */
  boolean goesOn() {
    return goesOn;
  }

  void beginToGoOn() {
    endsBySilence = true;
    goesOn = true;
  }

  /** Whether nobody tells the end of the run. */
  boolean endsBySilence() {
    return endsBySilence;
  }

  /** Whether answers are being streamed, or worked on. */
  public boolean isStreaming() {
    return streams > 0;
  }

  void streamBegan() {
    addStreams(1);
    streamed = true; // behind the count: who sees it does not take this stream for over
  }

  void streamEnded() {
    addStreams(-1);
  }

  private synchronized void addStreams(int more) {
    streams += more;
  }

  /** Whether the run goes on for answers that were streamed, and all of them are there. */
  boolean streamsAreOver() {
    return goesOn && streamed && streams == 0;
  }
}
