/**
 * The YAML configuration: reading, checking with line and column, and turning it into policy
 * records.
 */
@NullMarked
package io.loophalt.configuration;

import org.jspecify.annotations.NullMarked;
