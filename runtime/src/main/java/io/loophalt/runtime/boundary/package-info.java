/** Where runs begin, end, and change threads. */
@NullMarked
package io.loophalt.runtime.boundary;

import org.jspecify.annotations.NullMarked;
