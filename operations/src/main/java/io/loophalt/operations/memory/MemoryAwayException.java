package io.loophalt.operations.memory;

import java.io.IOException;

/** A place of past loops cannot be reached just now; what is learnt meanwhile waits. */
public final class MemoryAwayException extends IOException {

  private static final long serialVersionUID = 1L;

  /** It may be there later. */
  public MemoryAwayException() {
    super("it does not answer");
  }
}
