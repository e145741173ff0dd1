/**
 * What application code may compile against: the annotations, {@link io.loophalt.LoopHaltException}
 * with its {@link io.loophalt.StopReason}, and the {@link io.loophalt.AgentRuns} facade.
 *
 * <p>It has no dependency and does nothing by itself. With the Loophalt agent in the JVM the
 * annotated methods are guarded and the facade talks to the agent; without it, annotations are
 * inert and the facade is a no-op.
 */
@NullMarked
package io.loophalt;

import org.jspecify.annotations.NullMarked;
