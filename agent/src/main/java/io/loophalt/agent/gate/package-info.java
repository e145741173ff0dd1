/** The agent's side of the bridge that woven code calls. */
@NullMarked
package io.loophalt.agent.gate;

import org.jspecify.annotations.NullMarked;
