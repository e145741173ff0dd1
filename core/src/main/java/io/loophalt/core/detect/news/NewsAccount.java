package io.loophalt.core.detect.news;

import io.loophalt.core.detect.FindingSink;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.StepsOfTurn;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.detect.TurnDetector;
import io.loophalt.core.detect.WordNews;
import io.loophalt.core.state.SmallNumbers;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Keeps an account of news: each turn is worth something, what is new pays the debt off, a step
 * that brings nothing adds to it.
 *
 * <p>What a step is worth says {@link StepReader}; of the parallel calls of a turn the best counts.
 * The count is the debt in whole steps. It never falls below zero: who has found much may not
 * therefore go round for long. Above {@value #STUCK} it rises by one a turn at most.
 *
 * <p>The nudge leaves the model two turns to react: the debt that has just reached {@value #NUDGED}
 * stays so far below {@value #STUCK} that one more step does not reach it.
 *
 * <p>Source: an account measured on recorded runs that two readings had labelled,
 * docs/detection.md. O(text read) per step; allocates nothing in steady state where results are
 * short and nothing fails.
 */
public final class NewsAccount extends TurnDetector {

  /** Its name. */
  public static final String NAME = "news";

  private static final String RULE = "debt";
  private static final int STEP = 100;

  /** How often one may ask whether something is done before it counts. */
  private static final int PATIENT = 4;

  private static final int NUDGED = 4;
  private static final int STUCK = 6;

  /** The bit that says, in what is saved of the debt, whether answers without a call follow. */
  private static final long WITH_TALK = 1 << 16;

  private static final int ANSWERED_ANEW = 1;
  private static final int WORKS_ON_TEXT = 2;

  /** Whose drafts are long enough may come back to one without a known word, and again. */
  private static final int MOST_WORK_ON_TEXT = 60;

  /** What is owed of a longer debt once there is news, so that it can be paid off. */
  private static final int MOST_OWED = 20 * STEP;

  private static final int MOST_DEBT = 1_000_000 * STEP;
  private static final int MOST_WHEN_NUDGED = STUCK * STEP - Worth.REPETITION.debt - 1;

  private final Ledger ledger = new Ledger();
  private final StepReader reader = new StepReader(ledger);
  private int debt;
  private boolean idleBefore;

  /** What was said in answers without a call. */
  private final WordNews words = new WordNews();

  /** The last answer, to a program's words or a tool, asked for no call and brought news. */
  private boolean answeredAnew;

  /** And so did the one at hand, before which nobody spoke: one text is made of another. */
  private boolean worksOnText;

  /** How often that was so; no further than {@link #MOST_WORK_ON_TEXT}. */
  private int timesWorked;

  // Of the turn that was judged last, for the explanation; not part of the state that is saved.
  private int debtBefore;
  private Worth lastWorth = Worth.NEUTRAL;
  private String lastTool = "";

  /** Makes an account without a debt. */
  public NewsAccount() {
    super(NAME);
  }

  @Override
  public String describe(String rule, int count) {
    return (count == 1 ? "a step's" : count + " steps'") + " worth of nothing new";
  }

  @Override
  public String explain() {
    if (lastTool.isEmpty() && lastWorth != Worth.IDLE) {
      return ""; // It goes on where another process was, and has judged no turn itself.
    }
    String step = lastWorth == Worth.IDLE ? "the last" : "the last, " + lastTool + ",";
    return step
        + " "
        + lastWorth.reason()
        + " ("
        + shown(debtBefore)
        + " before it, "
        + shown(debt)
        + " after)";
  }

  private static String shown(int hundredths) {
    int tenths = hundredths / (STEP / 10);
    return tenths / 10 + "." + tenths % 10;
  }

  /** No: a debt remembers what came before a nudge, and a new step must not bring a halt on. */
  @Override
  public boolean nudgesAreRemembered() {
    return false;
  }

  @Override
  protected boolean readsSteps() {
    return true;
  }

  @Override
  protected void read(Step step) {
    reader.read(step);
  }

  @Override
  protected void judge(StepsOfTurn steps, FindingSink sink) {
    chargeIdle();
    remember(ledger.turn.tool());
    charge(worthOf(steps), ledger.turn.reason(), sink);
    ledger.endTurn(debt - debtBefore);
  }

  /**
   * A turn may have more calls than are known, of which one may have brought something; not when
   * those that are known are made again and again.
   */
  private int worthOf(StepsOfTurn steps) {
    if (!steps.overflowing()) {
      return ledger.turn.worth();
    }
    boolean excused = !ledger.turn.madeAgain || ledger.excuses();
    return excused ? Worth.NEWS.debt : Worth.STALE.debt;
  }

  @Override
  protected void judgePatient(int repeats, FindingSink sink) {
    chargeIdle();
    boolean excused = !ledger.turn.acrossChange || ledger.excuses();
    int poll = repeats > PATIENT || !excused ? Worth.POLL.debt : 0;
    remember(ledger.turn.tool());
    // Repeated polls have a budget of their own: who lets them go on for longer must not be halted
    // here.
    int most = repeats > PATIENT ? Math.max(0, STUCK * STEP - 1 - debt) : poll;
    charge(Math.min(Math.min(poll, most), ledger.turn.worth()), Worth.POLL, sink);
    ledger.endTurn(debt - debtBefore);
  }

  /**
   * Whether an answer without a call is work: of a draft comes a verdict, and of both the next
   * draft. Who only ever answers itself has been told nothing in between.
   */
  @Override
  protected void answered(Turn turn) {
    boolean talks = turn.toolCalls() == 0 && turn.prompt() != Turn.Prompt.UNSEEN;
    boolean news = talks && words.read(turn.text());
    boolean alone = turn.prompt() == Turn.Prompt.NONE;
    worksOnText = alone && answeredAnew && news && timesWorked < MOST_WORK_ON_TEXT;
    timesWorked += worksOnText ? 1 : 0;
    answeredAnew = !alone && news;
  }

  /** The end of a run is idle: a turn without a call counts when another one follows. */
  @Override
  protected void judgeIdle(FindingSink sink) {
    if (idleBefore) {
      charge(Math.max(0, Math.min(Worth.IDLE.debt, STUCK * STEP - 1 - debt)), Worth.IDLE, sink);
    }
    boolean thinks = ledger.takeThought();
    idleBefore = !thinks && !worksOnText;
  }

  private void chargeIdle() {
    if (idleBefore) {
      debt = Math.max(debt, Math.min(STUCK * STEP - 1, debt + Worth.IDLE.debt));
      idleBefore = false;
    }
  }

  /** Mostly the tool of the turn before: no barrier, see {@link Step#begin}. */
  private void remember(String tool) {
    if (!tool.equals(lastTool)) {
      lastTool = tool;
    }
  }

  private void charge(int worth, Worth reason, FindingSink sink) {
    debtBefore = debt;
    if (lastWorth != reason) {
      lastWorth = reason;
    }
    int counted = debt >= NUDGED * STEP && reason.isSeenBefore() ? Math.max(worth, STEP) : worth;
    if (reason == Worth.ITEM) {
      // However long a list is: what was said of the first hundred things may be said of more.
      counted = Math.min(counted, Math.max(0, NUDGED * STEP - debt));
    }
    int owed = reason.isNews() ? Math.min(MOST_OWED, debt) : debt;
    // No turn is worth two: whoever lets it go on for longer says for how many turns.
    int most = Math.min(MOST_DEBT, Math.max(STUCK * STEP, debt + STEP));
    debt = Math.max(0, Math.min(most, owed + counted));
    if (debtBefore < NUDGED * STEP) {
      debt = Math.min(debt, MOST_WHEN_NUDGED);
    }
    sink.report(RULE, debt / STEP);
  }

  @Override
  protected void compacted() {
    ledger.compacted();
  }

  @Override
  protected void clear() {
    ledger.clear();
    debt = 0;
    debtBefore = 0;
    idleBefore = false;
    words.clear();
    answeredAnew = false;
    worksOnText = false;
    timesWorked = 0;
    lastWorth = Worth.NEUTRAL;
    lastTool = "";
  }

  @Override
  protected void saveRule(DataOutput out) throws IOException {
    boolean talk = words.isAny();
    long debtAndIdle = 2L * debt + (idleBefore ? 1 : 0);
    long aboveTalk = debtAndIdle / WITH_TALK * 2 + (talk ? 1 : 0);
    SmallNumbers.writeUnsigned(out, aboveTalk * WITH_TALK + debtAndIdle % WITH_TALK);
    ledger.save(out);
    if (talk) {
      out.writeByte((answeredAnew ? ANSWERED_ANEW : 0) | (worksOnText ? WORKS_ON_TEXT : 0));
      SmallNumbers.writeUnsigned(out, timesWorked);
      words.save(out);
    }
  }

  @Override
  protected void restoreRule(DataInput in) throws IOException {
    long saved = SmallNumbers.readUnsigned(in);
    long aboveTalk = saved / WITH_TALK;
    long debtAndIdle = aboveTalk / 2 * WITH_TALK + saved % WITH_TALK;
    debt = SmallNumbers.inRange(debtAndIdle / 2, MOST_DEBT);
    debtBefore = debt;
    lastWorth = Worth.NEUTRAL;
    lastTool = "";
    idleBefore = debtAndIdle % 2 != 0;
    ledger.restore(in);
    boolean talk = aboveTalk % 2 != 0;
    int flags = talk ? in.readByte() : 0;
    answeredAnew = (flags & ANSWERED_ANEW) != 0;
    worksOnText = (flags & WORKS_ON_TEXT) != 0;
    timesWorked = talk ? SmallNumbers.inRange(SmallNumbers.readUnsigned(in), MOST_WORK_ON_TEXT) : 0;
    words.clear();
    if (talk) {
      words.restore(in);
    }
  }
}
