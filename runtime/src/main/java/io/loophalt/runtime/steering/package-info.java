/**
 * What a person outside tells the runs of this JVM before their next call: to wait, to leave a tool
 * alone.
 */
@NullMarked
package io.loophalt.runtime.steering;

import org.jspecify.annotations.NullMarked;
