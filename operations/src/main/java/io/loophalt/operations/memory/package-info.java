/**
 * The file of past loops: its form, how several JVMs share it, and the key that it needs. What is
 * in it means something to {@code io.loophalt.core.memory} only.
 */
@NullMarked
package io.loophalt.operations.memory;

import org.jspecify.annotations.NullMarked;
