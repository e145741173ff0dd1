package io.loophalt.configuration;

import io.loophalt.PrintableText;
import io.loophalt.configuration.schema.SourceLocation;

/**
 * Something in a valid configuration that cannot do what its author may think.
 *
 * @param place where it stands
 * @param message what it is and why
 */
public record ConfigFinding(SourceLocation place, String message) {

  /** The line a person sees. */
  @Override
  public String toString() {
    return PrintableText.of(place + ": " + message);
  }
}
