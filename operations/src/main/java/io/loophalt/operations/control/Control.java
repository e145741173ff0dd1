package io.loophalt.operations.control;

import io.loophalt.PrintableText;
import io.loophalt.StopReason;
import io.loophalt.StopReason.Kind;
import io.loophalt.core.budget.BudgetUse;
import io.loophalt.core.detect.Standing;
import io.loophalt.core.policy.Allowance;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.policy.AgentPolicy;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.steering.Freeze;
import io.loophalt.runtime.steering.Steering;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a person can see of this JVM's runs and do to them. The socket, JMX and whatever
 * comes go through this one.
 *
 * <p>Thread-safe.
 */
public final class Control {

  private static final Duration LONGEST_FREEZE = Duration.ofDays(30);

  /** How long a freeze lasts if nobody says how long. */
  public static final Duration FREEZE = Duration.ofMinutes(10);

  /** What a run is granted at most, as the configuration can. */
  private static final Duration MOST_TIME = Duration.ofDays(365);

  private static final BigDecimal MOST_MONEY = BigDecimal.valueOf(1_000_000);
  private static final int MOST_DECIMALS = 24;

  /** How the table of the command line ends what it has cut, and how a person may type that. */
  private static final String ELLIPSIS = "\u2026";

  private static final String DOTS = "...";

  private final RunCorrelator runs;
  private final Freezing freezing;
  private final Consumer<Boolean> pause;
  private final BooleanSupplier isPaused;
  private final Reloading reloading;
  private final String version;
  private final LongSupplier halts;

  private final RunArchive archive;

  /** Null before the first order: most JVMs are never given one. */
  private volatile @Nullable OrderLog orders;

  /**
   * Of one agent.
   *
   * @param archive hears of all runs
   * @param pause lets calls pass unwatched, or not
   * @param isPaused whether they pass
   * @param reloading reads the configuration anew
   * @param version the agent's
   * @param halts how many there were since the JVM began
   */
  public Control(
      RunCorrelator runs,
      RunArchive archive,
      Consumer<Boolean> pause,
      BooleanSupplier isPaused,
      Reloading reloading,
      String version,
      LongSupplier halts) {
    this(runs, archive, new Freezing.Here(runs), pause, isPaused, reloading, version, halts);
  }

  /**
   * The same where calls are held in another way.
   *
   * @param freezing how
   */
  public Control(
      RunCorrelator runs,
      RunArchive archive,
      Freezing freezing,
      Consumer<Boolean> pause,
      BooleanSupplier isPaused,
      Reloading reloading,
      String version,
      LongSupplier halts) {
    this.runs = runs;
    this.freezing = freezing;
    this.pause = pause;
    this.isPaused = isPaused;
    this.reloading = reloading;
    this.version = version;
    this.halts = halts;
    this.archive = archive;
  }

  /** The JVM as a whole. */
  public AgentView agent() {
    RunRegistry registry = runs.registry();
    AgentPolicy policy = registry.policy();
    List<LiveRun> all = registry.all();
    int haltedNow = 0;
    for (LiveRun each : all) {
      haltedNow += each.run().haltReason() == null ? 0 : 1;
    }
    Instant frozen = freezing.frozenUntil();
    return new AgentView(
        ProcessHandle.current().pid(),
        MainClass.name(),
        version,
        policy.mode() == Mode.ACT ? "act" : "observe",
        !isPaused.getAsBoolean(),
        all.size(),
        haltedNow,
        halts.getAsLong(),
        frozen == null ? null : frozen.toString(),
        runs.outside().steering().waiting(),
        new ArrayList<>(new TreeSet<>(runs.outside().steering().blocked())),
        budgets(),
        policy.source());
  }

  /** What runs share, in the order of the configuration. */
  public List<BudgetView> budgets() {
    List<BudgetView> views = new ArrayList<>();
    for (BudgetUse each : runs.registry().budgets()) {
      views.add(BudgetView.of(each));
    }
    return views;
  }

  /**
   * The live runs, those nearest to a halt first, of equals those with most tokens; then those that
   * are over and stay halted, the latest first.
   *
   * @param most no more than so many; of these a quarter at most are over where there are more live
   *     ones
   */
  public List<RunView> runs(int most) {
    long now = System.nanoTime();
    List<RunView> views = new ArrayList<>();
    for (LiveRun each : runs.registry().all()) {
      views.add(RunView.of(each, now));
    }
    views.sort(
        Comparator.comparingDouble(RunView::share)
            .thenComparingLong(RunView::tokens)
            .thenComparingLong(RunView::steps)
            .reversed()
            .thenComparing(RunView::id));
    List<RunView> over = over();
    int ofThem = Math.min(over.size(), Math.max(most - views.size(), most / 4));
    List<RunView> all = new ArrayList<>(views.subList(0, Math.min(views.size(), most - ofThem)));
    all.addAll(over.subList(0, ofThem));
    return all;
  }

  /** The latest runs that are over and stay halted, whoever begins them again. */
  List<RunView> over() {
    List<RunView> views = new ArrayList<>();
    for (HaltedRuns.Over each : archive.over()) {
      views.add(RunView.of(each.end()));
    }
    return views;
  }

  /** The live runs themselves; a copy. */
  List<LiveRun> live() {
    return runs.registry().all();
  }

  /** The latest orders. */
  OrderLog orders() {
    OrderLog known = orders;
    return known == null ? newOrders() : known;
  }

  private synchronized OrderLog newOrders() {
    OrderLog known = orders;
    if (known == null) {
      known = new OrderLog();
      orders = known;
    }
    return known;
  }

  /**
   * One run.
   *
   * @throws ControlException if there is none with this id
   */
  public RunDetail show(String id) throws ControlException {
    HaltedRuns.Over over = archive.over(id);
    if (over != null) {
      return RunDetail.of(over, archive.arguments(id));
    }
    LiveRun live = live(id);
    List<RunView.Rule> rules = new ArrayList<>();
    for (Standing each : live.run().standings()) {
      if (each.count() > 0) {
        rules.add(RunView.Rule.of(each));
      }
    }
    StopReason reason = live.run().haltReason();
    return new RunDetail(
        RunView.of(live, System.nanoTime()),
        live.run().usage().callsByTool(),
        live.run().lastActions(),
        archive.arguments(id),
        rules,
        Arrays.stream(live.nudges()).boxed().toList(),
        reason == null ? null : RunDetail.Stop.of(reason));
  }

  /**
   * Halts a run at its next call, and for good.
   *
   * @param reason in the person's words, empty or null for none
   * @return what was done, for a person
   * @throws ControlException if there is no such run
   */
  public String halt(String id, @Nullable String reason) throws ControlException {
    HaltedRuns.Over over = archive.over(id);
    if (over != null) {
      return name(id)
          + " is over, and whatever begins under its id stays halted ("
          + over.end().kind().id()
          + ": "
          + over.end().detail()
          + ")";
    }
    LiveRun live = live(id);
    StopReason already = live.run().haltReason();
    if (already != null) {
      boolean waits = live.isWaiting() && !live.pause().isRefused();
      live.pause().refuse();
      return name(id)
          + (waits ? " waits no more, and stays halted (" : " is halted already (")
          + already.kind().id()
          + ": "
          + already.detail()
          + ")";
    }
    live.run()
        .halt(Kind.OPERATOR, reason == null || reason.isBlank() ? "halted by an operator" : reason);
    return name(id) + " is halted: its next call of a tool or model throws";
  }

  /**
   * Lifts a halt and forgets all repetition seen so far.
   *
   * @return what was done, for a person
   * @throws ControlException if there is no such run
   */
  public String reset(String id) throws ControlException {
    LiveRun live = live(id);
    boolean wasHalted = live.run().haltReason() != null;
    runs.registry().reset(live);
    return name(id)
        + (wasHalted ? " is halted no more, and is counted from zero" : " is counted from zero");
  }

  /**
   * Lets a halted run go on, and grants it more.
   *
   * @return what was done, for a person
   * @throws ControlException if there is no such run, it is not halted itself, it is at a ceiling
   *     of which nothing was granted, or more is granted than a configuration can
   */
  public String resume(String id, Allowance more) throws ControlException {
    if (isTooMuch(more)) {
      throw new ControlException(
          "what is granted must be at most "
              + MOST_TIME.toDays()
              + " days and "
              + MOST_MONEY
              + " of money, with "
              + MOST_DECIMALS
              + " decimals");
    }
    LiveRun live = live(id);
    String refused = runs.registry().resume(live, more);
    StopReason above = live.run().haltReason();
    if (refused != null && !live.run().isHalted()) {
      throw new ControlException(
          name(id)
              + (above == null
                  ? " is not halted, so that there is nothing to resume; nothing has changed"
                  : " is not halted itself; it goes on when " + inside(above)));
    }
    if (refused != null) {
      throw new ControlException(
          name(id)
              + " is at a ceiling: "
              + refused
              + ". Grant it more: --extra-steps, --extra-turns, --extra-tokens, --extra-cost or"
              + " --extra-time");
    }
    return above == null ? name(id) + " goes on" : name(id) + " goes on when " + inside(above);
  }

  private static String inside(StopReason above) {
    return name(above.runId()) + " does, inside which it was opened and which is halted";
  }

  /** Adding up numbers of ever other sizes would take all the memory that there is. */
  private static boolean isTooMuch(Allowance more) {
    Duration time = more.time();
    BigDecimal cost = more.cost();
    return (time != null && time.compareTo(MOST_TIME) > 0)
        || (cost != null && (cost.compareTo(MOST_MONEY) > 0 || cost.scale() > MOST_DECIMALS));
  }

  /**
   * Holds every call, see {@link Steering#freeze}. Returns what was done, for a person.
   *
   * @throws ControlException if it cannot be done
   */
  public String freeze(Freeze.Calls calls, boolean halts, Duration most) throws ControlException {
    if (most.isNegative() || most.isZero() || most.compareTo(LONGEST_FREEZE) > 0) {
      throw new ControlException(
          "a freeze lasts from 1 second to " + LONGEST_FREEZE.toDays() + " days");
    }
    Instant until = freezing.freeze(calls, halts, most);
    return (calls == Freeze.Calls.ALL ? "frozen" : "calls that may change something are frozen")
        + " until "
        + until
        + (halts ? "; runs are halted at their next call" : "");
  }

  /**
   * Lets all calls go on. Returns what was done, for a person.
   *
   * @throws ControlException if it cannot be done
   */
  public String unfreeze() throws ControlException {
    return freezing.unfreeze() ? "not frozen any more" : "nothing was frozen";
  }

  /** Refuses a tool from now on. Returns what was done, for a person. */
  public String block(String tool) {
    runs.outside().steering().block(tool);
    return name(tool)
        + " is blocked: the model is told so where the tool's result can carry a text (frameworks,"
        + " methods that return a String); elsewhere the run that calls it is halted";
  }

  /** Refuses a tool no more. Returns what was done, for a person. */
  public String unblock(String tool) {
    return runs.outside().steering().unblock(tool)
        ? name(tool) + " is not blocked any more"
        : name(tool) + " was not blocked";
  }

  /**
   * Lets the agent act, or only watch, in all runs from their next call on.
   *
   * @return what was done, for a person
   */
  public String mode(Mode mode) {
    RunRegistry registry = runs.registry();
    reloading.modeIsOrdered(mode);
    registry.follow(registry.policy().in(mode));
    return "mode: " + (mode == Mode.ACT ? "act" : "observe");
  }

  /** Lets all calls pass unwatched. Returns what was done, for a person. */
  public String disable() {
    pause.accept(true);
    return "disabled: calls pass unwatched until 'enable'";
  }

  /** Watches calls again. Returns what was done, for a person. */
  public String enable() {
    pause.accept(false);
    return "enabled: calls are watched";
  }

  /**
   * Reads the configuration anew. What is valid holds from the next call on, and streaks are kept.
   *
   * @return what was done, for a person
   * @throws ControlException if it is not valid: what held before goes on to hold
   */
  public String reload() throws ControlException {
    return reloading.reload(runs.registry());
  }

  /** Follows the file of the configuration; to be called every few seconds. */
  void reloadIfChanged() {
    reloading.reloadIfChanged(runs.registry());
  }

  /** What is in force, and where each value came from. */
  public List<ConfigValue> config() {
    return reloading.values(runs.registry());
  }

  private LiveRun live(String id) throws ControlException {
    LiveRun live = runs.registry().findForPerson(id);
    if (live == null) {
      throw new ControlException("there is no run " + name(id) + "; 'runs' lists those that are");
    }
    return live;
  }

  /**
   * The whole id of what a table has cut. What ends in three dots, or the one character that looks
   * like them, is the beginning of an id, unless a run is called so. For who looks alone: between a
   * look at the table and an order the run may have ended, and another one begin so.
   *
   * @throws ControlException if several runs begin so
   */
  String wholeId(String given) throws ControlException {
    String cut = given.endsWith(DOTS) ? DOTS : ELLIPSIS;
    RunRegistry registry = runs.registry();
    if (!given.endsWith(cut)
        || given.equals(cut)
        || registry.live(given) != null
        || registry.staysHalted(given)) {
      return given;
    }
    String begin = given.substring(0, given.length() - cut.length());
    TreeSet<String> found = new TreeSet<>();
    for (LiveRun each : live()) {
      found.add(each.run().id());
    }
    for (RunView each : over()) {
      found.add(each.id());
    }
    found.removeIf(id -> !id.startsWith(begin));
    if (found.size() > 1) {
      throw new ControlException(
          found.size()
              + " runs begin so, the first two are "
              + name(found.first())
              + " and "
              + name(found.higher(found.first()))
              + ": say more of the id");
    }
    return found.isEmpty() ? given : found.first();
  }

  private static String name(String given) {
    return PrintableText.name(given);
  }
}
