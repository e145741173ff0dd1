package io.loophalt.operations.report;

import java.util.List;

/**
 * What is written, as a page or as JSON.
 *
 * @param numbers of all runs
 * @param dearestFirst halted runs whose story is told
 * @param haltedInAll how many runs were halted or would be
 * @param broken lines or files that could not be read
 * @param version of Loophalt
 * @param madeMillis when, in milliseconds since 1970
 */
record ReportResult(
    ReportNumbers numbers,
    List<ReportedRun> dearestFirst,
    long haltedInAll,
    long broken,
    String version,
    long madeMillis) {}
