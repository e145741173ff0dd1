import java.time.Duration;

/** Talks to the payment provider. */
final class PaymentClient {
  Duration timeout() {
    return HttpDefaults.effective(Duration.ofSeconds(ClientConfig.TIMEOUT_SECONDS));
  }
}
