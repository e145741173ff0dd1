/** Agents on AgentScope that have never heard of Loophalt. */
@NullMarked
package io.loophalt.compatibility.agentscope;

import org.jspecify.annotations.NullMarked;
