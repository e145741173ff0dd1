/**
 * The story of a run: its steps in order, what goes round once, and who intervened when; and the
 * HTML that it is told in. The report has it of runs that are over, the console of live ones.
 *
 * <p>Texts of agents come in through {@link io.loophalt.operations.timeline.Intake} and go out
 * through {@link io.loophalt.operations.timeline.HtmlWriter}.
 */
@NullMarked
package io.loophalt.operations.timeline;

import org.jspecify.annotations.NullMarked;
