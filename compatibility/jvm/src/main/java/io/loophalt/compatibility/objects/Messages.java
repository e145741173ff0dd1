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
    "Warn when a coupon is about to expire",
    "Compress the nightly backup before upload",
    "Show the delivery window on the order page",
    "Let admins merge two duplicate accounts",
    "Round the tax of each invoice line up",
    "Lock a session after five wrong passwords",
    "Import suppliers from a spreadsheet",
    "Print labels in the size of the warehouse",
    "Retire the old search cluster this month",
    "Count page views without cookies",
    "Explain the refund policy in the footer"
  };

  private Messages() {}

  /**
   * One of them.
   *
   * @param call 1 for the first
   */
  static String of(int call) {
    return MESSAGES[(call - 1) % MESSAGES.length];
  }
}
