/** Agents on OpenAI's SDK that have never heard of Loophalt. */
@NullMarked
package io.loophalt.compatibility.openai;

import org.jspecify.annotations.NullMarked;
