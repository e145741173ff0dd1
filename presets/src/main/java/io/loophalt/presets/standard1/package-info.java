/**
 * The standard preset as it was in its first version, {@code standard@1}: for those who want an
 * upgrade to change no verdict. Its verdicts on all scenarios and recorded runs are held by a file.
 */
@NullMarked
package io.loophalt.presets.standard1;

import org.jspecify.annotations.NullMarked;
