package reactor.core.scheduler;

/** What Reactor marks the threads of event loops with, which is known by its name alone. */
public interface NonBlocking {}
