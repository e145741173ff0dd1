package io.loophalt.recordings.score;

import io.loophalt.recordings.RunReport;

/** Counts what presets do to the same runs, and tells it when all of them are judged. */
public interface Scores {

  /** A preset has judged a run. The presets take a run in the same order, each once. */
  void accept(String preset, RunReport run);

  /** All runs are judged: prints one table for a person. */
  void printText();

  /** All runs are judged: prints one JSON object a preset, on a line of its own. */
  void printJson();
}
