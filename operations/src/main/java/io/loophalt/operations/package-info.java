/**
 * What people see of runs: the event log. Hears what the engine tells, and tells it nothing; what
 * is judged does not belong here.
 */
@NullMarked
package io.loophalt.operations;

import org.jspecify.annotations.NullMarked;
