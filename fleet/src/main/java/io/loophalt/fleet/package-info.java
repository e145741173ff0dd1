/**
 * The engine over a whole fleet's traces, as a job for Apache Flink: from recordings and spans to
 * runs, one key each, and from those to findings.
 *
 * <p>How a recording is read and a run is judged is said elsewhere; here is only what carries both
 * over many machines.
 */
@NullMarked
package io.loophalt.fleet;

import org.jspecify.annotations.NullMarked;
