package io.loophalt.agent.cli;

/**
 * How an agent that was brought in by {@code attach} tells it that it refuses to start.
 *
 * <p>An attach fails by an exception alone, which the JVM prints with a stack trace and assertions
 * of its own on the application's standard error. So this command asks for a system property that
 * it reads over the same connection. Tools that do not ask, such as {@code jcmd}, get the
 * exception.
 */
public final class AttachReply {

  /** Stands before the agent's options and asks for the property. */
  public static final String REQUEST = "reply,";

  /** Why the agent refused to start; not there if it did start. */
  public static final String PROPERTY = "loophalt.attach.refusal";

  private AttachReply() {}
}
