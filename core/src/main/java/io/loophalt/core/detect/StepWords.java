package io.loophalt.core.detect;

import io.loophalt.core.fingerprint.DigestList;
import io.loophalt.core.state.ShortDigests;
import io.loophalt.core.text.AskedValues;
import io.loophalt.core.text.EmptyText;
import io.loophalt.core.text.FailureText;
import io.loophalt.core.text.FailureWords;
import io.loophalt.core.text.Glance;
import io.loophalt.core.text.LineDigests;
import io.loophalt.core.text.Measures;
import io.loophalt.core.text.ObjectMembers;
import io.loophalt.core.text.Retried;
import io.loophalt.core.text.ToolVerbs;
import io.loophalt.core.text.WaitText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lines, words and values of one {@link Step}, each read when first asked for. The lists are
 * used again for the next call, so that reading call after call allocates nothing.
 */
final class StepWords {

  private static final int SHORT = 200;

  private final DigestList lines = new DigestList(LineDigests.CAPACITY);

  // Made when first asked for: most steps do not fail, and most threads make few.
  private @Nullable DigestList failureWords;
  private @Nullable DigestList values;
  private @Nullable DigestList measures;

  private boolean linesAreRead;
  private boolean failureWordsAreRead;
  private boolean measuresAreRead;
  private boolean valuesAreRead;
  private int things;
  private boolean silenceIsRead;

  // Good while it is read.
  private int retried;
  private boolean retriedIsRead;
  private int deed;
  private boolean deedIsRead;
  private boolean silence;
  private int steady;
  private boolean steadyIsRead;

  /** Made when first asked for, as in few runs. */
  private @Nullable DigestList roomForSteady;

  private @Nullable DigestList numbers;

  /** What is known of a step that was taken down. */
  private @Nullable StepNews given;

  /** Another call begins. */
  void callBegins() {
    if (given != null) {
      given = null;
    }
    valuesAreRead = false;
    retriedIsRead = false;
    deedIsRead = false;
    outcomeComes();
  }

  /** There is another outcome. */
  void outcomeComes() {
    linesAreRead = false;
    failureWordsAreRead = false;
    measuresAreRead = false;
    steadyIsRead = false;
    silenceIsRead = false;
  }

  /** Takes what was taken down of a step. */
  void give(StepNews news, Step step) {
    given = news;
    silenceIsRead = false;
    fill(lines, news.lines());
    if (news.linesAreCut()) {
      lines.markCut();
    }
    if (news.equals(StepNews.UNKNOWN) && step.result() != Step.ABSENT) {
      lines.add((int) (step.result() ^ (step.result() >>> 32)));
    }
    fill(roomForFailureWords(), news.failureWords());
    fill(roomForValues(), news.values());
    if (news.valuesAreCut()) {
      roomForValues().markCut();
    }
    things = news.things() == 0 ? AskedValues.singlesOf(roomForValues()) : news.things();
    fill(roomForMeasures(), news.measures());
    retried = news.retried();
    retriedIsRead = true;
    deed = news.deed();
    deedIsRead = true;
    steady = news.steady();
    steadyIsRead = true;
    linesAreRead = true;
    failureWordsAreRead = true;
    measuresAreRead = true;
    valuesAreRead = true;
  }

  private static void fill(DigestList list, List<Integer> digests) {
    list.clear();
    for (int digest : digests) {
      list.add(digest);
    }
  }

  /** See {@link StepNews}. */
  StepNews taken(Step step) {
    StepNews known = given;
    if (known != null) {
      return known;
    }
    return new StepNews(
        step.doesNothing(),
        step.changes(),
        step.checks(),
        step.takesANote(),
        step.saysDone(),
        saysNothing(step),
        saysWell(step),
        saysNoMoreThanWell(step),
        saysUnchanged(step),
        refuses(step),
        measuresNothing(step),
        deniesWhatIsDone(step),
        beginsNotYet(step),
        saysNotUp(step),
        isShort(step),
        isShort(step) && namesAState(step),
        listOf(lines(step)),
        lines.isCut(),
        listOf(failureWords(step)),
        listOf(values(step)),
        values(step).isCut(),
        things(step) == AskedValues.singlesOf(values(step)) ? 0 : things(step),
        retried(step),
        listOf(measures(step)),
        steady(step),
        answerButForChance(step),
        deed(step),
        step.takesANote() ? itemsDone(step) : 0,
        step.failure() == Step.ABSENT ? Measures.NO_SHARE : share(step),
        step.failure() == Step.ABSENT ? board(step) : 0,
        mayGuess(step) ? form(step) : 0,
        mayGuess(step) ? listOf(namedLines(step)) : List.of());
  }

  private static boolean mayGuess(Step step) {
    return step.answersWithAbsence() && !ToolVerbs.isShell(step.tool());
  }

  private static List<Integer> listOf(DigestList digests) {
    List<Integer> list = new ArrayList<>(digests.size());
    for (int i = 0; i < digests.size(); i++) {
      list.add(digests.get(i));
    }
    return list;
  }

  DigestList lines(Step step) {
    if (!linesAreRead) {
      linesAreRead = true;
      lines.clear();
      OutcomeText.readLines(step, lines);
    }
    return lines;
  }

  DigestList failureWords(Step step) {
    DigestList words = roomForFailureWords();
    if (!failureWordsAreRead) {
      failureWordsAreRead = true;
      words.clear();
      OutcomeText.readFailureWords(step, words);
    }
    return words;
  }

  private DigestList roomForFailureWords() {
    DigestList room = failureWords;
    if (room == null) {
      room = new DigestList(FailureWords.CAPACITY);
      failureWords = room;
    }
    return room;
  }

  DigestList measures(Step step) {
    DigestList room = roomForMeasures();
    if (!measuresAreRead) {
      measuresAreRead = true;
      room.clear();
      OutcomeText.readMeasures(step, room);
    }
    return room;
  }

  private DigestList roomForMeasures() {
    DigestList room = measures;
    if (room == null) {
      room = new DigestList(Measures.CAPACITY);
      measures = room;
    }
    return room;
  }

  DigestList values(Step step) {
    DigestList asked = roomForValues();
    if (!valuesAreRead) {
      valuesAreRead = true;
      asked.clear();
      boolean prose = step.handsOver() || step.takesANote();
      boolean worksOnPlaces = ToolVerbs.worksOnPlaces(step.tool());
      things = AskedValues.read(step.argumentsText(), prose, worksOnPlaces, asked);
    }
    return asked;
  }

  int things(Step step) {
    values(step);
    return things;
  }

  int retried(Step step) {
    if (!retriedIsRead) {
      retriedIsRead = true;
      boolean look = step.reads() || step.looksOnly();
      retried =
          Retried.of(
              step.argumentsText(), look, !look && (step.failed() || OutcomeText.leavesOut(step)));
    }
    return retried;
  }

  /** What the call does is its action. */
  void hasNothingSaidOnIt() {
    deed = Retried.NOT;
    deedIsRead = true;
  }

  /** See {@link Step#deed}; 0 if it is the action. */
  int deed(Step step) {
    if (!deedIsRead) {
      deedIsRead = true;
      deed = Retried.lessWords(step.tool(), step.command());
    }
    return deed;
  }

  int steady(Step step) {
    if (!steadyIsRead) {
      steadyIsRead = true;
      DigestList room = roomForSteady;
      if (room == null) {
        room = new DigestList(LineDigests.CAPACITY);
        roomForSteady = room;
      }
      steady = OutcomeText.steady(step, room);
    }
    return steady;
  }

  DigestList numbers(Step step) {
    DigestList room = numbers;
    if (room == null) {
      room = new DigestList(Measures.NUMBERS);
      numbers = room;
    }
    room.clear();
    if (given == null) {
      OutcomeText.readNumbers(step, room);
    }
    return room;
  }

  private DigestList roomForValues() {
    DigestList room = values;
    if (room == null) {
      room = new DigestList(AskedValues.CAPACITY);
      values = room;
    }
    return room;
  }

  boolean saysNothing(Step step) {
    if (!silenceIsRead) {
      silenceIsRead = true;
      silence = given == null ? OutcomeText.saysNothing(step) : given.saysNothing();
    }
    return silence;
  }

  boolean saysWell(Step step) {
    return given == null
        ? !step.failed() && EmptyText.saysWell(step.resultText())
        : given.saysWell();
  }

  /** The same of one that counts and names nothing. */
  boolean saysNoMoreThanWell(Step step) {
    return given == null
        ? saysWell(step) && EmptyText.isBare(step.resultText())
        : given.saysNoMoreThanWell();
  }

  boolean beginsNotYet(Step step) {
    return given == null
        ? !step.failed()
            && Glance.mayWait(step.glance())
            && WaitText.beginsNotYet(step.resultText())
        : given.beginsNotYet();
  }

  boolean saysNotUp(Step step) {
    return given == null
        ? step.failure() != Step.ABSENT
            && (WaitText.saysNotUp(step.errorText()) || WaitText.saysNotUp(step.resultText()))
        : given.saysNotUp();
  }

  boolean isShort(Step step) {
    return given == null ? step.resultText().length() < SHORT : given.isShort();
  }

  boolean namesAState(Step step) {
    return given == null ? Glance.namesAState(step.resultText()) : given.namesAState();
  }

  int itemsDone(Step step) {
    return given == null ? Measures.itemsDoneIn(step.argumentsText()) : given.itemsDone();
  }

  int share(Step step) {
    if (given != null) {
      return given.share();
    }
    String text = step.resultText();
    boolean counts = !step.failed() && FailureText.countsFailuresAlone(text);
    return counts ? Measures.shareIn(text) : Measures.NO_SHARE;
  }

  int board(Step step) {
    if (given != null) {
      return given.board();
    }
    String text = step.resultText();
    return Glance.isBoard(text) ? Glance.rowsOf(text) : ObjectMembers.statesIn(text);
  }

  int form(Step step) {
    return given == null ? Named.formOf(step.argumentsText()) : given.form();
  }

  DigestList namedLines(Step step) {
    DigestList all = new DigestList(Named.CAPACITY);
    if (given == null) {
      Named.readLines(step.argumentsText(), all);
    } else {
      fill(all, given.namedLines());
    }
    return all;
  }

  /** The same of a call that was refused. */
  boolean refuses(Step step) {
    if (given != null) {
      return given.refuses();
    }
    String text = step.resultText();
    return !step.failed()
        && EmptyText.mayRefuse(step.glance())
        && (EmptyText.refuses(text, step.tool())
            || (EmptyText.tellsWhyRefused(text, step.tool())
                && !EmptyText.namesReason(step.argumentsText(), text)));
  }

  /** The same of one that changed nothing. */
  boolean saysUnchanged(Step step) {
    return given == null
        ? !step.failed() && EmptyText.saysUnchanged(step.resultText())
        : given.saysUnchanged();
  }

  int answerButForChance(Step step) {
    if (given != null) {
      return given.answerButForChance();
    }
    int length = step.resultText().length();
    boolean known = length > 0 && length <= EmptyText.LONGEST;
    return known ? ShortDigests.of(OutcomeText.butForChance(step)) | 1 : 0;
  }

  /** The same of one that measured nothing. */
  boolean measuresNothing(Step step) {
    return given == null ? Measures.areNoNumbers(step.resultText()) : given.measuresNothing();
  }

  /** Whether a result that is at hand says that what was to be done is not. */
  boolean deniesWhatIsDone(Step step) {
    return given == null ? EmptyText.deniesWell(step.resultText()) : given.deniesWhatIsDone();
  }

  /**
   * Reads from the arguments of a call what tells things that a run was given from those that it
   * guesses at: what it was given stood in a result, in a line of its own or as an element of an
   * array; what it guesses at has ever other forms. For the few calls that look like guesses.
   */
  private static final class Named {

    /** The most lines that are read. */
    static final int CAPACITY = 96;

    private static final int CHARS = 1_000;

    /** A shorter one may stand anywhere. */
    private static final int SHORTEST = 4;

    private static final String FORMS = "/\\\"?=*|()[]{},";
    private static final int CHARS_OF_A_FORM = 400;

    private Named() {}

    /** Adds the lines in which the texts among the arguments may have stood; allocates. */
    static void readLines(String arguments, DigestList into) {
      String head = arguments.substring(0, Math.min(arguments.length(), CHARS));
      int from = head.indexOf('"');
      if (from < 0) {
        readLinesOf(head, into);
      }
      while (from >= 0) {
        int end = head.indexOf('"', from + 1);
        if (end < 0) {
          return;
        }
        boolean name = end + 1 < head.length() && head.charAt(end + 1) == ':';
        if (!name) {
          readLinesOf(head.substring(from + 1, end), into);
        }
        from = head.indexOf('"', end + 1);
      }
    }

    private static void readLinesOf(String text, DigestList into) {
      if (text.length() < SHORTEST) {
        return;
      }
      DigestList line = new DigestList(LineDigests.CAPACITY);
      String[] marks = {"%s", "\"%s\"", "\"%s\",", "- %s", "* %s", "- \"%s\""};
      for (String mark : marks) {
        line.clear();
        LineDigests.read(
            mark.replace("%s", text), /* exactly= */ false, /* cursors= */ false, line);
        if (line.size() == 1) {
          into.add(line.get(0));
        }
      }
    }

    /** What is left of arguments without their words and numbers, of names with blanks as well. */
    static int formOf(String arguments) {
      int form = 1;
      for (int at = 0; at < Math.min(arguments.length(), CHARS_OF_A_FORM); at++) {
        char c = arguments.charAt(at);
        form = FORMS.indexOf(c) < 0 ? form : 31 * form + c;
      }
      return form == 0 ? 1 : form;
    }
  }
}
