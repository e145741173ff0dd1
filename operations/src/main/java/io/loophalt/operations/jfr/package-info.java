/**
 * What happens in runs, as events of Java Flight Recorder.
 *
 * <p>Nothing here is loaded before the first run, and nothing at all in a runtime without the
 * module {@code jdk.jfr}. Names are those that {@code docs/jfr.md} documents.
 */
@NullMarked
package io.loophalt.operations.jfr;

import org.jspecify.annotations.NullMarked;
