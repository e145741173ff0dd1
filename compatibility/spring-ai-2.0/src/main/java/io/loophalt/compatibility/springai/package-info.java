/** Agents on Spring AI that have never heard of Loophalt. */
@NullMarked
package io.loophalt.compatibility.springai;

import org.jspecify.annotations.NullMarked;
