/**
 * The detectors of the preset {@code standard}, and those that are there for whoever configures
 * them.
 */
@NullMarked
package io.loophalt.core.detect.standard;

import org.jspecify.annotations.NullMarked;
