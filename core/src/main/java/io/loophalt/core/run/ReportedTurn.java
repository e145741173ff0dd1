package io.loophalt.core.run;

/**
 * What is to be done after a turn that was reported as a whole, see {@link Run#turnReported}.
 *
 * @param verdict of the turn; where what was there before it had filled a ceiling, of that
 * @param next whether a ceiling is full now, so that there is to be no further turn; not asked of a
 *     turn without tool calls, which may be the last one
 */
public record ReportedTurn(Verdict verdict, Verdict next) {}
