/**
 * Weaves executors, of the JDK and of libraries, so that runs go with their tasks. Nothing here is
 * loaded unless {@code weave.executors} is on and an agent's first method is woven.
 */
@NullMarked
package io.loophalt.instrumentation.executor;

import org.jspecify.annotations.NullMarked;
