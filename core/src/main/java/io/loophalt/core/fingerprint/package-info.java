/**
 * Digests of the dimensions of a step: canonical form of arguments, files touched.
 *
 * <p>Pure functions over text and finished digests; nothing here knows runs, detectors or the
 * objects of an application.
 */
@NullMarked
package io.loophalt.core.fingerprint;

import org.jspecify.annotations.NullMarked;
