package io.loophalt.core.text;

import io.loophalt.Effect;
import io.loophalt.core.fingerprint.Characters;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Guesses from a tool's name, and for a shell from the command, what a call does.
 *
 * <p>Only for calls whose effect nobody declared. A name is split at case changes and at what is
 * not a letter; a verb of writing outweighs one of reading, because taking a write for a read could
 * end in a false halt and the reverse cannot. Thread-safe; allocates nothing once a name is known.
 */
public final class ToolVerbs {

  private static final WordSet READING = new WordSet(Vocabulary.VERBS_OF_READING);
  private static final WordSet DRAWING = new WordSet(Vocabulary.VERBS_OF_DRAWING);
  private static final WordSet WORKING = new WordSet(Vocabulary.VERBS_OF_WORKING_ON_A_PLACE);
  private static final WordSet MEASURING = new WordSet(Vocabulary.VERBS_OF_MEASURING);
  private static final WordSet CLAIMING = new WordSet(Vocabulary.VERBS_OF_CLAIMING);
  private static final WordSet SENDING = new WordSet(Vocabulary.VERBS_OF_SENDING);
  private static final WordSet ASKING = new WordSet(Vocabulary.VERBS_OF_ASKING);
  private static final WordSet WRITING = new WordSet(Vocabulary.VERBS_OF_WRITING);
  private static final WordSet EDITING = new WordSet(Vocabulary.VERBS_OF_EDITING);

  /** Words that mean an edit only of a text: one also writes to a terminal, applies migrations. */
  private static final WordSet WRITING_A_TEXT = new WordSet(Vocabulary.VERBS_OF_WRITING_A_TEXT);

  private static final WordSet NO_TEXTS = new WordSet(Vocabulary.NO_TEXTS);
  private static final WordSet APPLYING = new WordSet(Vocabulary.VERBS_OF_APPLYING);
  private static final WordSet CHANGES_OF_A_TEXT = new WordSet(Vocabulary.CHANGES_OF_A_TEXT);

  /** Beside those that search. */
  private static final WordSet LOOKING_COMMANDS = new WordSet(Vocabulary.LOOKING_COMMANDS);

  /** Those that look and end with status 1 where they find nothing. */
  private static final WordSet SEARCHING_COMMANDS = new WordSet(Vocabulary.SEARCHING_COMMANDS);

  private static final WordSet SAYING_COMMANDS = new WordSet(Vocabulary.SAYING_COMMANDS);
  private static final WordSet THINKING = new WordSet(Vocabulary.VERBS_OF_THINKING);
  private static final WordSet NOTES = new WordSet(Vocabulary.NAMES_OF_NOTES);
  private static final WordSet COMMAND_KEYS = new WordSet(Vocabulary.ARGUMENTS_WITH_A_COMMAND);
  private static final WordSet FINISHING = new WordSet(Vocabulary.NAMES_OF_FINISHING);
  private static final WordSet MOVING = new WordSet(Vocabulary.VERBS_OF_MOVING);
  private static final WordSet ACTIONS = new WordSet(Vocabulary.ARGUMENTS_WITH_AN_ACTION);
  private static final WordSet WAITING = new WordSet(Vocabulary.VERBS_OF_WAITING);
  private static final WordSet EDITING_COMMANDS = new WordSet(Vocabulary.EDITING_COMMANDS);
  private static final WordSet PRINTING_COMMANDS = new WordSet(Vocabulary.PRINTING_COMMANDS);

  private static final WordSet CHANGING_COMMANDS = new WordSet(Vocabulary.CHANGING_COMMANDS);
  private static final WordSet CHANGING_VERBS =
      new WordSet(Vocabulary.CHANGING_VERBS_OF_POWERSHELL);
  private static final WordSet CHECKING = new WordSet(Vocabulary.CHECKING_WORDS);

  /** Nothing in one is no answer yet. */
  private static final WordSet MAILBOXES = new WordSet(Vocabulary.MAILBOXES);

  private static final WordSet EMPTY_STATEMENTS = new WordSet(Vocabulary.EMPTY_STATEMENTS);
  private static final WordSet ASKING_COMMANDS = new WordSet(Vocabulary.ASKING_COMMANDS);
  private static final WordSet TIME_COMMANDS = new WordSet(Vocabulary.COMMANDS_FOR_THE_TIME);
  private static final WordSet TIME = new WordSet(Vocabulary.VERBS_OF_TELLING_THE_TIME);

  private static final WordSet BESIDE_THE_TIME = new WordSet(Vocabulary.WORDS_BESIDE_THE_TIME);

  private static final WordSet HANDING_OVER = new WordSet(Vocabulary.VERBS_OF_HANDING_OVER);
  private static final WordSet NAMES_OF_HANDING_OVER =
      new WordSet(Vocabulary.NAMES_OF_HANDING_OVER);
  private static final WordSet SHELLS = new WordSet(Vocabulary.SHELLS_OF_TOOLS);
  private static final WordSet EXECUTING = new WordSet(Vocabulary.VERBS_OF_EXECUTING);
  private static final WordSet PROGRAMS = new WordSet(Vocabulary.USUAL_PROGRAMS);

  private static final int LONGEST_PATH = 300;
  private static final String ENDS_OF_A_PREFIX = "_./:";

  /** Shorter arguments are no report but name something: one item of a list may be done, too. */
  private static final int SHORTEST_REPORT = 60;

  private static final int WRITES_A_FILE = -1;

  /** Less is no list of things to do. */
  private static final int LEAST_OPEN = 3;

  /** The call changes a text: an editing tool, or a shell command that edits a file. */
  public static final int EDITING_CALL = 1;

  /**
   * The call changes nothing that another call could notice: a tool that reads or only takes a
   * note, or a shell command made of nothing but commands that print.
   */
  public static final int LOOKING_CALL = 2;

  /** The call does nothing but let time pass first. */
  public static final int SLEEPING_CALL = 4;

  /**
   * The call only says something of its own: a tool that takes a note, or a shell command that does
   * no more than print what stands in it. What it returns is never news.
   */
  public static final int REMARK = 8;

  /** The tool only reads: see {@link #known}. */
  public static final int READING_TOOL = 16;

  /**
   * The call does nothing at all, as a comment or an empty command does, or a search for {@code ":
   * ["}.
   */
  public static final int NO_OP = 32;

  /** The call changes something, though it may have nothing to say about it. */
  public static final int CHANGING_CALL = 64;

  /** The call asks what time it is. */
  public static final int TELLS_THE_TIME = 128;

  /** The call only takes a note, or rewrites a plan: a {@link #REMARK} of a tool, not a shell. */
  public static final int NOTE = 256;

  /** The call checks something, and has nothing to say when all is well. */
  public static final int CHECK = 512;

  /** The call says that the task is done: a tool that is there for it, given a report. */
  public static final int SAYS_DONE = 1024;

  /** The tool itself does nothing but let time pass, whatever the call asks of it. */
  public static final int WAITING_TOOL = 2048;

  /** The tool leads to another view of what is there, as a click in a browser does. */
  public static final int MOVING_TOOL = 4096;

  /** The tool hands something over to another agent. */
  public static final int HANDING_OVER_TOOL = 8192;

  /** The tool hands out the next thing of many, or what nobody else is given then. */
  public static final int HANDING_OUT_TOOL = 16_384;

  private static final int READS = 1;
  private static final int WRITES = 2;
  private static final int EDITS = 4;
  private static final int THINKS = 8;
  private static final int SLEEPS = 16;
  private static final int TELLS_TIME = 32;
  private static final int CHECKS = 64;
  private static final int FINISHES = 128;
  private static final int MOVES = 256;
  private static final int HANDS_OVER = 512;
  private static final int IS_A_SHELL = 1024;
  private static final int ASKS = 2048;
  private static final int ADDS_NOTES = 4096;
  private static final int DRAWS = 8192;
  private static final int MEASURES = 16_384;
  private static final int HANDS_OUT = 32_768;
  private static final int WORKS_ON_PLACES = 65_536;

  /** What the names of tools say. Names are few; beyond the limit they are read each time. */
  private static final ConcurrentHashMap<String, Integer> TRAITS = new ConcurrentHashMap<>();

  private static final int MAX_NAMES = 1_000;

  private ToolVerbs() {}

  /**
   * All that can be guessed about a call: the flags {@link #EDITING_CALL}, {@link #LOOKING_CALL},
   * {@link #SLEEPING_CALL}, {@link #REMARK}, {@link #READING_TOOL} and the others here.
   */
  public static int natureOf(String tool, CharSequence arguments, Effect declared) {
    int traits = traitsOf(tool);
    return natureOfTool(traits) | natureOfCall(traits, arguments, declared);
  }

  /** What does not depend on the call: whether a tool moves, hands over or hands out. */
  public static int natureOfTool(String tool) {
    return natureOfTool(traitsOf(tool));
  }

  private static int natureOfTool(int traits) {
    return ((traits & MOVES) != 0 ? MOVING_TOOL : 0)
        | ((traits & HANDS_OVER) != 0 ? HANDING_OVER_TOOL : 0)
        | ((traits & HANDS_OUT) != 0 ? HANDING_OUT_TOOL : 0);
  }

  private static int natureOfCall(int traits, CharSequence arguments, Effect declared) {
    Effect known = known(declared, traits);
    if (arguments.length() == 0) {
      return natureOf(traits, known);
    }
    if (TextEnds.isLong(arguments)) {
      // What nobody reads to its end may do anything beside what it begins with.
      CharSequence head = arguments.subSequence(0, TextEnds.LONGEST_READ_WHOLE);
      return (natureOf(traits, known) & ~EDITING_CALL)
          | (edits(traits, head, startOfCommand(traits, head)) ? EDITING_CALL : 0);
    }
    int command = startOfCommand(traits, arguments);
    return (edits(traits, arguments, command) ? EDITING_CALL : 0)
        | (looksOnly(traits, arguments, command, known) ? LOOKING_CALL : 0)
        | (sleeps(traits, arguments, command) ? SLEEPING_CALL : 0)
        | (onlyRemarks(traits, arguments, command, known) ? REMARK : 0)
        | (known == Effect.READ ? READING_TOOL : 0)
        | ((traits & SLEEPS) != 0 ? WAITING_TOOL : 0)
        | (declared == Effect.UNKNOWN && ((traits & THINKS) != 0 || isOpenList(traits, arguments))
            ? NOTE
            : 0)
        | ((traits & FINISHES) != 0 && arguments.length() >= SHORTEST_REPORT ? SAYS_DONE : 0)
        | natureOfCommand(traits, arguments, command, known);
  }

  private static int natureOfCommand(int traits, CharSequence arguments, int at, Effect known) {
    int end = endOfCommand(arguments, at);
    boolean isCommand = at < arguments.length() || arguments.charAt(0) != '{';
    return ((traits & TELLS_TIME) != 0 || (isCommand && isCommand(arguments, at, TIME_COMMANDS))
            ? TELLS_THE_TIME
            : 0)
        | ((traits & CHECKS) != 0 || (isCommand && checks(arguments, at, end)) ? CHECK : 0)
        | (doesNothing(arguments, at, end, isCommand, known) ? NO_OP : 0)
        | (changes(traits, arguments, at, end, known) ? CHANGING_CALL : 0);
  }

  /** The nature of a call without a command, which is what it comes to where there is none. */
  private static int natureOf(int traits, Effect known) {
    boolean thinks = known == Effect.UNKNOWN && (traits & THINKS) != 0;
    return ((traits & EDITS) != 0 ? EDITING_CALL : 0)
        | (known == Effect.READ || thinks ? LOOKING_CALL : 0)
        | ((traits & SLEEPS) != 0 ? SLEEPING_CALL | WAITING_TOOL : 0)
        | (thinks ? REMARK : 0)
        | ((traits & THINKS) != 0 ? NOTE : 0)
        | ((traits & CHECKS) != 0 ? CHECK : 0)
        | (known == Effect.WRITE ? CHANGING_CALL : 0)
        | ((traits & TELLS_TIME) != 0 ? TELLS_THE_TIME : 0)
        | (known == Effect.READ ? READING_TOOL : 0);
  }

  /** What the tool's name says about its effect. */
  public static Effect effectOf(String tool) {
    return known(Effect.UNKNOWN, traitsOf(tool));
  }

  private static Effect known(Effect declared, int traits) {
    if (declared != Effect.UNKNOWN) {
      return declared;
    }
    if ((traits & WRITES) != 0) {
      return Effect.WRITE;
    }
    return (traits & READS) != 0 ? Effect.READ : Effect.UNKNOWN;
  }

  /** Whether the tool leads to another view of what is there, as a click in a browser does. */
  public static boolean moves(String tool) {
    return (traitsOf(tool) & MOVES) != 0;
  }

  /** Whether the tool is there to take notes or to keep a plan. */
  public static boolean takesNotes(String tool) {
    return (traitsOf(tool) & THINKS) != 0;
  }

  /** Whether the name says what is done with a note: {@code add_note}, not {@code note}. */
  public static boolean addsNotes(String tool) {
    return (traitsOf(tool) & ADDS_NOTES) != 0;
  }

  /** Whether the tool gives another id, code or entry each time, and is there for that. */
  public static boolean draws(String tool) {
    return (traitsOf(tool) & DRAWS) != 0;
  }

  /**
   * Whether the tool does something with each page or place that it is given, as {@code check_page}
   * does; for one that lists or reads, it is where to go on.
   */
  public static boolean worksOnPlaces(String tool) {
    return (traitsOf(tool) & WORKS_ON_PLACES) != 0;
  }

  /** Whether the tool measures something, which may be another number each time. */
  public static boolean measures(String tool) {
    return (traitsOf(tool) & MEASURES) != 0;
  }

  /** Whether the tool tells somebody something. */
  public static boolean sends(String tool) {
    return anyWordOf(tool, SENDING);
  }

  /** Whether a word of a command that is not known says that something new is made by it. */
  public static boolean makesSomething(CharSequence command) {
    int length = command.length();
    return ArgumentShape.anyWordIn(command, 0, length, DRAWING)
        || ArgumentShape.anyWordIn(command, 0, length, MEASURING)
        || ArgumentShape.anyWordIn(command, 0, length, WRITING);
  }

  /** Whether the tool searches, asks somebody or reports, for which other words may be the same. */
  public static boolean asks(String tool) {
    return (traitsOf(tool) & ASKS) != 0;
  }

  /** Whether the tool is there to say that the task is done. */
  public static boolean finishes(String tool) {
    return (traitsOf(tool) & FINISHES) != 0;
  }

  /** Whether the first text that the tool is given is a command, whatever it is called. */
  public static boolean isShell(String tool) {
    return (traitsOf(tool) & IS_A_SHELL) != 0;
  }

  /** Whether the tool executes what may as well be a task in words, and is named after no shell. */
  public static boolean mayTakeATask(String tool) {
    return executes(tool) && !anyWordOf(tool, SHELLS);
  }

  /** Whether the tool's name says that it executes something, which may be a task in words. */
  static boolean executes(String tool) {
    return anyWordOf(tool, EXECUTING);
  }

  /**
   * Whether a text reads like a command, a program or a query: by its first word, which no sentence
   * begins with as it is written, or by marks that sentences do not have.
   */
  static boolean isExecutable(CharSequence text, int from, int to) {
    if (from < to
        && !Character.isUpperCase(text.charAt(from))
        && (PROGRAMS.standsAt(text, from)
            || isCommand(text, from, LOOKING_COMMANDS)
            || isCommand(text, from, SEARCHING_COMMANDS))) {
      return true;
    }
    return hasMarkOfCode(text, from, to);
  }

  /** Whether a text has marks that sentences do not have. */
  static boolean hasMarkOfCode(CharSequence text, int from, int to) {
    for (int at = from; at < to; at++) {
      if (isMarkOfCode(text, at, from, to)) {
        return true;
      }
    }
    return false;
  }

  /** {@code a|b}, {@code a=1}, {@code f(x)}, {@code -x}, {@code ./a}, {@code select * from}. */
  private static boolean isMarkOfCode(CharSequence text, int at, int from, int to) {
    char next = at + 1 < to ? text.charAt(at + 1) : ' ';
    return switch (text.charAt(at)) {
      case '|', '=', '<', '>', '{', '}' -> true;
      case '$', '*' -> next != ' ' && !Words.isDigit(next);
      case '(' -> at > from && Characters.isLetterOrDigit(text.charAt(at - 1));
      case '-' ->
          at > from && text.charAt(at - 1) == ' ' && (next == '-' || Words.isAsciiLetter(next));
      case '.' -> next == '/' && (at == from || text.charAt(at - 1) == ' ');
      case ' ' ->
          Words.regionMatches(text, at, " from ") || Words.regionMatches(text, at, " FROM ");
      default -> false;
    };
  }

  /** Whether the tool itself does nothing but let time pass. */
  public static boolean waits(String tool) {
    return (traitsOf(tool) & SLEEPS) != 0;
  }

  /** The declared effect, or if there is none what the tool's name says. */
  public static Effect known(Effect declared, String tool) {
    return known(declared, traitsOf(tool));
  }

  private static boolean edits(int traits, CharSequence arguments, int command) {
    if ((traits & EDITS) != 0) {
      return !asksToView(arguments);
    }
    return EDITING_COMMANDS.startsAt(arguments, command)
        || (PRINTING_COMMANDS.startsAt(arguments, command) && redirectsOutput(arguments, command));
  }

  private static boolean looksOnly(int traits, CharSequence arguments, int command, Effect known) {
    return known == Effect.READ
        || (known == Effect.UNKNOWN
            && ((traits & THINKS) != 0
                || consistsOf(arguments, command, LOOKING_COMMANDS, SEARCHING_COMMANDS)))
        || ((traits & EDITS) != 0 && asksToView(arguments));
  }

  private static boolean onlyRemarks(
      int traits, CharSequence arguments, int command, Effect known) {
    return known == Effect.UNKNOWN
        && ((traits & THINKS) != 0
            || (consistsOf(arguments, command, SAYING_COMMANDS, null) && !substitutes(arguments)));
  }

  /**
   * Whether the exit status of a shell command is that of a search in it: of any, if all its parts
   * look, or of the last part, if that reads what the part before prints, as in {@code mvn
   * dependency:tree | grep log4j}.
   *
   * @param tool the shell
   * @param eachPartLooks whether the whole command is a {@link #LOOKING_CALL}
   */
  public static boolean endsAsASearch(String tool, CharSequence arguments, boolean eachPartLooks) {
    int at = startOfCommand(traitsOf(tool), arguments);
    int end = endOfCommand(arguments, at);
    String quotes = quotesIn(arguments);
    boolean search = false;
    boolean afterPipe = eachPartLooks;
    while (at < end) {
      if (isBetweenParts(arguments.charAt(at))) {
        at++;
        continue;
      }
      search =
          (search && eachPartLooks) || (afterPipe && isCommand(arguments, at, SEARCHING_COMMANDS));
      int endOfPart = endOfPart(arguments, at, end, quotes);
      if (endOfPart == WRITES_A_FILE) {
        return false;
      }
      at = endOfPart + 1;
      afterPipe = eachPartLooks || isPipe(arguments, endOfPart);
    }
    return search;
  }

  private static boolean isPipe(CharSequence arguments, int at) {
    return Words.regionMatches(arguments, at, "|") && !Words.regionMatches(arguments, at, "||");
  }

  /** Whether one of the commands stands here, not a file whose name begins as it does. */
  private static boolean isCommand(CharSequence arguments, int at, WordSet commands) {
    for (int end = commands.endBeyond(arguments, at, at);
        end != WordSet.NONE;
        end = commands.endBeyond(arguments, at, end)) {
      if (end == arguments.length()
          || !(isPartOfFileName(arguments.charAt(end)) || isVariable(arguments, end))) {
        return true;
      }
    }
    return false;
  }

  /** What ends here is a name in a program: {@code df['a']}, {@code head(5)}, {@code cut = 3}. */
  private static boolean isVariable(CharSequence arguments, int end) {
    char next = arguments.charAt(end);
    return next == '[' || next == '(' || Words.regionMatches(arguments, end, " = ");
  }

  private static boolean isPartOfFileName(char c) {
    return Character.isLetterOrDigit(c) || c == '/' || c == '.' || c == '-' || c == '_';
  }

  /** Who reads, and names nothing that is to be read, does nothing whatever the answer is. */
  private static boolean doesNothing(
      CharSequence arguments, int from, int end, boolean isCommand, Effect known) {
    return known == Effect.READ
        ? AskedValues.areBlank(arguments)
        : isCommand && doesNothing(arguments, from, end);
  }

  /** A command without a word, a comment, {@code :} or {@code true}, whatever follows them. */
  private static boolean doesNothing(CharSequence arguments, int from, int end) {
    int at = from;
    while (at < end && arguments.charAt(at) == ' ') {
      at++;
    }
    if (at == end) {
      return true;
    }
    if (arguments.charAt(at) == '#'
        || arguments.charAt(at) == ':'
        || Words.regionMatches(arguments, at, "-- ")) {
      return !goesOnWithACommand(arguments, at, end);
    }
    for (int i = at; i < end; i++) {
      char c = arguments.charAt(i);
      if (c == '\\') {
        i++; // A line break, in JSON.
      } else if (Character.isLetterOrDigit(c)) {
        return (i == at && isEmptyStatement(arguments, at, end))
            || (consistsOf(arguments, at, SAYING_COMMANDS, null) && !substitutes(arguments));
      }
    }
    return true;
  }

  /** {@code pass}, and behind it nothing but a comment. */
  private static boolean isEmptyStatement(CharSequence arguments, int from, int end) {
    for (int to = EMPTY_STATEMENTS.endBeyond(arguments, from, from);
        to != WordSet.NONE && to <= end;
        to = EMPTY_STATEMENTS.endBeyond(arguments, from, to)) {
      int at = to;
      while (at < end && arguments.charAt(at) == ' ') {
        at++;
      }
      if (at == end || arguments.charAt(at) == '#') {
        return true;
      }
    }
    return false;
  }

  /** Behind {@code &&}, {@code ;} or a line break stands a command that is known. */
  private static boolean goesOnWithACommand(CharSequence arguments, int from, int end) {
    for (int at = from + 1; at + 2 < end; at++) {
      char c = arguments.charAt(at);
      boolean ends =
          c == ';'
              || c == '\n'
              || Words.regionMatches(arguments, at, "&&")
              || Words.regionMatches(arguments, at, "\\n");
      if (!ends) {
        continue;
      }
      int next = at + (c == ';' || c == '\n' ? 1 : 2);
      while (next < end && arguments.charAt(next) == ' ') {
        next++;
      }
      if (isCommand(arguments, next, CHANGING_COMMANDS)
          || isCommand(arguments, next, LOOKING_COMMANDS)
          || isCommand(arguments, next, SEARCHING_COMMANDS)) {
        return true;
      }
    }
    return false;
  }

  private static boolean changes(
      int traits, CharSequence arguments, int from, int end, Effect known) {
    if (known == Effect.WRITE || (traits & EDITS) != 0) {
      return (traits & EDITS) == 0 || !asksToView(arguments);
    }
    int at = from;
    if (known == Effect.READ
        || at == end
        || ASKING_COMMANDS.standsAt(arguments, afterComment(arguments, at, end))) {
      return false;
    }
    String quotes = quotesIn(arguments);
    while (at < end) {
      if (isBetweenParts(arguments.charAt(at))) {
        at++;
        continue;
      }
      int command = Words.regionMatches(arguments, at, "sudo ") ? at + 5 : at;
      if (isCommand(arguments, command, CHANGING_COMMANDS)
          || EDITING_COMMANDS.startsAt(arguments, command)
          || CHANGING_VERBS.startsAt(arguments, command)) {
        return !sleeps(traits, arguments, command);
      }
      int endOfPart = endOfPart(arguments, at, end, quotes);
      if (endOfPart == WRITES_A_FILE) {
        return true;
      }
      at = endOfPart + 1;
    }
    return false;
  }

  /** Behind a comment of SQL and the blanks after it, if one begins here. */
  private static int afterComment(CharSequence arguments, int from, int end) {
    if (!Words.regionMatches(arguments, from, "/*")) {
      return from;
    }
    int at = from + 2;
    while (at < end && !Words.regionMatches(arguments, at, "*/")) {
      at++;
    }
    at += 2;
    while (at < end && arguments.charAt(at) == ' ') {
      at++;
    }
    return Math.min(at, end);
  }

  private static boolean checks(CharSequence arguments, int from, int to) {
    int end = Math.min(to, from + LONGEST_PATH);
    int at = from;
    while (at < end) {
      int word = at;
      while (at < end && Character.isLetterOrDigit(arguments.charAt(at))) {
        at++;
      }
      if (at > word && CHECKING.isIn(arguments, word, at)) {
        return true;
      }
      at++;
    }
    return false;
  }

  private static boolean sleeps(int traits, CharSequence arguments, int command) {
    return (traits & SLEEPS) != 0
        || Words.regionMatches(arguments, command, "sleep ")
        || Words.regionMatches(arguments, command, "Start-Sleep ")
        || asksToWait(arguments);
  }

  /** Tools that do many things name the wait in an argument such as {@code "action": "wait"}. */
  private static boolean asksToWait(CharSequence arguments) {
    int length = Math.min(arguments.length(), LONGEST_PATH);
    for (int at = 1; at < length; at++) {
      // All keys looked for begin with a, o or t.
      if (arguments.charAt(at - 1) != '"' || "aot".indexOf(arguments.charAt(at)) < 0) {
        continue;
      }
      int end = Words.endOfWord(arguments, at, length);
      if (end < length && arguments.charAt(end) == '"' && ACTIONS.has(arguments, at, end)) {
        int value = end + 1;
        while (value < length && " :\"".indexOf(arguments.charAt(value)) >= 0) {
          value++;
        }
        int endOfValue = Words.endOfWord(arguments, value, length);
        if (endOfValue < length
            && arguments.charAt(endOfValue) == '"'
            && WAITING.has(arguments, value, endOfValue)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Tools that view and edit name the view in an argument such as {@code "command": "view"}. */
  private static boolean asksToView(CharSequence arguments) {
    int length = arguments.length();
    for (int at = 0; at < length; at++) {
      if (arguments.charAt(at) == '"' && Words.regionMatches(arguments, at, "\"view\"")) {
        return true;
      }
    }
    return false;
  }

  /**
   * Where the command of a shell call begins: the value of one of the usual keys, or a plain text.
   * The end of the text if there is none.
   */
  private static int startOfCommand(int traits, CharSequence arguments) {
    int at = 0;
    if (arguments.length() > 0 && arguments.charAt(0) == '{') {
      at = startOfCommandValue(arguments);
      if (at == arguments.length() && (traits & IS_A_SHELL) != 0) {
        at = startOfText(arguments);
      }
    }
    return Words.regionMatches(arguments, at, "cd ") ? afterChangeOfDirectory(arguments, at) : at;
  }

  private static int startOfCommandValue(CharSequence json) {
    int length = json.length();
    for (int at = 1; at < length; at++) {
      if (json.charAt(at) != '"' || json.charAt(at - 1) == '\\') {
        continue;
      }
      // All keys looked for begin with c, i or s.
      if (at + 1 == length || "cis".indexOf(Words.lower(json.charAt(at + 1))) < 0) {
        continue;
      }
      int end = Words.endOfWord(json, at + 1, length);
      if (end < length && json.charAt(end) == '"' && COMMAND_KEYS.has(json, at + 1, end)) {
        int value = end + 1;
        while (value < length && " :".indexOf(json.charAt(value)) >= 0) {
          value++;
        }
        if (value > end + 1 && value < length && json.charAt(value) == '"') {
          return value + 1;
        }
      }
    }
    return length;
  }

  /** Where the first text of an object begins, under whatever name; its end if there is none. */
  private static int startOfText(CharSequence json) {
    int length = json.length();
    boolean behindName = false;
    for (int at = 1; at < length; at++) {
      char c = json.charAt(at);
      if (c == ':') {
        behindName = true;
      } else if (c == '"') {
        if (behindName) {
          return at + 1;
        }
        at = endOfCommand(json, at + 1);
      } else if (c != ' ') {
        behindName = false;
      }
    }
    return length;
  }

  /** A text that is written is a list of things to do, none of which is done. */
  private static boolean isOpenList(int traits, CharSequence arguments) {
    if ((traits & (WRITES | EDITS)) == 0) {
      return false;
    }
    int open = 0;
    for (int at = 0; at + 2 < arguments.length(); at++) {
      if (arguments.charAt(at) == '[' && arguments.charAt(at + 2) == ']') {
        char mark = arguments.charAt(at + 1);
        if (mark == 'x' || mark == 'X') {
          return false;
        }
        open += mark == ' ' ? 1 : 0;
      }
    }
    return open >= LEAST_OPEN;
  }

  private static int afterChangeOfDirectory(CharSequence arguments, int from) {
    for (int at = from; at < Math.min(arguments.length(), from + LONGEST_PATH); at++) {
      if (Words.regionMatches(arguments, at, "&& ")) {
        return at + 3;
      }
    }
    return from;
  }

  /** {@code $(...)} or backquotes: what is printed comes from another command. */
  private static boolean substitutes(CharSequence arguments) {
    for (int at = 0; at < arguments.length(); at++) {
      char c = arguments.charAt(at);
      if (c == '`' || (c == '$' && Words.regionMatches(arguments, at, "$("))) {
        return true;
      }
    }
    return false;
  }

  /** Every part of the command begins with one of the words, and nothing is redirected. */
  private static boolean consistsOf(
      CharSequence arguments, int from, WordSet commands, @Nullable WordSet moreCommands) {
    int end = endOfCommand(arguments, from);
    String quotes = "";
    int at = from;
    boolean anyPart = false;
    while (at < end) {
      while (at < end && isBetweenParts(arguments.charAt(at))) {
        at++;
      }
      if (at == end) {
        break;
      }
      if (!isCommand(arguments, at, commands)
          && (moreCommands == null || !isCommand(arguments, at, moreCommands))
          && arguments.charAt(at) != '#') {
        return false;
      }
      // Most calls are of no shell, and are not read as far as here.
      quotes = anyPart ? quotes : quotesIn(arguments);
      anyPart = true;
      int endOfPart = endOfPart(arguments, at, end, quotes);
      if (endOfPart == WRITES_A_FILE) {
        return false;
      }
      at = endOfPart + 1;
    }
    return anyPart;
  }

  /** Inside double quotes a substitution is a command of its own. */
  private static String quotesIn(CharSequence arguments) {
    return substitutes(arguments) ? "'" : "'\"";
  }

  /**
   * Where the part that begins here ends; what is quoted, such as {@code 'a|b'}, does not end it.
   * {@link #WRITES_A_FILE} if its output goes to a file, or might, as a quote is not closed.
   */
  private static int endOfPart(CharSequence arguments, int from, int end, String quotes) {
    boolean comment = arguments.charAt(from) == '#';
    char quote = 0;
    for (int at = from; at < end; at++) {
      char c = arguments.charAt(at);
      if (quote != 0) {
        quote = c == quote ? 0 : quote;
      } else if (saysWhereAPartEnds(c)) {
        if (!comment && quotes.indexOf(c) >= 0) {
          quote = c;
        } else if (isEndOfPart(arguments, at)) {
          return at;
        } else if (isRedirectionToAFile(arguments, at)) {
          return WRITES_A_FILE;
        }
      }
    }
    return quote == 0 ? end : WRITES_A_FILE;
  }

  /** A switch, because this is asked of each character of a long argument. */
  private static boolean saysWhereAPartEnds(char c) {
    return switch (c) {
      case '\'', '"', ';', '|', '&', '>', '\n', 'n', 'N' -> true;
      default -> false;
    };
  }

  private static boolean isBetweenParts(char c) {
    return c == ' ' || c == '&' || c == '|' || c == ';' || c == '\n';
  }

  /** {@code &&}, {@code |}, {@code ;} or a line break, in JSON text also an escaped one. */
  private static boolean isEndOfPart(CharSequence arguments, int at) {
    char c = arguments.charAt(at);
    return c == ';'
        || c == '|'
        || c == '\n'
        || Words.regionMatches(arguments, at, "&&")
        || Words.regionMatches(arguments, at - 1, "\\n");
  }

  /** The closing quote of the JSON string that begins here, or the end of a plain text. */
  private static int endOfCommand(CharSequence arguments, int from) {
    int length = arguments.length();
    if (length == 0 || arguments.charAt(0) != '{') {
      return length;
    }
    for (int at = from; at < length; at++) {
      if (arguments.charAt(at) == '\\') {
        at++;
      } else if (arguments.charAt(at) == '"') {
        return at;
      }
    }
    return length;
  }

  private static boolean redirectsOutput(CharSequence arguments, int from) {
    int end = endOfCommand(arguments, from);
    for (int at = from; at < end && !isEndOfPart(arguments, at); at++) {
      if (isRedirectionToAFile(arguments, at)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isRedirectionToAFile(CharSequence arguments, int at) {
    return arguments.charAt(at) == '>'
        && !Words.regionMatches(arguments, at, ">&")
        && !Words.regionMatches(arguments, at, ">/dev/null")
        && !Words.regionMatches(arguments, at, "> /dev/null");
  }

  private static int traitsOf(String tool) {
    Integer known = TRAITS.get(tool);
    if (known != null) {
      return known;
    }
    int start = startOfName(tool);
    boolean measures = anyWordOf(tool, MEASURING);
    boolean draws = measures || anyWordOf(tool, DRAWING);
    boolean claims = CLAIMING.isIn(tool, start, endOfWordOfName(tool, start));
    int traits =
        (anyWordOf(tool, READING) ? READS : 0)
            | (anyWordOf(tool, ASKING) ? ASKS : 0)
            | (anyWordOf(tool, WRITING) ? WRITES : 0)
            | (namesAnEdit(tool) ? EDITS : 0)
            | (anyWordOf(tool, THINKING) && !beginsByReading(tool) ? THINKS : 0)
            | (anyWordOf(tool, NOTES) && !NOTES.has(tool, start, tool.length()) ? ADDS_NOTES : 0)
            | (anyWordOf(tool, WAITING) ? SLEEPS : 0)
            | (anyWordOf(tool, MOVING) && !beginsByReading(tool) ? MOVES : 0)
            | (asksForTheTime(tool) ? TELLS_TIME : 0)
            | (anyWordOf(tool, CHECKING) && !anyWordOf(tool, MAILBOXES) ? CHECKS : 0)
            | (anyWordOf(tool, SHELLS) || anyWordOf(tool, EXECUTING) ? IS_A_SHELL : 0)
            | (anyWordOf(tool, HANDING_OVER)
                    || NAMES_OF_HANDING_OVER.has(tool, start, tool.length())
                ? HANDS_OVER
                : 0)
            | (FINISHING.has(tool, start, tool.length()) ? FINISHES : 0)
            | (measures ? MEASURES : 0)
            | (draws ? DRAWS : 0)
            | (draws || claims ? HANDS_OUT : 0)
            | (namesWorkOnAPlace(tool) ? WORKS_ON_PLACES : 0);
    if (TRAITS.size() < MAX_NAMES) {
      TRAITS.put(tool, traits);
    }
    return traits;
  }

  /**
   * Behind the name of a server or a group: {@code mcp__agent__finish}, {@code functions.finish}.
   */
  private static int startOfName(String tool) {
    for (int at = tool.length(); at > 1; at--) {
      char c = tool.charAt(at - 1);
      if (ENDS_OF_A_PREFIX.indexOf(c) >= 0 && (c != '_' || tool.charAt(at - 2) == '_')) {
        return at;
      }
    }
    return 0;
  }

  /** {@code get_care_plan} and {@code listTodos}, but not {@code manage_todo_list}. */
  private static boolean beginsByReading(String tool) {
    int from = startOfName(tool);
    return READING.isIn(tool, from, endOfWordOfName(tool, from));
  }

  /** {@code get_current_time}, but not {@code list_time_entries}. */
  private static boolean asksForTheTime(String tool) {
    boolean time = false;
    int at = startOfName(tool);
    while (at < tool.length()) {
      if (!Character.isLetter(tool.charAt(at))) {
        at++;
        continue;
      }
      int end = endOfWordOfName(tool, at);
      boolean names = TIME.isIn(tool, at, end);
      if (!names && !READING.isIn(tool, at, end) && !BESIDE_THE_TIME.isIn(tool, at, end)) {
        return false;
      }
      time |= names;
      at = end;
    }
    return time;
  }

  /** {@code check_page}, but not {@code list_checks}, nor {@code check_status}. */
  private static boolean namesWorkOnAPlace(String tool) {
    boolean works = false;
    int at = 0;
    while (at < tool.length()) {
      if (!Character.isLetter(tool.charAt(at))) {
        at++;
        continue;
      }
      int end = endOfWordOfName(tool, at);
      boolean work = CHECKING.isIn(tool, at, end) || WORKING.isIn(tool, at, end);
      if (!work && READING.isIn(tool, at, end)) {
        return false;
      }
      works |= work;
      at = end;
    }
    return works;
  }

  private static boolean namesAnEdit(String tool) {
    return anyWordOf(tool, EDITING)
        || (anyWordOf(tool, WRITING_A_TEXT) && !anyWordOf(tool, NO_TEXTS))
        || (anyWordOf(tool, APPLYING) && anyWordOf(tool, CHANGES_OF_A_TEXT));
  }

  private static boolean anyWordOf(String name, WordSet words) {
    int length = name.length();
    int at = 0;
    while (at < length) {
      if (!Character.isLetter(name.charAt(at))) {
        at++;
        continue;
      }
      int end = endOfWordOfName(name, at);
      if (words.isIn(name, at, end)) {
        return true;
      }
      at = end;
    }
    return false;
  }

  /** Where the word ends that begins here, at a change of case at the latest. */
  private static int endOfWordOfName(String name, int at) {
    int length = name.length();
    int end = Math.min(length, at + 1);
    while (end < length
        && Character.isLetter(name.charAt(end))
        && Characters.isUnspaced(name.charAt(end)) == Characters.isUnspaced(name.charAt(at))
        && !(Character.isUpperCase(name.charAt(end))
            && Character.isLowerCase(name.charAt(end - 1)))) {
      end++;
    }
    return end;
  }
}
