/**
 * What must be true of every framework, and the plays of its application that tell: alone, under
 * the agent, watched, and steered by a person.
 */
@NullMarked
package io.loophalt.compatibility.harness.contract;

import org.jspecify.annotations.NullMarked;
