/**
 * Runs that take as long as they are given: hostile input to everything that reads (fuzz), and a
 * busy application under the real agent (soak). Nothing here is a part of the build's checks but
 * that each still works.
 */
@NullMarked
package io.loophalt.endurance;

import org.jspecify.annotations.NullMarked;
