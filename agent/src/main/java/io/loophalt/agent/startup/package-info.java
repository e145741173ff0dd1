/** Wires the parts together inside the isolated loader. */
@NullMarked
package io.loophalt.agent.startup;

import org.jspecify.annotations.NullMarked;
