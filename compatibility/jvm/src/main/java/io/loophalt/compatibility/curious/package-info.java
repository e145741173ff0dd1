/** An application that looks around in its own JVM. */
@NullMarked
package io.loophalt.compatibility.curious;

import org.jspecify.annotations.NullMarked;
