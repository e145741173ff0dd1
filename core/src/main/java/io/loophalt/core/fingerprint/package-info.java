/**
 * Digests of the dimensions of a step: canonical form of arguments, error normalisation, files
 * touched.
 *
 * <p>Pure functions over values; nothing here knows runs or detectors.
 */
@NullMarked
package io.loophalt.core.fingerprint;

import org.jspecify.annotations.NullMarked;
