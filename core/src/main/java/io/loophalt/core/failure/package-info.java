/** Errors of ours, and what must be passed on though everything is caught. */
@NullMarked
package io.loophalt.core.failure;

import org.jspecify.annotations.NullMarked;
