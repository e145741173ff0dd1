/**
 * Starts tiny applications with and without the real agent, in this JVM or in one of their own, and
 * collects what they say. Knows nothing of what the agent should do: that is in the tests above.
 */
@NullMarked
package io.loophalt.compatibility.harness;

import org.jspecify.annotations.NullMarked;
