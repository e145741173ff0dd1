/** An agent that is stuck and has never heard of Loophalt: no type of it may be used here. */
@NullMarked
package io.loophalt.compatibility.plain;

import org.jspecify.annotations.NullMarked;
