package io.loophalt.operations.report;

import io.loophalt.StopReason.Kind;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What stopped a run: the closed set of kinds, in words and in the groups of the chart. */
final class StopKinds {

  /** Of a run whose log has no end of it. */
  static final String OPEN = "open";

  /** Of a kind that this version does not know. */
  static final String OTHER = "other";

  /** A run that ended by itself. */
  static final String DONE = Kind.DONE.id();

  /** Kinds that look the same in the chart, in the order in which they are stacked. */
  enum Group {
    DONE("ended by itself", "done"),
    NO_PROGRESS("no progress", "no-progress"),
    REPEATED_ERROR("repeated error", "repeated-error"),
    STALL("stall", "stall"),
    CEILING("a ceiling", "ceiling"),
    OPERATOR("operator", "operator"),
    OPEN("no end in the log", "open");

    /** For a person. */
    final String words;

    /** For the style sheet. */
    final String style;

    Group(String words, String style) {
      this.words = words;
      this.style = style;
    }
  }

  private static final Set<String> KNOWN =
      Arrays.stream(Kind.values()).map(Kind::id).collect(Collectors.toUnmodifiableSet());

  private StopKinds() {}

  /** The kind if it is one that this version knows, else {@link #OTHER}. */
  static String known(String kind) {
    return KNOWN.contains(kind) ? kind : OTHER;
  }

  /** All kinds in the order of the report. */
  static List<String> all() {
    List<String> all = Arrays.stream(Kind.values()).map(Kind::id).collect(Collectors.toList());
    all.add(OTHER);
    all.add(OPEN);
    return all;
  }

  /** Where a kind stands in the chart. */
  static Group group(String kind) {
    return switch (kind) {
      case "done" -> Group.DONE;
      case "no_progress" -> Group.NO_PROGRESS;
      case "repeated_error" -> Group.REPEATED_ERROR;
      case "stall" -> Group.STALL;
      case "operator", OTHER -> Group.OPERATOR;
      case OPEN -> Group.OPEN;
      default -> Group.CEILING;
    };
  }

  /** Whether a detector stopped the run, rather than a limit or a person. */
  static boolean isLoop(String kind) {
    return switch (group(kind)) {
      case NO_PROGRESS, REPEATED_ERROR, STALL -> true;
      default -> false;
    };
  }

  /** What it means, for a person. */
  static String words(String kind) {
    return switch (kind) {
      case "done" -> "ended by itself";
      case "step_cap" -> "more steps than allowed";
      case "tool_call_cap" -> "more calls of a tool than allowed";
      case "token_cap" -> "more tokens than allowed";
      case "cost_cap" -> "more money than allowed";
      case "wall_clock_cap" -> "more time than allowed";
      case "no_progress" -> "went on, and nothing new came of it";
      case "repeated_error" -> "the same error again and again";
      case "stall" -> "talked on without a tool call";
      case "operator" -> "a person or a program stopped it";
      case OPEN -> "the log has no end of it";
      default -> "a reason that this version does not know";
    };
  }
}
