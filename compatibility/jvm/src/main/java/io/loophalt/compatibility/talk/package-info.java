/** Loops written by hand that show what they say to their models. */
@NullMarked
package io.loophalt.compatibility.talk;

import org.jspecify.annotations.NullMarked;
