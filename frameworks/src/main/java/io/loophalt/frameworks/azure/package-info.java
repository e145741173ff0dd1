/** Support for Azure's SDK for OpenAI. */
@NullMarked
package io.loophalt.frameworks.azure;

import org.jspecify.annotations.NullMarked;
