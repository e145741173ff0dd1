/** Workers of which the tests make several JVMs. */
@NullMarked
package io.loophalt.compatibility.looped;

import org.jspecify.annotations.NullMarked;
