/** Small applications that tests run under the agent; they know nothing of it but its API. */
@NullMarked
package io.loophalt.runtime.application;

import org.jspecify.annotations.NullMarked;
