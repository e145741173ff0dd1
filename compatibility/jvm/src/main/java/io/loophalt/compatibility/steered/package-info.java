/** Runs that a person steers from outside. */
@NullMarked
package io.loophalt.compatibility.steered;

import org.jspecify.annotations.NullMarked;
