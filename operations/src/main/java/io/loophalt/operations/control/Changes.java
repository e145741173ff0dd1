package io.loophalt.operations.control;

import java.util.List;

/**
 * What has changed since the same connection asked the last time; all there is, the first time.
 *
 * @param agent the JVM as a whole
 * @param runs those that are new, or not as they were
 * @param gone the ids of those that are over
 * @param more whether there is more of it, which the next answer has
 * @param orders what persons have told the JVM meanwhile, oldest first
 */
public record Changes(
    AgentView agent, List<RunView> runs, List<String> gone, boolean more, List<Order> orders) {}
