/**
 * The live runs of an application: found by their ids, ended when nobody uses them any more, and
 * put to sleep or dropped when they are too many.
 *
 * <p>Which run a call belongs to is decided elsewhere, and what becomes of the call in the engine.
 */
@NullMarked
package io.loophalt.runtime.runs;

import org.jspecify.annotations.NullMarked;
