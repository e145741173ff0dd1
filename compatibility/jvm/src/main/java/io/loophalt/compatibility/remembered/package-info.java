/** An agent that runs into the same loop each time that it is started. */
@NullMarked
package io.loophalt.compatibility.remembered;

import org.jspecify.annotations.NullMarked;
