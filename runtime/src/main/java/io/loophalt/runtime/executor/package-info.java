/**
 * The run that goes with a task of an executor. Nothing here is loaded unless {@code
 * weave.executors} is on, and none of it says which executors there are.
 */
@NullMarked
package io.loophalt.runtime.executor;

import org.jspecify.annotations.NullMarked;
