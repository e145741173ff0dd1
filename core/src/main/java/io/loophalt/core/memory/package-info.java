/**
 * What earlier runs of a task were stuck in, and how a run that begins the same is told: the loops,
 * how they are looked up, the text. No files, no threads, no clock; whoever keeps the loops brings
 * them.
 */
@NullMarked
package io.loophalt.core.memory;

import org.jspecify.annotations.NullMarked;
