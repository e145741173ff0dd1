/** The keys of the configuration file, one class for each of its sections. */
@NullMarked
package io.loophalt.configuration.keys;

import org.jspecify.annotations.NullMarked;
