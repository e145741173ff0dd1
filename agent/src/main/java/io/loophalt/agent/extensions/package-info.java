/**
 * Finds extensions: our own by an index that the build writes, and users' in the jars that the
 * configuration names. What is done with them is said elsewhere.
 */
@NullMarked
package io.loophalt.agent.extensions;

import org.jspecify.annotations.NullMarked;
