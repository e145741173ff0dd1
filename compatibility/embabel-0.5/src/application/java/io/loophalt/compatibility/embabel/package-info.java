/** Agents on Embabel that have never heard of Loophalt. */
@NullMarked
package io.loophalt.compatibility.embabel;

import org.jspecify.annotations.NullMarked;
