/**
 * What leaves the job for places that may be away: halts for the store, posts for a webhook. What
 * they have not taken yet is a part of checkpoints.
 */
@NullMarked
package io.loophalt.fleet.delivery;

import org.jspecify.annotations.NullMarked;
