package io.loophalt.core.detect;

import io.loophalt.core.fingerprint.DigestKey;
import io.loophalt.core.text.AskedValues;
import io.loophalt.core.text.FailureWords;
import io.loophalt.core.text.LineDigests;
import io.loophalt.core.text.Measures;
import io.loophalt.core.text.Retried;
import java.util.List;

/**
 * What the account of news knows of a step beside its {@linkplain Fingerprint digests} and {@link
 * StepTraits}, for the record: what it may have brought, as digests of thirty-two bits.
 *
 * @param doesNothing see {@link Step#doesNothing}
 * @param changes see {@link Step#changes}
 * @param checks see {@link Step#checks}
 * @param takesANote see {@link Step#takesANote}
 * @param saysDone see {@link Step#saysDone}
 * @param saysNothing see {@link Step#saysNothing}
 * @param saysWell see {@link Step#saysWell}
 * @param saysNoMoreThanWell see {@link Step#saysNoMoreThanWell}
 * @param saysUnchanged see {@link Step#saysUnchanged}
 * @param refuses see {@link Step#refuses}
 * @param measuresNothing see {@link Step#measuresNothing}
 * @param deniesWhatIsDone see {@link Step#deniesWhatIsDone}
 * @param beginsNotYet see {@link Step#beginsNotYet}
 * @param saysNotUp see {@link Step#saysNotUp}
 * @param isShort see {@link Step#isShort}
 * @param namesAState see {@link Step#namesAState}
 * @param lines the lines of the result, at most 96
 * @param linesAreCut whether the result has more
 * @param failureWords the words of the failure, at most 52
 * @param values what was asked about, at most 32
 * @param valuesAreCut whether the call asks about more
 * @param things see {@link Step#things}; 0 where the values tell all of it
 * @param retried see {@link Step#retried}
 * @param measures what the outcome measures, at most 8, see {@link Measures}
 * @param steady what is the same in the answers to one call, 0 if that is not told, see {@link
 *     LineDigests#ofTheSame}
 * @param answerButForChance see {@link Step#answerButForChance}
 * @param deed what a command does, whatever is said on it, 0 if nothing is, see {@link
 *     Retried#lessWords}
 * @param itemsDone see {@link Step#itemsDone}
 * @param share see {@link Step#share}
 * @param board see {@link Step#board}
 * @param form see {@link Step#form}; 0 of a call that may not guess
 * @param namedLines see {@link Step#namedLines}; none of a call that may not guess
 */
public record StepNews(
    boolean doesNothing,
    boolean changes,
    boolean checks,
    boolean takesANote,
    boolean saysDone,
    boolean saysNothing,
    boolean saysWell,
    boolean saysNoMoreThanWell,
    boolean saysUnchanged,
    boolean refuses,
    boolean measuresNothing,
    boolean deniesWhatIsDone,
    boolean beginsNotYet,
    boolean saysNotUp,
    boolean isShort,
    boolean namesAState,
    List<Integer> lines,
    boolean linesAreCut,
    List<Integer> failureWords,
    List<Integer> values,
    boolean valuesAreCut,
    int things,
    int retried,
    List<Integer> measures,
    int steady,
    int answerButForChance,
    int deed,
    int itemsDone,
    int share,
    int board,
    int form,
    List<Integer> namedLines) {

  private static final int MARKS =
      FailureWords.COUNT
          | FailureWords.HEADLINE
          | FailureWords.OWN
          | AskedValues.SINGLE
          | AskedValues.AMOUNT
          | AskedValues.LONG;

  /** Of a step of which nothing of the kind was taken down: its outcome as a whole may be new. */
  public static final StepNews UNKNOWN =
      new StepNews(
          false,
          false,
          false,
          false,
          false,
          false,
          false,
          false,
          false,
          false,
          false,
          false,
          false,
          false,
          true,
          false,
          List.of(),
          true,
          List.of(),
          List.of(),
          false,
          0,
          Retried.NOT,
          List.of(),
          0,
          0,
          Retried.NOT,
          0,
          Measures.NO_SHARE,
          0,
          0,
          List.of());

  /** Copies the lists. */
  public StepNews {
    lines = List.copyOf(lines);
    failureWords = List.copyOf(failureWords);
    values = List.copyOf(values);
    measures = List.copyOf(measures);
    namedLines = List.copyOf(namedLines);
  }

  /**
   * The same in the form in which it leaves the process. What tells one kind of word from another
   * stays as it is: it says nothing of the word.
   */
  public StepNews keyed(DigestKey key) {
    return new StepNews(
        doesNothing,
        changes,
        checks,
        takesANote,
        saysDone,
        saysNothing,
        saysWell,
        saysNoMoreThanWell,
        saysUnchanged,
        refuses,
        measuresNothing,
        deniesWhatIsDone,
        beginsNotYet,
        saysNotUp,
        isShort,
        namesAState,
        keyed(lines, key),
        linesAreCut,
        failureWords.stream().map(word -> keyed(word, key)).toList(),
        values.stream().map(value -> keyed(value, key)).toList(),
        valuesAreCut,
        things == 0 ? 0 : (int) key.keyed(things) | 1,
        retried == Retried.NOT ? retried : keyedRetried(key),
        measures.stream().map(measure -> keyedMeasure(measure, key)).toList(),
        steady == 0 ? steady : (int) key.keyed(steady) | 1,
        answerButForChance == 0 ? 0 : (int) key.keyed(answerButForChance) | 1,
        deed == Retried.NOT ? deed : (int) key.keyed(deed) | 1,
        itemsDone,
        share,
        board == 0 ? 0 : keyedBoard(key),
        form == 0 ? 0 : (int) key.keyed(form) | 1,
        keyed(namedLines, key));
  }

  private static List<Integer> keyed(List<Integer> lines, DigestKey key) {
    return lines.stream().map(line -> (int) key.keyed(line)).toList();
  }

  private int keyedRetried(DigestKey key) {
    int digest = (int) key.keyed(retried);
    return Retried.isWriteInVain(retried) ? (digest | 2) & -2 : digest | 1;
  }

  private int keyedBoard(DigestKey key) {
    int digest = (int) key.keyed(board);
    // Of a board that it is one, of states whether any waits.
    return (board & 1) != 0 ? digest | 1 : (digest & ~7) | 4 | (board & 3);
  }

  private static int keyed(int word, DigestKey key) {
    int digest = word & ~MARKS;
    boolean mark = word == FailureWords.ASKED || word == FailureWords.NAMED;
    return mark || digest == (FailureWords.ECHO & ~MARKS)
        ? word
        : (word & MARKS) | ((int) key.keyed(digest) & ~MARKS);
  }

  private static int keyedMeasure(int measure, DigestKey key) {
    int name = measure & -(2 * Measures.ALONE);
    return ((int) key.keyed(name) & -(2 * Measures.ALONE)) | (measure ^ name);
  }
}
