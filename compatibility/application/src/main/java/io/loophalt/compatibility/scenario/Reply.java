package io.loophalt.compatibility.scenario;

import java.util.List;

/**
 * What the scripted model answers to one call.
 *
 * @param text may be empty beside tool calls
 * @param calls the tools it asks for; none in a final answer
 * @param inputTokens what it was billed for reading
 * @param outputTokens what it was billed for writing
 */
public record Reply(String text, List<ToolRequest> calls, int inputTokens, int outputTokens) {}
