package io.loophalt.extension.sdk;

import java.util.Iterator;

/**
 * A streamed answer whose user draws its pieces from an iterator: the turn hears of each piece that
 * is drawn, and of the end. Made by the agent. A halt is thrown where the iterator would have
 * ended.
 */
public interface DrawnAnswer {

  /** The same pieces. */
  Iterator<Object> through(Iterator<?> pieces);

  /** What has come of the answer will be drawn again. */
  void fromTheBeginning();
}
