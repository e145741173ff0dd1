package io.loophalt.runtime.correlation;

import org.jspecify.annotations.Nullable;

/**
 * A tool call that an answer asks for, or a piece of it.
 *
 * @param position tells the calls of one answer apart
 * @param id what its result will name; null in all pieces but the first
 * @param tool its name, empty in all pieces but the first
 * @param arguments as the model wrote them, or the next piece of that
 */
public record CallPart(long position, @Nullable String id, String tool, String arguments) {}
