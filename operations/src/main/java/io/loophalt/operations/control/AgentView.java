package io.loophalt.operations.control;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A guarded JVM as a person sees it in a list.
 *
 * @param pid its process id, as it sees itself
 * @param main its main class or jar
 * @param version the agent's
 * @param mode {@code act} or {@code observe}
 * @param enabled false if calls pass unwatched
 * @param liveRuns how many runs there are
 * @param haltedRuns how many of them are halted
 * @param halts how many halts there were since it began
 * @param frozenUntil when the freeze ends by itself; null if nothing is frozen
 * @param waiting how many calls wait
 * @param blocked the tools that are refused
 * @param budgets what runs share, in the order of the configuration
 * @param config where the configuration is from
 */
public record AgentView(
    long pid,
    String main,
    String version,
    String mode,
    boolean enabled,
    int liveRuns,
    int haltedRuns,
    long halts,
    @Nullable String frozenUntil,
    int waiting,
    List<String> blocked,
    List<BudgetView> budgets,
    String config) {}
