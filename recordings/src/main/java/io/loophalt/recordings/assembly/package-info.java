/**
 * What the formats make runs with: turns of replies, calls and results, traces of spans, and the
 * form in which an unfinished run is handed on and gone on with.
 *
 * <p>Nothing that is of one format belongs here, but for the spans that come from elsewhere than
 * files, too.
 */
@NullMarked
package io.loophalt.recordings.assembly;

import org.jspecify.annotations.NullMarked;
