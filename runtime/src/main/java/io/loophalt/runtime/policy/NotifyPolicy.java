package io.loophalt.runtime.policy;

import java.net.URI;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * To whom it is posted what happens to runs.
 *
 * @param url of a webhook, {@code http} or {@code https}; its path may be a secret
 * @param secret with which posts are signed; null if they are not
 * @param kinds what is posted; not empty
 * @param timeout how long one try may take
 * @param perMinute how many posts there are in a minute at most; further ones wait
 * @param queueLength how many may wait before further ones are counted and dropped
 */
public record NotifyPolicy(
    URI url,
    @Nullable WebhookSecret secret,
    Set<Kind> kinds,
    Duration timeout,
    int perMinute,
    int queueLength) {

  /** What can be posted. */
  public enum Kind {
    /** A run is halted. */
    HALT,
    /** A halted run waits for a person. */
    WAITING,
    /** A run is escalated, or its model is nudged again. */
    ESCALATION,
    /** A budget of many runs is spent. */
    BUDGET
  }

  /** How long one try may take if nobody says how long. */
  public static final Duration TIMEOUT = Duration.ofSeconds(10);

  /** How many posts there are in a minute if nobody says how many. */
  public static final int PER_MINUTE = 60;

  /** How many may wait if nobody says how many. */
  public static final int QUEUE_LENGTH = 256;

  /** Copies the set. */
  public NotifyPolicy {
    kinds = Set.copyOf(kinds);
  }

  /** All that can be posted. */
  public static Set<Kind> all() {
    return EnumSet.allOf(Kind.class);
  }

  /** Where it is, without what may be a secret: {@code https://hooks.example.com}. */
  public static String shown(URI url) {
    return url.getScheme() + "://" + url.getHost() + (url.getPort() < 0 ? "" : ":" + url.getPort());
  }

  @Override
  public String toString() {
    return "notifications to " + shown(url);
  }
}
