package io.loophalt.runtime.async;

import io.loophalt.runtime.invocation.StreamScope;
import org.jspecify.annotations.Nullable;

/**
 * What a handler answers when the method has returned a stream that does nothing until somebody
 * subscribes, and does it anew for each subscriber.
 *
 * @param result the stream, of a kind that {@link AsyncResultFollower#knows}
 * @param subscribers is told of each subscriber
 */
public record ColdStream(Object result, Subscribers subscribers) {

  /** Those who subscribe to one stream. */
  @FunctionalInterface
  public interface Subscribers {

    /**
     * The next one has come.
     *
     * @param scope where its own stream belongs; null if it does not say
     * @return the work to tell how its stream goes, a {@link Throwable} with which it is to fail at
     *     once, or null to tell nobody
     */
    @Nullable Object next(@Nullable StreamScope scope);
  }
}
