/**
 * Posts what a person should know of runs to a webhook, on a thread of its own. Nothing of it is
 * loaded unless that is configured.
 */
@NullMarked
package io.loophalt.operations.notify;

import org.jspecify.annotations.NullMarked;
