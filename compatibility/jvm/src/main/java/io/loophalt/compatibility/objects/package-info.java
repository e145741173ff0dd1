/** Tools that return objects, as the methods of services do. */
@NullMarked
package io.loophalt.compatibility.objects;

import org.jspecify.annotations.NullMarked;
