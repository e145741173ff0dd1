/** Support for Google's Gen AI SDK. */
@NullMarked
package io.loophalt.frameworks.genai;

import org.jspecify.annotations.NullMarked;
