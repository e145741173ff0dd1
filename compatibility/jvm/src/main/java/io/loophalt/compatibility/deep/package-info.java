/** A tool whose class is first loaded where the stack has almost no room left. */
@NullMarked
package io.loophalt.compatibility.deep;

import org.jspecify.annotations.NullMarked;
