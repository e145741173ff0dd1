package io.loophalt.operations.control;

import java.util.List;
import java.util.Map;

/**
 * One run, looked at closely.
 *
 * @param run as in the list
 * @param tools calls by tool
 * @param lastActions the most recent in short form, oldest first: tool and digests, never contents
 * @param rules every rule that counts anything, with its explanation
 */
public record RunDetail(
    RunView run, Map<String, Long> tools, List<String> lastActions, List<RunView.Rule> rules) {}
