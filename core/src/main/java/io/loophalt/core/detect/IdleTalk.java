package io.loophalt.core.detect;

import io.loophalt.StopReason;
import io.loophalt.core.state.SmallNumbers;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Turns without a tool call in a row that nobody asked for: the agent talks to itself, or a program
 * tells it again and again to go on and nothing comes of it. A tool call ends the row, and so does
 * what a person says that is new to the run.
 *
 * <p>The last turn of nearly every run has no tool call, and some runs end with two or three: a
 * turn therefore counts only when a further idle turn shows that it was not the end. How far the
 * count climbs depends on what was said before the turns of the row:
 *
 * <ul>
 *   <li>Nothing: the model answers itself. The ladder as it is.
 *   <li>The same words again ({@link Turn.Prompt#REPEATED}): the ladder up to its halt, which comes
 *       at twice the count. An answer that brings news ({@link WordNews}) ends the row: a person
 *       may say "yes" as often as it takes.
 *   <li>What nobody knows ({@link Turn.Prompt#UNSEEN}): the ladder without its halt. A chat of a
 *       person looks the same.
 * </ul>
 *
 * <p>Where nobody says how many tools an answer asks for, it counts as idle if the request is seen
 * and no tool is called before the next one. Source: stall and monologue rules of published
 * detectors, with the exemptions that recorded runs and chats ask for, docs/detection.md.
 *
 * <p>O(text of idle answers), up to a bound. A few bytes of state, and up to 1 kB where the same
 * words are said again.
 */
public final class IdleTalk implements Detector {

  private static final String RULE = "idle_turns";

  private final String name;

  /** The count at which the ladder halts; no count does if it is the greatest number. */
  private final int haltsAt;

  private final WordNews words = new WordNews();
  private int count;
  private boolean anyRepeated;
  private boolean anyUnseen;

  // Of the latest turn, for a person who asks; never saved.
  private boolean broughtNews;

  /** What is counted, where the ladder does not go so far yet; else 0. */
  private int waitsAt;

  /**
   * Has counted nothing yet.
   *
   * @param haltsAt the count at which its ladder halts; null if it does not
   */
  public IdleTalk(String name, @Nullable Integer haltsAt) {
    this.name = name;
    this.haltsAt = haltsAt == null ? Integer.MAX_VALUE : haltsAt;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public StopReason.Kind stopKind(String rule) {
    return StopReason.Kind.STALL;
  }

  @Override
  public String describe(String rule, int timesCounted) {
    return (timesCounted == 1 ? "1 turn" : timesCounted + " turns in a row")
        + " without a tool call, and another one";
  }

  /** Where the count is not what the ladder climbs by, and where words were compared. */
  @Override
  public String explain() {
    if (broughtNews) {
      return "the same words were said before the answer, which has brought news";
    }
    if (waitsAt == 0) {
      return "";
    }
    return describe(RULE, waitsAt)
        + (anyUnseen
            ? "; what was said before them is not seen, so that it never halts"
            : "; the same words were said before them and no answer has brought news: it halts at "
                + 2L * haltsAt);
  }

  @Override
  public int moments() {
    return TURN_STARTED;
  }

  @Override
  public void turnStarted(Turn turn, FindingSink sink) {
    Turn.Prompt prompt = turn.prompt();
    boolean idle = isIdle(turn);
    boolean news = idle && prompt != Turn.Prompt.UNSEEN && words.read(turn.text());
    boolean asked = news && prompt == Turn.Prompt.REPEATED;
    if (asked
        || turn.toolCalls() > 0
        || prompt == Turn.Prompt.NEW
        || prompt == Turn.Prompt.RESULTS) {
      beginAnew();
    }
    int climbed = climbed();
    broughtNews = asked;
    waitsAt = climbed < count ? count : 0;
    sink.report(RULE, climbed);
    if (!idle || asked) {
      return;
    }
    count++;
    anyRepeated |= prompt == Turn.Prompt.REPEATED;
    anyUnseen |= prompt == Turn.Prompt.UNSEEN;
  }

  private static boolean isIdle(Turn turn) {
    return turn.toolCalls() == 0
        || (turn.toolCalls() == Turn.CALLS_UNKNOWN && turn.prompt() != Turn.Prompt.UNSEEN);
  }

  private int climbed() {
    boolean mayHalt = !anyUnseen && (!anyRepeated || count >= 2L * haltsAt);
    return mayHalt ? count : Math.min(count, haltsAt - 1);
  }

  /** What was said stays known: news is what is new to the run. */
  private void beginAnew() {
    count = 0;
    anyRepeated = false;
    anyUnseen = false;
    broughtNews = false;
    waitsAt = 0;
  }

  @Override
  public void reset() {
    beginAnew();
    words.clear();
  }

  @Override
  public void save(DataOutput out) throws IOException {
    SmallNumbers.writeUnsigned(out, count);
    out.writeByte((anyRepeated ? 1 : 0) | (anyUnseen ? 2 : 0));
    words.save(out);
  }

  @Override
  public void restore(DataInput in) throws IOException {
    count = SmallNumbers.inRange(SmallNumbers.readUnsigned(in), Integer.MAX_VALUE);
    int seen = in.readByte();
    anyRepeated = (seen & 1) != 0;
    anyUnseen = (seen & 2) != 0;
    words.restore(in);
  }
}
