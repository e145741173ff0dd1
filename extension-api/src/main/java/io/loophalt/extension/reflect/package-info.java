/**
 * Reads and copies objects of classes that are not known at compile time: by getter, by field, and
 * by the copying that builders, records and Kotlin's data classes offer.
 *
 * <p>What an object throws when it is asked is an {@link
 * io.loophalt.extension.reflect.ApplicationException} and no error of the agent's. Thread-safe.
 */
@NullMarked
package io.loophalt.extension.reflect;

import org.jspecify.annotations.NullMarked;
