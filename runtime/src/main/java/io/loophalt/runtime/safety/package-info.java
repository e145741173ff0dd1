/**
 * What keeps the application whole when the agent errs: whose exception it is, the breaker that
 * switches a failing part off, and the one way to say so on standard error.
 */
@NullMarked
package io.loophalt.runtime.safety;

import org.jspecify.annotations.NullMarked;
