package io.loophalt.runtime.application.sdk;

/** Is given the events of an answer. */
public interface EventHandler {

  /** The events come, perhaps not for the first time. */
  void onEventStream(EventPublisher publisher);

  /** They broke off. */
  void exceptionOccurred(Throwable error);

  /** All have come. */
  void complete();
}
