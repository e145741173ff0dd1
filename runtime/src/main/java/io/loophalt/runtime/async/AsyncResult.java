package io.loophalt.runtime.async;

/**
 * What a handler answers when the method has returned before its work is done: a future, a stream,
 * a publisher.
 *
 * @param result what the method returned, of a kind that {@link AsyncResultFollower#knows}
 * @param work is told how the work goes on
 */
public record AsyncResult(Object result, PendingWork work) {}
