/** Agents whose loops are written by hand and have never heard of Loophalt. */
@NullMarked
package io.loophalt.compatibility.handwritten;

import org.jspecify.annotations.NullMarked;
