package io.loophalt.runtime.policy;

import java.nio.file.Path;
import java.time.Duration;

/**
 * The memory of past loops.
 *
 * @param file where it is kept; several JVMs of one machine may share it
 * @param keep how long a run is remembered
 */
public record MemoryPolicy(Path file, Duration keep) {}
