/** Model calls: one turn of a run each, whether the answer comes at once, in pieces or later. */
@NullMarked
package io.loophalt.runtime.model;

import org.jspecify.annotations.NullMarked;
