/** Agents on Koog that have never heard of Loophalt. */
@NullMarked
package io.loophalt.compatibility.koog;

import org.jspecify.annotations.NullMarked;
