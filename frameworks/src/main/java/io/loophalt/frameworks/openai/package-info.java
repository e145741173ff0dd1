/** Support for OpenAI's SDK for Java. */
@NullMarked
package io.loophalt.frameworks.openai;

import org.jspecify.annotations.NullMarked;
