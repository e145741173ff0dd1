/**
 * The engine as a library: a {@link io.loophalt.core.Guard} watches the runs of a loop that tells
 * it what happens, and decides whether they go on. No agent, no weaving, no configuration file.
 *
 * <p>What belongs here is what a program calls; what decides stands in the packages below, and
 * knows nothing of this one. Nothing here reads an object by reflection, loads a class by its name,
 * starts a thread or looks at a clock of its own.
 *
 * <p>Signatures of this package, and of what its signatures name, stay compatible from 0.9.0 on.
 */
@NullMarked
package io.loophalt.core;

import org.jspecify.annotations.NullMarked;
