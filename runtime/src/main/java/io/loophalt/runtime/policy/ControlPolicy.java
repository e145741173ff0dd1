package io.loophalt.runtime.policy;

import org.jspecify.annotations.Nullable;

/**
 * Whether a person can see and steer the runs of this JVM from outside.
 *
 * @param enabled whether there is a socket
 * @param folder in which it is; null for that of the user
 */
public record ControlPolicy(boolean enabled, @Nullable String folder) {

  /** In the user's folder. */
  public static final ControlPolicy DEFAULT = new ControlPolicy(true, null);

  /** No socket. */
  public static final ControlPolicy OFF = new ControlPolicy(false, null);
}
