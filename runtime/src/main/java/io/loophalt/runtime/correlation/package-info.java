/** Which run a call belongs to: ids, scopes, conversations, traces and, last, the thread. */
@NullMarked
package io.loophalt.runtime.correlation;

import org.jspecify.annotations.NullMarked;
