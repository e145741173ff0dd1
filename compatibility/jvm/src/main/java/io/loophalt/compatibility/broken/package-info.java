/** Objects of an application's that throw whenever anybody asks them anything. */
@NullMarked
package io.loophalt.compatibility.broken;

import org.jspecify.annotations.NullMarked;
