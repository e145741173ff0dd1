/** Agents whose framework calls a provider's SDK. They have never heard of Loophalt. */
@NullMarked
package io.loophalt.compatibility.stacked;

import org.jspecify.annotations.NullMarked;
