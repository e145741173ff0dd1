/** What woven code calls: the agent's side of the gate. */
@NullMarked
package io.loophalt.runtime;

import org.jspecify.annotations.NullMarked;
