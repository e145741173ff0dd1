package io.loophalt.runtime.runs;

import io.loophalt.StopReason;
import io.loophalt.core.detect.Turn.Prompt;
import io.loophalt.core.run.Run;
import io.loophalt.runtime.request.RunTalk;
import io.loophalt.runtime.runs.Tombstones.Tombstone;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A run with what the live agent knows beside it: who opened it and for what, by which ids it is
 * found, when it was used, what waits for its model.
 *
 * <p>Thread-safe; what is written seldom is guarded by its monitor, which is held for a moment.
 */
public final class LiveRun extends RunClock {

  /** Runs opened deeper than this inside others are runs beside the one above them. */
  private static final int DEEPEST = 64;

  /** So many further ids lead to it at most: of some nobody says that they are over. */
  static final int MOST_ALIASES = 512;

  private static final String[] NO_ALIASES = {};

  private volatile Run run;
  private final @Nullable LiveRun parent;
  private final int depth;
  private final boolean named;
  private volatile String[] aliases = NO_ALIASES;
  private final RunBoundary boundary;

  /** What keeps the run the same in other processes; null for most. Set before it is found. */
  private RunSharing.@Nullable Shared shared;

  private volatile boolean over;

  /** Null while nothing is to be known of it, as of most runs. */
  private volatile @Nullable Remains remains;

  private volatile @Nullable Interventions interventions;
  private volatile @Nullable WeakReference<ClassLoader> toolLoader;
  private volatile boolean openCalls;
  private volatile boolean withFutures;
  private volatile @Nullable Object unended;
  private volatile @Nullable RunTalk talk;

  /** All that others may ask is known by now: they find the run as soon as it is registered. */
  LiveRun(Run run, @Nullable LiveRun parent, boolean named, RunBoundary boundary, long nowNanos) {
    super(nowNanos);
    this.run = run;
    this.parent = parent;
    this.depth = parent == null ? 0 : parent.depth + 1;
    this.named = named;
    this.boundary = boundary;
    run.boundaryIsGuessed(boundary.isOfThread());
  }

  /** The run. */
  public Run run() {
    return run;
  }

  /** The run inside which this one was opened, or null. */
  public @Nullable LiveRun parent() {
    return parent;
  }

  /** The run around one that is opened inside this: this, or if it lies too deep, that above it. */
  @Nullable LiveRun aroundAnother() {
    return depth >= DEEPEST ? parent : this;
  }

  /** Whether this is the other run, or was opened inside it. */
  public boolean isInside(LiveRun other) {
    for (LiveRun each = this; each != null; each = each.parent) {
      if (each == other) {
        return true;
      }
    }
    return false;
  }

  /** Of this run and those around it the innermost that is halted; null if none is. */
  public @Nullable LiveRun halted() {
    LiveRun each = this;
    while (each != null && !each.run.isHalted()) {
      each = each.parent;
    }
    return each;
  }

  /** Who has drawn the run's boundary, and so how it ends. */
  public RunBoundary boundary() {
    return boundary;
  }

  /** From now on other processes take part in the run. Before it is found. */
  void shareBy(RunSharing.Shared exchange) {
    shared = exchange;
  }

  /** What keeps the run the same in other processes; null if nothing does. */
  public RunSharing.@Nullable Shared shared() {
    return shared;
  }

  /** Whether the run goes on halted for an earlier one of its id. */
  public boolean isRevived() {
    return revivedFrom() != null;
  }

  /** Of this run and those around it the innermost joined one, over or not; null if none is. */
  public @Nullable LiveRun joinedOne() {
    LiveRun each = this;
    while (each != null && !each.boundary.isJoined()) {
      each = each.parent;
    }
    return each;
  }

  /** Of this run and those around it the innermost joined one that is not over; or null. */
  @Nullable LiveRun innermostJoined() {
    LiveRun each = this;
    while (each != null && (!each.boundary.isJoined() || each.over)) {
      each = each.parent;
    }
    return each;
  }

  /** Whether whoever opened the run gave it its id. */
  boolean isNamed() {
    return named;
  }

  /** Whether the run has ended or was dropped. */
  public boolean isOver() {
    return over;
  }

  void isOverNow() {
    synchronized (this) {
      if (!over) {
        if (aliases.length > 0) {
          remains().keepAliases(aliases);
        }
        over = true;
      }
    }
  }

  /** What is to be known of the run when it is over. */
  synchronized Remains remains() {
    Remains known = remains;
    if (known == null) {
      known = new Remains();
      remains = known;
    }
    return known;
  }

  /** Whether the run was dropped, and neither reset nor closed since. */
  boolean isDropped() {
    Remains known = remains;
    return known != null && known.isDropped();
  }

  void isNoMoreDropped() {
    if (isDropped()) {
      remains().drop(false);
    }
  }

  /**
   * Notes that the run is dropped.
   *
   * @return false if it has been before, or was over
   */
  synchronized boolean beginsToBeDropped() {
    boolean first = !over;
    if (first) {
      remains().drop(true);
      isOverNow();
    }
    return first;
  }

  /** Further ids that lead to the run, or led to it when it was over. */
  String[] aliasesAtEnd() {
    Remains known = remains;
    return !over ? aliases : known == null ? NO_ALIASES : known.aliases();
  }

  /** What was left of the run that this one goes on halted for; null for most. */
  @Nullable Tombstone revivedFrom() {
    Remains known = remains;
    return known == null ? null : known.revivedFrom();
  }

  /** Says that the run is one part of a conversation with a person, not one execution. */
  public void becomeConversation() {
    remains().becomeConversation();
  }

  /** Whether what a person says next begins the run anew when it is halted. */
  public boolean isConversation() {
    Remains known = remains;
    return known != null && known.isConversation();
  }

  /**
   * The conversation goes on with another run: nothing of the one before counts.
   *
   * @return false if it goes on with another one by now
   */
  boolean beginAnew(Run before, Run next, long nowNanos) {
    synchronized (this) {
      if (run != before) {
        return false;
      }
      run = next;
      begin(nowNanos);
      interventions = null;
      boundary.answered(/* letThrough= */ false);
      remains().beginAnew();
      return true;
    }
  }

  /**
   * Whether the run is over. One that was halted when it had to make room for others is not:
   * whoever still has it is refused.
   */
  public boolean isClosed() {
    return over && !(isDropped() && run.haltReason() != null);
  }

  /**
   * Whether tasks that were handed over in the run are on their own by now: it has ended, and was
   * not halted.
   */
  public boolean letsTasksGo() {
    return (isClosed() || boundary.hasAnswered()) && halted() == null;
  }

  /** Says that what depends on the future of a tool is called in the run. */
  public void goWithFutures() {
    if (!withFutures) {
      withFutures = true;
    }
  }

  /** Whether what depends on the future of a tool is called in the run. */
  public boolean goesWithFutures() {
    return withFutures;
  }

  /** Notes where the application opened the run, if that is known, for when it is never closed. */
  public void openedAt(@Nullable StackTraceElement place) {
    if (place != null) {
      remains().openedAt(place);
    }
  }

  /** Where the application opened the run, if that was noted. */
  public @Nullable StackTraceElement openedAt() {
    Remains known = remains;
    return known == null ? null : known.openedAt();
  }

  /** Milliseconds since the run began, here or elsewhere, but for pauses. */
  public long ageMillisAt(long nanos) {
    return run.millisElsewhere() + millisAt(nanos);
  }

  /**
   * A call of the run is made to wait by a person: time stands still in it, and in the runs around
   * it.
   */
  public void beginsToWait(long nowNanos) {
    for (LiveRun each = this; each != null; each = each.parent) {
      each.beginToWait(nowNanos);
    }
  }

  /** The call waits no more. */
  public void endsToWait(long nowNanos) {
    for (LiveRun each = this; each != null; each = each.parent) {
      each.endToWait(nowNanos);
    }
    touch(nowNanos);
  }

  /** What was said in the run. */
  public RunTalk talk() {
    RunTalk known = talk;
    return known == null ? beginTalk() : known;
  }

  /**
   * What was said before a turn that the application reports. Where it has drawn the run's boundary
   * itself, nobody has spoken who was not reported.
   */
  public Prompt reportedPrompt() {
    Prompt told = talk().takePrompt();
    return told == Prompt.UNSEEN && !boundary.endsBySilence() ? Prompt.NONE : told;
  }

  private synchronized RunTalk beginTalk() {
    RunTalk known = talk;
    if (known == null) {
      known = new RunTalk();
      talk = known;
    }
    return known;
  }

  /**
   * Says that the requests to the model tell which calls belong to the run, on whatever thread: it
   * goes on as long as they do.
   */
  public LiveRun drawnByRequests() {
    boundary.drawByRequests();
    run.boundaryIsGuessed(false);
    return this;
  }

  /** Notes that the run, and so those around it, are in use. Others may see it a little later. */
  public void touch(long nanos) {
    run.aboutToBeUsed(nanos);
    for (LiveRun live = this; live != null; live = live.parent) {
      live.usedAt(nanos);
    }
  }

  /** Notes that the model has answered and asks for no tool. */
  public void answered() {
    boundary.answered(/* letThrough= */ run.haltReason() == null);
  }

  /** Digest of the state the application reported last; absent if none. */
  public long state() {
    return run.reportedState();
  }

  /**
   * Notes a reported state, which is progress where the run has not been in it before.
   *
   * @return whether it is
   */
  public boolean state(long digest) {
    return run.reportState(digest);
  }

  /**
   * Notes who wants to be told of escalations. When the run is over nobody is: threads remember it,
   * and live longer than an application that is taken out.
   */
  public synchronized void listen(Consumer<?> listener) {
    if (!over) {
      interventions().listen(listener);
    }
  }

  /** Nobody is told any more, and nobody else is. The run is over. */
  synchronized void forgetListeners() {
    Interventions known = interventions;
    if (known != null) {
      known.forgetListeners();
    }
  }

  /** Who wants to be told of escalations of this run, those of the runs around it included. */
  public List<Consumer<String>> listeners() {
    List<Consumer<String>> all = new ArrayList<>();
    for (LiveRun each = this; each != null; each = each.parent) {
      Interventions known = each.interventions;
      if (known != null) {
        all.addAll(known.listeners());
      }
    }
    return all;
  }

  /** Notes that the model was nudged just now, in the runs around this one, too. */
  public void nudged() {
    for (LiveRun each = this; each != null; each = each.parent) {
      each.interventions().nudgedAt(each.run.usage().steps());
    }
  }

  /** After how many steps the model of this run, or of one inside it, was nudged; oldest first. */
  public long[] nudges() {
    Interventions known = interventions;
    long[] told = run.nudges();
    return known == null ? told : known.nudgesAfter(told);
  }

  /** Notes that a call was answered by the run's own halt, in the runs around it, too. */
  void haltedFor(StopReason reason) {
    for (LiveRun each = this; each != null; each = each.parent) {
      each.interventions().haltedFor(reason);
    }
  }

  /** The run was reset: what it and those inside it were halted for before is over. */
  void forgetHalts() {
    Interventions known = interventions;
    if (known != null) {
      known.haltedFor(null);
    }
  }

  /** Why this run, or one inside it, was halted last; null if none was. */
  public @Nullable StopReason latestHalt() {
    Interventions known = interventions;
    return known == null ? null : known.latestHalt();
  }

  /**
   * Lets the other processes that judge the run, and those around it, know what waits for the model
   * and when it was nudged, so that it is told by whoever has a result that can carry it.
   */
  public void tellNudges() {
    for (LiveRun each = this; each != null; each = each.parent) {
      Interventions known = each.interventions;
      if (known != null && each.shared != null) {
        known.tell(each.run);
      }
    }
  }

  /** What interventions have left in the run; made when it is first asked for. */
  public Interventions interventions() {
    Interventions known = interventions;
    return known == null ? newInterventions() : known;
  }

  private synchronized Interventions newInterventions() {
    Interventions known = interventions;
    if (known == null) {
      known = new Interventions();
      interventions = known;
    }
    return known;
  }

  /** Takes the text that waits for the model, or null; see {@link Interventions#takeMessage}. */
  public @Nullable String takeMessage() {
    Interventions known = interventions;
    String here = known == null ? null : known.takeMessage();
    String left = run.takeForModel(); // The later one is told in its place.
    return here == null ? left : here;
  }

  /**
   * What waits for the model waits no more: a person has spoken, and it is about what was before.
   */
  public void forgetMessage() {
    Interventions known = interventions;
    if (known != null) {
      known.takeMessage();
    }
  }

  /**
   * The loader of the application's tool classes, in which its own exception type is looked for;
   * null if unknown.
   */
  public @Nullable ClassLoader toolLoader() {
    WeakReference<ClassLoader> reference = toolLoader;
    return reference == null ? null : reference.get();
  }

  /** Notes the loader of a tool class. */
  public void toolLoader(@Nullable ClassLoader loader) {
    if (loader != null && toolLoader() != loader) {
      toolLoader = new WeakReference<>(loader);
    }
  }

  /** Keeps an answer in memory whose end nobody has told yet, in place of the one before. */
  public void keep(Object answer) {
    unended = answer;
  }

  /** Keeps it no more. */
  public void letGo(Object answer) {
    if (unended == answer) {
      unended = null;
    }
  }

  /** Whether a loop of the application's own was ever asked for calls in this run. */
  public boolean hasOpenCalls() {
    return openCalls;
  }

  /** Notes that a loop of the application's own was asked for calls. */
  public void hasOpenCallsNow() {
    openCalls = true;
  }

  /** Whether another subscriber gets a run of its own once this one is taken or over. */
  boolean isShared() {
    return !boundary.goesOn() && !over;
  }

  /**
   * Makes the run to which a trace leads that of the trace.
   *
   * @return false if the trace does not lead to it any more
   */
  boolean becomesThatOf(String trace) {
    if (boundary.isOfTrace()) {
      return true;
    }
    synchronized (this) {
      if (!hasAlias(trace) && !run.id().equals(trace)) {
        return false;
      }
      boundary.becomeThatOfTrace();
      run.boundaryIsGuessed(false);
      return true;
    }
  }

  /** Further ids that lead to the run; not to be changed. */
  String[] aliases() {
    return aliases;
  }

  private boolean hasAlias(String id) {
    for (String alias : aliases) {
      if (alias.equals(id)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Adds an alias.
   *
   * @return the oldest one, which is none any more because there are too many; null for most
   */
  @Nullable String addAlias(String id) {
    synchronized (this) {
      if (hasAlias(id)) {
        return null;
      }
      String[] known = aliases;
      int dropped = known.length < MOST_ALIASES ? 0 : 1;
      String[] more = Arrays.copyOfRange(known, dropped, known.length + 1);
      more[more.length - 1] = id;
      aliases = more;
      return dropped == 0 ? null : known[0];
    }
  }

  void dropAlias(String id) {
    synchronized (this) {
      List<String> left = new ArrayList<>(Arrays.asList(aliases));
      left.remove(id);
      aliases = left.toArray(NO_ALIASES);
    }
  }
}
