package io.loophalt.configuration;

import io.loophalt.PrintableText;
import io.loophalt.configuration.schema.SourceLocation;

/**
 * Something in a valid configuration that cannot do what its author may think.
 *
 * @param place where it stands
 * @param message what it is and why
 * @param isNote whether its author may have meant just that, and there is nothing to mend
 */
public record ConfigFinding(SourceLocation place, String message, boolean isNote) {

  /** One that there is something to mend about. */
  ConfigFinding(SourceLocation place, String message) {
    this(place, message, /* isNote= */ false);
  }

  /** The line a person sees. */
  @Override
  public String toString() {
    return PrintableText.of(place + ": " + message);
  }
}
