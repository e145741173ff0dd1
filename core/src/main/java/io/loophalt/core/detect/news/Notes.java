package io.loophalt.core.detect.news;

import io.loophalt.core.detect.Step;
import io.loophalt.core.fingerprint.DigestList;
import io.loophalt.core.text.AskedValues;
import io.loophalt.core.text.ToolVerbs;

/** Tells notes and plans from calls of tools that are named like them, and what they are worth. */
final class Notes {

  /** Less may say which plan a customer has. */
  private static final int VALUES_OF_A_PLAN = 6;

  /** More are a plan. */
  private static final int MOST_VALUES_OF_A_NOTE = 24;

  private final Ledger ledger;

  Notes(Ledger ledger) {
    this.ledger = ledger;
  }

  /** A tool that takes notes, and not one that sets the plan of one customer more. */
  boolean isNote(Step step) {
    DigestList values = step.values();
    boolean anyWord = values.size() == 0;
    for (int i = 0; i < values.size(); i++) {
      anyWord |= (values.get(i) & AskedValues.SINGLE) == 0;
    }
    if (!ToolVerbs.takesNotes(step.tool())) {
      return anyWord
          && ledger.asked.namesNothingElse(step); // A list in a file; another one is another.
    }
    if (isAboutAnotherThing(step)) {
      return false;
    }
    if (!step.changes()) {
      return anyWord;
    }
    // A note on somebody; that on somebody else is another.
    return values.size() >= VALUES_OF_A_PLAN || (anyWord && ledger.asked.namesNothingElse(step));
  }

  /**
   * A note that is added tells another thing, a plan that is rewritten mostly the same, unless more
   * of it is done than ever before.
   */
  Worth ofNote(Step step) {
    boolean another = ledger.asked.isAnotherNote(step) && step.failure() == Step.ABSENT;
    int plan = step.tool().hashCode();
    boolean further =
        !step.onlyRemarks() && ledger.grows(plan, step.itemsDone()) && ledger.excuses();
    return !ledger.noted || further ? Worth.NEUTRAL : another ? Worth.ITEM : Worth.NOTED;
  }

  /**
   * {@code plan_route} between two other towns, {@code add_note} on another customer: in few words,
   * and what it answers is new where it changes nothing.
   */
  boolean isAboutAnotherThing(Step step) {
    return step.values().size() <= MOST_VALUES_OF_A_NOTE
        && ledger.asked.isItemInWords(step)
        && (!AskedThings.namesAnything(step) || !ledger.asked.namesNothingElse(step))
        && (step.changes() || ledger.freshIn(step.lines()) > 0);
  }
}
