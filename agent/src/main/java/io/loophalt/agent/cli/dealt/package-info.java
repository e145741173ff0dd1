/** Recordings that several processes play together, through a store. */
@NullMarked
package io.loophalt.agent.cli.dealt;

import org.jspecify.annotations.NullMarked;
