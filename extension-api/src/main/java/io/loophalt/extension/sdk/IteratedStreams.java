package io.loophalt.extension.sdk;

import org.jspecify.annotations.Nullable;

/**
 * Streamed answers in a class of an SDK's own, over whose objects their users iterate. The turn is
 * over when they have come to the end, or close the stream.
 */
public interface IteratedStreams {

  /**
   * What is to be returned in place of a stream, so that its pieces are drawn through the answer;
   * null if it is no stream.
   *
   * @throws ReflectiveOperationException if this version of the SDK has other streams
   */
  @Nullable Object inFrontOf(Object returned, DrawnAnswer answer)
      throws ReflectiveOperationException;
}
