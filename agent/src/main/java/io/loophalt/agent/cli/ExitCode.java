package io.loophalt.agent.cli;

/** The exit codes of all commands. */
final class ExitCode {

  /** All went well. */
  static final int OK = 0;

  /** Done, but some of the input was broken and skipped. */
  static final int BROKEN_INPUT = 1;

  /** A JVM was reached, and refused: there is no such run, or what is asked cannot be done. */
  static final int REFUSED = 1;

  /** No guarded JVM could be reached. */
  static final int NOT_REACHED = 3;

  /** The command line or the configuration is wrong; nothing was done. */
  static final int USAGE = 2;

  /**
   * Who read the output has gone, as in {@code | head}: 128 and the number of SIGPIPE. Or it cannot
   * be written, as on a full disk, which a line says.
   */
  static final int READER_GONE = 141;

  private ExitCode() {}
}
