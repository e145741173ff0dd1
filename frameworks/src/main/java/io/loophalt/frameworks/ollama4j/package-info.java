/** Support for Ollama4j. */
@NullMarked
package io.loophalt.frameworks.ollama4j;

import org.jspecify.annotations.NullMarked;
