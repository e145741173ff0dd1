/**
 * The agent's settings as immutable records: what is woven, which values are read, what is logged,
 * how many runs are kept. The engine's own are in {@code io.loophalt.core.policy}.
 */
@NullMarked
package io.loophalt.runtime.policy;

import org.jspecify.annotations.NullMarked;
