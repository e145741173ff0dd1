/**
 * Detectors that reproduce the loop detection of known systems, and the presets that combine them.
 *
 * <p>Each follows its source as it was observed or published, quirks included; {@code
 * docs/presets.md} says where the two differ. What is new in Loophalt belongs in the package above.
 */
@NullMarked
package io.loophalt.presets;

import org.jspecify.annotations.NullMarked;
