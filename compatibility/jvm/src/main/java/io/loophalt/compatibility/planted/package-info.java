/** Arguments and results that fail whoever looks at them. */
@NullMarked
package io.loophalt.compatibility.planted;

import org.jspecify.annotations.NullMarked;
