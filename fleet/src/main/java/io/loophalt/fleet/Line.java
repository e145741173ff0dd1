package io.loophalt.fleet;

/**
 * What the job has to say, for whoever takes it.
 *
 * @param kind what it is
 * @param text one line, without its line feed
 */
public record Line(Kind kind, String text) {

  /** What a line is. */
  public enum Kind {
    /** A run is over: an object as {@code replay --json} prints it. */
    RUN,
    /** Something happened in a run: an object as Loophalt's event log has it. */
    EVENT,
    /**
     * A run that a store may know is to be halted there, see {@link
     * io.loophalt.fleet.delivery.HaltOrder}.
     */
    HALT,
    /** Somebody is to hear of it: the body of a post. */
    POST,
    /** Something could not be read, or not fully: a sentence for a person. */
    NOTICE,
    /** A line or a file was broken and was skipped: the same. */
    BROKEN
  }

  /** A line that may end in a line feed, which is left out. */
  static Line of(Kind kind, String text) {
    return new Line(kind, text.endsWith("\n") ? text.substring(0, text.length() - 1) : text);
  }
}
