/** An agent whose calls are looked at one by one, from outside. */
@NullMarked
package io.loophalt.compatibility.onecall;

import org.jspecify.annotations.NullMarked;
