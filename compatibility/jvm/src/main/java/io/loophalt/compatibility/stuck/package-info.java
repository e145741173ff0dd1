/** An agent that is stuck and was written against Loophalt's annotations. */
@NullMarked
package io.loophalt.compatibility.stuck;

import org.jspecify.annotations.NullMarked;
