/**
 * The console: one page, served by the command line's process, that shows the runs of several JVMs
 * and steers them through {@link io.loophalt.operations.control}. No class of it is loaded in a JVM
 * that is watched.
 *
 * <p>A {@link io.loophalt.operations.console.WatchedJvm} asks its JVM what has changed; the {@link
 * io.loophalt.operations.console.Board} keeps what is known; each page is sent what is new to it.
 * Texts of agents become printable when they come onto the board, and the page shows them as text.
 */
@NullMarked
package io.loophalt.operations.console;

import org.jspecify.annotations.NullMarked;
