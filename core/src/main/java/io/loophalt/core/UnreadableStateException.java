package io.loophalt.core;

/**
 * A saved state cannot be gone on from: another version of the library wrote it, other settings
 * were in force, or it is damaged. The message says which.
 */
public final class UnreadableStateException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  UnreadableStateException(String message, Throwable cause) {
    super(message, cause);
  }
}
