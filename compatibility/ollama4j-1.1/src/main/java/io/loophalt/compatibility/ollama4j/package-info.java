/** Agents on Ollama4j that have never heard of Loophalt. */
@NullMarked
package io.loophalt.compatibility.ollama4j;

import org.jspecify.annotations.NullMarked;
