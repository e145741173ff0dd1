package io.loophalt;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the method that is one execution of a task by an agent: a <em>run</em> begins when it is
 * entered and ends when it returns or throws.
 *
 * <p>Of a method that returns a future (a {@code CompletionStage}, or Vert.x') the run ends with
 * the future. Of one that returns a publisher (Reactor, RxJava 3, Mutiny) each subscription is a
 * run, which ends with its stream or when that is cancelled; what the method does before it returns
 * belongs to the first, and a publisher that nobody subscribes to is no run unless the method did
 * something.
 *
 * <p>A run is the unit that is halted. Steps and turns on the calling thread belong to it; use
 * {@link AgentRuns#wrap(Runnable)} to carry it to other threads. A tool's publisher in Reactor's
 * stream of the run, and what depends on the {@code CompletableFuture} of a tool, are in the run on
 * whatever thread. A marked method called inside another run opens a child run, whose tokens and
 * calls also count against the parent.
 *
 * <p>A method with a parameter marked {@link RunId} is one part of an execution: each call enters
 * the run of that id and leaves it.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface AgentRun {

  /**
   * The task, which selects thresholds in the configuration. Default: {@code
   * SimpleClassName.method}.
   */
  String task() default "";
}
