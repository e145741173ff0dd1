/** Tools of which somebody has to say what no detector could know. */
@NullMarked
package io.loophalt.compatibility.declared;

import org.jspecify.annotations.NullMarked;
