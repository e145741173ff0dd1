package io.loophalt.operations.control;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The live runs, for JConsole and whatever speaks JMX: {@code io.loophalt:type=Runs}. */
public interface RunsMXBean {

  /** The live runs, those nearest to a halt first; a hundred at most. */
  List<RunRow> getRuns();

  /** How many there are. */
  int getLive();

  /**
   * Halts a run at its next call, and for good.
   *
   * @param reason in the person's words, empty or null for none
   * @return what was done
   * @throws IllegalArgumentException if there is no such run
   */
  String halt(String run, @Nullable String reason);

  /**
   * Lifts a halt and forgets all repetition seen so far.
   *
   * @return what was done
   * @throws IllegalArgumentException if there is no such run
   */
  String reset(String run);

  /**
   * Lets a halted run go on, and grants it more; 0, an empty text and null grant nothing.
   *
   * @param extraSteps tool calls
   * @param extraTokens in both directions
   * @param extraCost money, as a decimal number
   * @return what was done
   * @throws IllegalArgumentException if there is no such run, it is not halted, or it is at a
   *     ceiling of which nothing was granted
   */
  String resume(String run, long extraSteps, long extraTokens, @Nullable String extraCost);
}
