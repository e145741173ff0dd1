/** The command line of the agent jar. */
@NullMarked
package io.loophalt.agent.cli;

import org.jspecify.annotations.NullMarked;
