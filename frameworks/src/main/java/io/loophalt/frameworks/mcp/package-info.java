/** Support for the client of the MCP Java SDK. */
@NullMarked
package io.loophalt.frameworks.mcp;

import org.jspecify.annotations.NullMarked;
