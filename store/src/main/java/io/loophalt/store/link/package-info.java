/**
 * The way to the server of a store: one, or those of a cluster, whichever is the master now. Who
 * asks waits no longer than until a deadline, and not at all while the server is away. What is
 * asked is of no interest here.
 */
@NullMarked
package io.loophalt.store.link;

import org.jspecify.annotations.NullMarked;
