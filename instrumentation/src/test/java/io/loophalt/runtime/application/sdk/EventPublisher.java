package io.loophalt.runtime.application.sdk;

import java.util.function.Consumer;
import java.util.function.Function;

/** The events of one answer, for a subscriber. */
public interface EventPublisher {

  /** Tells a subscriber of all events. */
  void subscribe(Consumer<Object> subscriber);

  /** What becomes of each event. */
  default EventPublisher map(Function<Object, Object> mapper) {
    return subscriber -> subscribe(event -> subscriber.accept(mapper.apply(event)));
  }
}
