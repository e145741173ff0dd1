package io.loophalt.test;

import io.loophalt.core.RunRecord;

/** Not thrown: added to the failure of a test, it shows what was found in a run of that test. */
final class RunOfFailedTest extends RuntimeException {

  private static final long serialVersionUID = 1L;

  RunOfFailedTest(RunRecord record) {
    super(RunHistory.of(record), null, false, false);
  }
}
