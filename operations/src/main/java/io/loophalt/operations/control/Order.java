package io.loophalt.operations.control;

import org.jspecify.annotations.Nullable;

/**
 * What a person has told this JVM, and what came of it.
 *
 * @param number orders of a JVM are counted from 1
 * @param time in UTC, as {@code 2026-11-24T02:00:00.123Z}
 * @param by by which way it came: {@code command line}, {@code console}, {@code JMX}; empty if it
 *     did not say
 * @param command as in the protocol
 * @param run the run's id; null if it was about all of them
 * @param said what was done, for a person
 */
public record Order(
    long number, String time, String by, String command, @Nullable String run, String said) {}
