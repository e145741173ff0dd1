/**
 * The report of what runs did and cost: one page for a browser, or JSON. Reads logs and recordings
 * through {@code io.loophalt.recordings}, and is used by the command line alone: no class of it is
 * loaded in a JVM that is watched.
 *
 * <p>Texts of agents come in through {@link io.loophalt.operations.timeline.Intake} and go out
 * through {@link io.loophalt.operations.timeline.HtmlWriter}; nothing else writes to the page.
 */
@NullMarked
package io.loophalt.operations.report;

import org.jspecify.annotations.NullMarked;
