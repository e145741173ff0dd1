/**
 * What an extension says about an agent framework: which of its methods are watched, what each of
 * them is (a tool call, a model call, the boundary of a run), and how its objects are read and
 * changed.
 *
 * <p>An {@link io.loophalt.extension.Extension} is found by {@link java.util.ServiceLoader}. It
 * never compiles against the framework: objects are read by name, because many versions of many
 * copies of it may be loaded. Signatures of this package stay compatible from 0.9.0 on.
 *
 * <p>The interfaces are implemented by extensions and called by the agent, on any thread and on
 * many at once, in the middle of the application's calls: implementations are thread-safe, quick,
 * and keep no reference to what they are given. What they throw is not seen by the application; it
 * is counted, and after a few times the extension's part is switched off with one line that says
 * so.
 */
@NullMarked
package io.loophalt.extension;

import org.jspecify.annotations.NullMarked;
