package io.loophalt;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the parameter of an {@link AgentRun} method that names the execution of which a call is one
 * part, as the worker of a queue gets it: the call enters the run of that id and leaves it, as by
 * {@link AgentRuns#join}.
 *
 * <pre>{@code
 * @AgentRun(task = "order-agent")
 * void onMessage(@RunId String jobId, Order order) { ... }
 * }</pre>
 *
 * <p>A text, a number, a UUID or an enum; the run of a call whose id is null, blank or any other
 * object, such as a record, is its own. Where the id lies deeper in an argument, {@code
 * AgentRuns.join} or {@code weave: {runs: [{method: ..., join: argument0.job.id}]}} says it. {@code
 * AgentRuns.join(task, id).end()} ends the run.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface RunId {}
