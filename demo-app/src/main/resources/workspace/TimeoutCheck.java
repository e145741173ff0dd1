/** Payments can take a minute: the client must wait that long. */
final class TimeoutCheck {
  static void run() {
    long seconds = new PaymentClient().timeout().toSeconds();
    if (seconds != 60) {
      throw new AssertionError("expected a timeout of 60 s but was " + seconds + " s");
    }
  }
}
