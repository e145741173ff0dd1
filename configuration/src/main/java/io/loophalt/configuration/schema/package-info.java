/**
 * What a configuration file can be made of: keys, types of values, and the error that names line,
 * column and the nearest valid key. Nothing here knows what a key is for.
 */
@NullMarked
package io.loophalt.configuration.schema;

import org.jspecify.annotations.NullMarked;
