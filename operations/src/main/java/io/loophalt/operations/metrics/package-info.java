/**
 * Counts what happens in the runs of this JVM, and serves the numbers. Counting knows no library;
 * Prometheus' own is loaded when the endpoint is opened.
 */
@NullMarked
package io.loophalt.operations.metrics;

import org.jspecify.annotations.NullMarked;
