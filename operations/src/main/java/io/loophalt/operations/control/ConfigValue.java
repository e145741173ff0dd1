package io.loophalt.operations.control;

/**
 * A setting that is in force.
 *
 * @param key its path in the file
 * @param value as it is written, or by default; never what a variable holds
 * @param origin {@code default}, file with line and column, the variable or option that overrides
 *     the file, or {@code an operator}
 */
public record ConfigValue(String key, String value, String origin) {}
