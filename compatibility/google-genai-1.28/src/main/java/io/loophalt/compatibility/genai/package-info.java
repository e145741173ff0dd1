/** Agents on Google's Gen AI SDK that have never heard of Loophalt. */
@NullMarked
package io.loophalt.compatibility.genai;

import org.jspecify.annotations.NullMarked;
