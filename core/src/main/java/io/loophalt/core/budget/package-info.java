/**
 * What many runs may use together: the budgets of a JVM, which model calls count against them, and
 * when a spent one opens again.
 *
 * <p>Knows neither runs nor threads; the clock is given.
 */
@NullMarked
package io.loophalt.core.budget;

import org.jspecify.annotations.NullMarked;
