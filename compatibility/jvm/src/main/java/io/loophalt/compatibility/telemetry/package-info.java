/** Agents whose applications have a tracing and a metrics library of their own. */
@NullMarked
package io.loophalt.compatibility.telemetry;

import org.jspecify.annotations.NullMarked;
