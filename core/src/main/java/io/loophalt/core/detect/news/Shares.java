package io.loophalt.core.detect.news;

import io.loophalt.core.fingerprint.DigestList;
import io.loophalt.core.state.ShortDigests;
import io.loophalt.core.state.SmallNumbers;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * How much is done, at most, of what the latest calls were told in words of a failure: {@code
 * 152/480 frames, errors 1}. A status that grows towards its end is progress, though it tells of
 * the same errors each time. There is one from the first of them on.
 *
 * <p>What the turn at hand is told counts from its end on; of its calls one is remembered,
 * whichever ended first. Not thread-safe; constant bounds.
 */
final class Shares {

  private static final int CALLS = 4;

  // The one that was told last stands at the end.
  private final DigestList calls = new DigestList(CALLS);
  private final DigestList most = new DigestList(CALLS);

  // Of the turn at hand; 0 for none.
  private int callNow;
  private int shareNow;

  /**
   * Takes what a call was told.
   *
   * @param share see {@link io.loophalt.core.text.Measures#shareIn}
   * @return whether it is more than the call was ever told
   */
  boolean grows(int call, int share) {
    int named = call | 1;
    if (callNow == 0 || named < callNow || (named == callNow && share > shareNow)) {
      callNow = named;
      shareNow = share;
    }
    int at = placeOf(named);
    return at >= 0 && share > most.get(at);
  }

  private int placeOf(int call) {
    for (int at = 0; at < calls.size(); at++) {
      if (calls.get(at) == call) {
        return at;
      }
    }
    return -1;
  }

  /** The turn is over. */
  void endTurn() {
    if (callNow == 0) {
      return;
    }
    int at = placeOf(callNow);
    if (at >= 0) {
      most.set(at, Math.max(most.get(at), shareNow));
    } else {
      if (calls.isFull()) {
        calls.removeFirst();
        most.removeFirst();
      }
      calls.add(callNow);
      most.add(shareNow);
    }
    callNow = 0;
  }

  void save(DataOutput out) throws IOException {
    ShortDigests.write(out, calls);
    for (int i = 0; i < most.size(); i++) {
      SmallNumbers.write(out, most.get(i));
    }
    ShortDigests.write(out, callNow);
    SmallNumbers.write(out, shareNow);
  }

  void restore(DataInput in) throws IOException {
    ShortDigests.read(in, calls, CALLS);
    for (int i = 0; i < calls.size(); i++) {
      most.add(SmallNumbers.readInt(in));
    }
    callNow = ShortDigests.read(in);
    shareNow = SmallNumbers.readInt(in);
  }
}
