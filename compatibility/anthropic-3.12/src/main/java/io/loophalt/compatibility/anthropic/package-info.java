/** Agents on Anthropic's SDK that have never heard of Loophalt. */
@NullMarked
package io.loophalt.compatibility.anthropic;

import org.jspecify.annotations.NullMarked;
