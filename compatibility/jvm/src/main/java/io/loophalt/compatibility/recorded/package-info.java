/** An agent in whose life everything happens that a record has a place for. */
@NullMarked
package io.loophalt.compatibility.recorded;

import org.jspecify.annotations.NullMarked;
