package io.loophalt.runtime.invocation;

import io.loophalt.runtime.runs.LiveRun;
import org.jspecify.annotations.Nullable;

/**
 * Where a stream belongs, as Reactor's context carries it from the subscriber up to the operators
 * that work for it, on whatever threads they do.
 *
 * @param run the run that the stream is a part of
 * @param loop the model call that the stream is, if the framework's loop goes on inside it; null
 *     around model calls
 */
public record StreamScope(LiveRun run, @Nullable ModelLoop loop) {}
