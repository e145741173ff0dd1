/**
 * Writes what is done about runs into the traces that the application makes itself. No tracing
 * library is linked to, and none is looked for before something is done.
 */
@NullMarked
package io.loophalt.operations.traces;

import org.jspecify.annotations.NullMarked;
