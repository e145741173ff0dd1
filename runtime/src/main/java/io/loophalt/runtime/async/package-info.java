/**
 * Results that are still to come: futures, publishers, suspended coroutines, and the work that goes
 * on until they have arrived.
 */
@NullMarked
package io.loophalt.runtime.async;

import org.jspecify.annotations.NullMarked;
