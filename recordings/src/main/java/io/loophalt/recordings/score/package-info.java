/**
 * How good presets are on runs that people have judged: labels, and what is counted against them.
 *
 * <p>Nothing here judges a run or reads a recording.
 */
@NullMarked
package io.loophalt.recordings.score;

import org.jspecify.annotations.NullMarked;
