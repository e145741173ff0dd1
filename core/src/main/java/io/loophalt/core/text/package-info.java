/**
 * What texts say, whatever varies in them left out: failures, verbs of tools, waiting, and scanners
 * of the variable parts. The words come from the files in {@code src/main/languages}.
 *
 * <p>Pure functions over text; nothing here knows runs or detectors.
 */
@NullMarked
package io.loophalt.core.text;

import org.jspecify.annotations.NullMarked;
