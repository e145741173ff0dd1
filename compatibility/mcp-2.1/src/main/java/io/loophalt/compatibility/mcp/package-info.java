/**
 * Agents with loops of their own and the tools of an MCP server, that have never heard of Loophalt.
 */
@NullMarked
package io.loophalt.compatibility.mcp;

import org.jspecify.annotations.NullMarked;
