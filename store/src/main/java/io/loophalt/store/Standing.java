package io.loophalt.store;

import io.loophalt.store.link.ServerHistory;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a process knew of a run when its state was the one in the store last. Immutable.
 *
 * @param id of that state
 * @param judged how often something was judged until then, by whomever
 * @param alone how often by this process alone
 * @param isHalted whether the run was halted
 * @param history of the server, in which the state was put there; null if that is not known
 * @param nanos when, by {@link System#nanoTime}
 */
@SuppressWarnings("ArrayRecordComponent") // a name, never compared here
record Standing(
    byte[] id, long judged, long alone, boolean isHalted, @Nullable String history, long nanos) {

  /** That of a run of which the store has heard nothing. */
  static final Standing NONE = new Standing(StoredNames.NONE, 0, 0, false, null, 0);

  /** The same, and halted. */
  Standing halted() {
    return new Standing(id, judged, alone, true, history, nanos);
  }

  /** How often something was judged, by whomever, if this process has judged so often alone. */
  long judgedWith(long soOftenAlone) {
    return judged + soOftenAlone - alone;
  }

  /**
   * Whether others take the run for over, if this process was the last that judged a call of it.
   */
  boolean isSilentFor(Duration gap) {
    return Duration.ofNanos(System.nanoTime() - nanos).compareTo(gap) >= 0;
  }

  /** The same, or that the halt is kept no longer. */
  boolean isForgottenBy(Member member) {
    Duration gap = member.gap();
    Duration halt = isHalted ? member.haltedFor() : Duration.ZERO;
    return isSilentFor(halt.compareTo(gap) > 0 ? halt : gap);
  }

  /** Whether the server has maybe lost what others have done since. */
  boolean mayLack(@Nullable ServerHistory there) {
    return there != null && history != null && there.mayLackWhatFollowed(history, nanos);
  }
}
