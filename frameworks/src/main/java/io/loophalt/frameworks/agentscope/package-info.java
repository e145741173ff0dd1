/** Support for AgentScope. */
@NullMarked
package io.loophalt.frameworks.agentscope;

import org.jspecify.annotations.NullMarked;
