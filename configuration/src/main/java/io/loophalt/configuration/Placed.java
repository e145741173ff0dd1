package io.loophalt.configuration;

/**
 * A value and where it stands, so that a later check can still point at it.
 *
 * @param value the value
 * @param place where it stands
 */
record Placed<T>(T value, Place place) {}
