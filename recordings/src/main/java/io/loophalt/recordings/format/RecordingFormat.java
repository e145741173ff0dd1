package io.loophalt.recordings.format;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import io.loophalt.recordings.RunSink;
import java.io.IOException;

/** One way in which agents' runs are written down. Stateless. */
interface RecordingFormat {

  /** What a person calls it. */
  String name();

  /**
   * Whether a top-level value of a file is of this format.
   *
   * @param value the beginning of the value: what is missing was cut off
   */
  boolean recognizes(JsonNode value);

  /**
   * Whether a file {@code FILE.1} is the earlier part of {@code FILE}, and its runs go on there.
   */
  default boolean isRotated() {
    return false;
  }

  /** Whether each value of a file is a run of its own, so that they can be read in any order. */
  default boolean valuesAreRuns() {
    return false;
  }

  /** Begins to read one file. */
  Reading open(Source source, RunSink sink);

  /** The reading of one file. */
  interface Reading {

    /**
     * Reads the next top-level value of the file.
     *
     * @param parser stands at the value's first token
     * @param number of the value in the file, from 1: of its line where each has one of its own
     * @throws IOException if the value is broken; what was read of it so far stays read
     */
    void value(JsonParser parser, long number) throws IOException;

    /** The file is over: runs that are still open end. Does nothing where each value is a run. */
    default void end() {}
  }

  /**
   * The file that is read.
   *
   * @param name its name, for ids of runs that have none and for messages
   * @param problems where to report what could not be read
   */
  record Source(String name, Problems problems) {

    /**
     * An id for a run that has none: the file's name without folders and endings, and the number of
     * the value in the file unless it is the first.
     */
    String runId(long number) {
      return number == 1 ? runId() : runId() + '#' + number;
    }

    /** The file's name without folders and endings. */
    String runId() {
      String last = name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
      int dot = last.indexOf('.', 1);
      return dot < 0 ? last : last.substring(0, dot);
    }
  }
}
