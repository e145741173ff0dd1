/** Settings of the payment client. */
final class ClientConfig {
  static final int TIMEOUT_SECONDS = 30;
}
