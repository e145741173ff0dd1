/** An agent whose runs end in each way that a metric tells apart. */
@NullMarked
package io.loophalt.compatibility.metered;

import org.jspecify.annotations.NullMarked;
