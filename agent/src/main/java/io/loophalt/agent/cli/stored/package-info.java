/** The runs of a store, as a person sees and steers those of a JVM. */
@NullMarked
package io.loophalt.agent.cli.stored;

import org.jspecify.annotations.NullMarked;
