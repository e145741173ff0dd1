package io.loophalt.configuration.schema;

/**
 * A value and where it stands, so that a later check can still point at it.
 *
 * @param value the value
 * @param place where it stands
 */
public record Located<T>(T value, SourceLocation place) {}
