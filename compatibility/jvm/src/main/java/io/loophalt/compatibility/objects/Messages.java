package io.loophalt.compatibility.objects;

/** Messages of a few words, which say ever other things. */
final class Messages {

  private static final String[] MESSAGES = {
    "Add a retry with backoff to the payment client",
    "Write the migration that adds an index on orders",
    "Rename the config key for the cache timeout",
    "Remove the deprecated login endpoint and its tests",
    "Document the webhook signature check in the readme",
    "Upgrade the logging library to the next minor release",
    "Fix the flaky timezone assertion in the report test",
    "Extract the price rounding into a helper",
    "Cache the exchange rates for one hour",
    "Split the invoice template into partials",
    "Add a health check to the worker deployment",
    "Translate the error messages of checkout to German",
    "Drop the unused column from customers",
    "Paginate the audit log endpoint",
    "Validate phone numbers on signup",
    "Send the weekly digest from the queue",
    "Mask card numbers in exported traces",
    "Move feature flags into the database",
    "Sort search hits by relevance then date",
    "Warn when a coupon is about to expire"
  };

  /** How many there are. */
  static final int COUNT = MESSAGES.length;

  private Messages() {}

  /**
   * One of them.
   *
   * @param call from 1 to {@link #COUNT}
   */
  static String of(int call) {
    return MESSAGES[call - 1];
  }
}
