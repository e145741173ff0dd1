package com.acme.agents;

import java.util.List;

/** What a model says. */
public record ChatAnswer(
    String text, List<ToolCall> toolCalls, int inputTokens, int outputTokens) {}
