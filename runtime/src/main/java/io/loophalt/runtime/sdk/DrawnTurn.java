package io.loophalt.runtime.sdk;

import io.loophalt.extension.sdk.DrawnAnswer;
import io.loophalt.runtime.async.GuardedWork;
import io.loophalt.runtime.model.ModelCallHandler.TurnWork;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import java.util.Iterator;

/**
 * Tells the turn of each piece of a streamed answer that its user draws from an iterator, and of
 * the end.
 */
final class DrawnTurn implements DrawnAnswer {

  private final TurnWork turn;
  private final GuardedWork guarded;

  DrawnTurn(TurnWork turn, InternalErrorBreaker failures) {
    this.turn = turn;
    this.guarded = new GuardedWork(turn, failures);
    turn.isDrawn();
  }

  @Override
  public Iterator<Object> through(Iterator<?> pieces) {
    return new Drawn(pieces, guarded);
  }

  @Override
  public void fromTheBeginning() {
    turn.forget();
  }

  /** The stream is closed by a call of its user's; a halt stays: the next model call throws it. */
  void closed() {
    guarded.endInside();
  }

  private record Drawn(Iterator<?> source, GuardedWork turn) implements Iterator<Object> {

    @Override
    public boolean hasNext() {
      boolean more;
      try {
        more = source.hasNext();
      } catch (RuntimeException | Error broken) {
        throw SdkStreams.<RuntimeException>atEnd(turn, broken);
      }
      Throwable halt = more ? null : turn.end(null);
      if (halt != null) {
        throw SdkStreams.<RuntimeException>unchecked(halt);
      }
      return more;
    }

    @Override
    public Object next() {
      Object piece;
      try {
        piece = source.next();
      } catch (RuntimeException | Error broken) {
        throw SdkStreams.<RuntimeException>atEnd(turn, broken);
      }
      turn.value(piece);
      return piece;
    }

    @Override
    public void remove() {
      source.remove();
    }
  }
}
