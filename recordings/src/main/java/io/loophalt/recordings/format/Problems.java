package io.loophalt.recordings.format;

/** Told about what could not be read, or not fully. */
public interface Problems {

  /**
   * A line or a value is broken and was skipped.
   *
   * @param file the file's name
   * @param line 1-based line at which it showed; 0 if it concerns the file as a whole
   * @param what one clause for a person
   */
  void broken(String file, long line, String what);

  /** Something was read, but a reader of the report should know more about it. */
  void notice(String file, String what);
}
