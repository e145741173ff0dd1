/**
 * One run over many JVMs: what they share of it in a Redis or Valkey, and what each does while that
 * is away.
 *
 * <p>Loaded only where {@code store} is configured. How a run is judged is the engine's.
 */
@NullMarked
package io.loophalt.store;

import org.jspecify.annotations.NullMarked;
