package io.loophalt.core.policy;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The event log.
 *
 * @param file where JSON lines are appended; null for no log
 * @param maxBytes size at which the file is rotated to {@code FILE.1}
 * @param queueLength events that may wait to be written before further ones are counted and dropped
 *     (halts are never)
 * @param steps whether every turn and step is written too, as digests, so that the log can be
 *     judged anew
 */
public record EventLogPolicy(@Nullable Path file, long maxBytes, int queueLength, boolean steps) {}
