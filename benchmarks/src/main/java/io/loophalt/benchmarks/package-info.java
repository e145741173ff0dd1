/**
 * What a guarded call, a longer run, more live runs and a start-up cost, always through the real
 * agent jar in a JVM of its own.
 */
@NullMarked
package io.loophalt.benchmarks;

import org.jspecify.annotations.NullMarked;
