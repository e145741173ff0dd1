/**
 * For the tests of applications that use Loophalt: opens runs of the library for a test, and says
 * of a run whether it was nudged or halted, where and by what.
 *
 * <p>Nothing here is for production code, or for the tests of Loophalt itself.
 */
@NullMarked
package io.loophalt.test;

import org.jspecify.annotations.NullMarked;
