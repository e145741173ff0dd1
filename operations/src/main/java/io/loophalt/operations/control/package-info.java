/**
 * See and steer the runs of this JVM from outside: one implementation, reached through a socket
 * file that its owner alone can open, and through JMX. Loaded when the first run begins.
 */
@NullMarked
package io.loophalt.operations.control;

import org.jspecify.annotations.NullMarked;
