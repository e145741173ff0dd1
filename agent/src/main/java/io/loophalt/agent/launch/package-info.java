/**
 * Entry points on the system class path: premain, agentmain, main, and the isolated class loader.
 *
 * <p>The only classes of the agent that an application can see. Nothing here may touch logging, NIO
 * or application classes.
 */
@NullMarked
package io.loophalt.agent.launch;

import org.jspecify.annotations.NullMarked;
