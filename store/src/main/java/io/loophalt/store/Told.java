package io.loophalt.store;

import io.loophalt.store.link.ServerHistory;
import org.jspecify.annotations.Nullable;

/**
 * What came of a call.
 *
 * @param generation in which it was
 * @param state what the state is called
 * @param happened how often something was judged until then, by whomever
 * @param alone how often by this process alone
 * @param isHalted whether it is halted
 * @param isNews whether all others are told that it is, or is no more
 * @param takesOver whether the time when it began is to be that of this process
 * @param isOfCall whether it came of a call that could wait
 * @param history of the server that is told; null if that is not known
 */
@SuppressWarnings("ArrayRecordComponent") // a name, never compared here
record Told(
    Generation generation,
    byte[] state,
    long happened,
    long alone,
    boolean isHalted,
    boolean isNews,
    boolean takesOver,
    boolean isOfCall,
    @Nullable ServerHistory history) {}
