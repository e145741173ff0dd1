package io.loophalt.agent.cli;

/** Nobody reads the output any more, so there is no point in going on. */
final class ReaderGoneException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  ReaderGoneException() {
    super("the output was closed", null, false, false);
  }
}
