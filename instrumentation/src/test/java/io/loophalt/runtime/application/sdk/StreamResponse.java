package io.loophalt.runtime.application.sdk;

import java.util.stream.Stream;

/** An answer in pieces. */
public interface StreamResponse<T> extends AutoCloseable {

  /** The pieces. */
  Stream<T> stream();

  @Override
  void close();
}
