package io.loophalt.operations.metrics;

import java.util.List;
import java.util.Map;

/**
 * A metric at one moment, for whatever system it is told.
 *
 * @param name its name in the form of Prometheus, without what says of which kind it is, such as
 *     {@code loophalt_runs}
 * @param help what it means, one sentence
 * @param kind how its values move
 * @param labels the names of its labels
 * @param points its values by those of the labels
 */
record MetricFamily(
    String name, String help, Kind kind, List<String> labels, Map<List<String>, Double> points) {

  /** How values move. */
  enum Kind {
    /** They never fall. */
    COUNTER,
    /** They rise and fall. */
    GAUGE,
    /** They are 1, and what is told are the labels. */
    INFO
  }
}
