/** An SDK in the manner of those of OpenAI and Anthropic, and applications that use it. */
@NullMarked
package io.loophalt.runtime.application.sdk;

import org.jspecify.annotations.NullMarked;
