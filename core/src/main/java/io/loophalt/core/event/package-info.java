/**
 * What happened, as records, and the sinks that write it down.
 *
 * <p>Nothing here decides anything.
 */
@NullMarked
package io.loophalt.core.event;

import org.jspecify.annotations.NullMarked;
