import java.time.Duration;

/** What the platform team ships: every outgoing call passes through here. */
final class HttpDefaults {
  static Duration effective(Duration requested) {
    Duration limit = Duration.ofSeconds(30);
    return requested.compareTo(limit) < 0 ? requested : limit;
  }
}
