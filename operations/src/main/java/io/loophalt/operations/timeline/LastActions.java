package io.loophalt.operations.timeline;

import com.fasterxml.jackson.databind.JsonNode;
import io.loophalt.PrintableText;
import io.loophalt.core.detect.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The latest steps of a run in the short form in which a halt names them. */
public final class LastActions {

  /** Hexadecimal digits of each digest: the first ones. */
  public static final int DIGITS = 6;

  private static final int MOST = 100;

  /** Tool, digest of the call, kind and digest of the outcome. */
  private static final Pattern ACTION =
      Pattern.compile(
          "(?<tool>.{1,2000}) (?<call>[0-9a-f]{6}) (?<kind>error|result) (?<outcome>[0-9a-f]{6})",
          Pattern.DOTALL);

  private LastActions() {}

  /**
   * Reads them.
   *
   * @param step 0-based number of the last of them
   */
  public static List<TimelineStep> of(JsonNode evidence, int step) {
    List<TimelineStep> steps = new ArrayList<>();
    JsonNode actions = evidence.path("last_actions");
    int count = Math.min(MOST, actions.size());
    for (int i = actions.size() - count; i < actions.size(); i++) {
      Matcher action = ACTION.matcher(actions.get(i).asText(""));
      int number = step - (actions.size() - 1 - i);
      if (action.matches()) {
        long outcome = Long.parseUnsignedLong(action.group("outcome"), 16);
        steps.add(
            new TimelineStep(
                number,
                (int) Intake.UNKNOWN,
                PrintableText.name(action.group("tool")),
                action.group("kind").equals("error"),
                Long.parseUnsignedLong(action.group("call"), 16),
                outcome,
                outcome,
                Intake.UNKNOWN));
      } else {
        steps.add(
            new TimelineStep(
                number,
                (int) Intake.UNKNOWN,
                PrintableText.name(actions.get(i).asText("?")),
                false,
                Step.ABSENT,
                Step.ABSENT,
                Step.ABSENT,
                Intake.UNKNOWN));
      }
    }
    return steps;
  }
}
