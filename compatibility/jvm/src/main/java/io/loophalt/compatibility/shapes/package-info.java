/** Tool methods of every shape the language has. */
@NullMarked
package io.loophalt.compatibility.shapes;

import org.jspecify.annotations.NullMarked;
