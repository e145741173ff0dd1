/**
 * Detectors and presets: pure state machines over the steps and turns of one run.
 *
 * <p>No clock, no I/O, no Byte Buddy, no YAML belong here; time arrives as data. Detectors are not
 * thread-safe: the run that owns them calls them one at a time.
 */
@NullMarked
package io.loophalt.core.detect;

import org.jspecify.annotations.NullMarked;
