/**
 * The ways in which agents' runs are written down, one class each, and the reading of files by what
 * is in them.
 *
 * <p>Only reading belongs here: what a run is worth is said elsewhere.
 */
@NullMarked
package io.loophalt.recordings.format;

import org.jspecify.annotations.NullMarked;
