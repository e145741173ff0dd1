/** A loop written by hand that says itself what the agent cannot see. */
@NullMarked
package io.loophalt.compatibility.reported;

import org.jspecify.annotations.NullMarked;
