/** An application's own tests, in a JVM with the agent. */
@NullMarked
package io.loophalt.compatibility.tests;

import org.jspecify.annotations.NullMarked;
