/**
 * Immutable records that say what the user wants: ladders, ceilings, per-task and per-tool
 * settings.
 *
 * <p>Nothing here reads a file or decides anything about a run.
 */
@NullMarked
package io.loophalt.core.policy;

import org.jspecify.annotations.NullMarked;
