/** The agent's side of the bridge that woven code calls. */
@NullMarked
package io.loophalt.runtime;

import org.jspecify.annotations.NullMarked;
