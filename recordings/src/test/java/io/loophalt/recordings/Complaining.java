package io.loophalt.recordings;

import io.loophalt.recordings.format.Problems;

/** For recordings in which nothing is wrong. */
final class Complaining implements Problems {

  @Override
  public void broken(String file, long line, String what) {
    throw new AssertionError(file + ":" + line + ": " + what);
  }

  @Override
  public void notice(String file, String what) {
    throw new AssertionError(file + ": " + what);
  }
}
