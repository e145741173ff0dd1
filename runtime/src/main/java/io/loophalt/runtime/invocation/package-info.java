/**
 * One intercepted call, how calls nest on a thread, and the table of call sites that woven code
 * refers to.
 *
 * <p>What a call means is not decided here: an {@link io.loophalt.runtime.invocation.Interceptor}
 * does that.
 */
@NullMarked
package io.loophalt.runtime.invocation;

import org.jspecify.annotations.NullMarked;
