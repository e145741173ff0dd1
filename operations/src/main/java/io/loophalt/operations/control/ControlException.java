package io.loophalt.operations.control;

/** An order that cannot be followed; its message says why, for a person. */
public final class ControlException extends Exception {

  private static final long serialVersionUID = 1L;

  /** Says why. */
  public ControlException(String message) {
    super(message);
  }
}
