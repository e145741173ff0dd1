/**
 * A real LangChain4j agent that gets stuck, and the program that runs it without and with Loophalt
 * and compares the two.
 *
 * <p>It uses Loophalt as any application does: the annotations on the class path, the agent on the
 * command line. Nothing here may reach into the agent's own packages.
 */
@NullMarked
package io.loophalt.demo;

import org.jspecify.annotations.NullMarked;
