package io.loophalt.runtime;

/**
 * What a handler answers when the method has returned before its work is done: a future, a stream,
 * a publisher.
 *
 * @param result what the method returned, of a kind that {@link Deferred#knows}
 * @param work is told how the work goes on
 */
record Unfinished(Object result, Work work) {}
