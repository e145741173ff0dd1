/** Agents on Google ADK that have never heard of Loophalt. */
@NullMarked
package io.loophalt.compatibility.adk;

import org.jspecify.annotations.NullMarked;
