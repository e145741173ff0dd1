package io.loophalt.runtime.application.sdk;

import java.util.Optional;

/** An answer in pieces, to be subscribed to. */
public interface AsyncStreamResponse<T> extends AutoCloseable {

  /** Hears of the pieces. */
  interface Handler<T> {
    /** The next piece. */
    void onNext(T piece);

    /** No more will come. */
    void onComplete(Optional<Throwable> error);
  }

  /** Begins to tell a handler. */
  AsyncStreamResponse<T> subscribe(Handler<? super T> handler);

  @Override
  void close();
}
