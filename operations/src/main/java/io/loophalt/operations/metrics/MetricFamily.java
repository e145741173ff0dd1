package io.loophalt.operations.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A metric at one moment, for whatever system it is told.
 *
 * @param name its name by OpenTelemetry's conventions, such as {@code loophalt.runs}
 * @param unit its unit by the same: {@code s} for seconds, in braces what is counted, empty for
 *     none
 * @param help what it means, one sentence
 * @param kind how its values move
 * @param labels the names of its labels, with dots
 * @param points its values by those of the labels
 */
record MetricFamily(
    String name,
    String unit,
    String help,
    Kind kind,
    List<String> labels,
    Map<List<String>, Double> points) {

  /** Of times. */
  static final String SECONDS = "s";

  /** How values move. */
  enum Kind {
    /** They never fall. */
    COUNTER,
    /** They rise and fall. */
    GAUGE,
    /** They are 1, and what is told are the labels. */
    INFO
  }

  /** Its name where there are only counters and gauges. */
  String plainName() {
    return kind == Kind.INFO ? name + ".info" : name;
  }

  /** Its name in the form of Prometheus, without what says of which kind it is. */
  String prometheusName() {
    return underscored(unit.equals(SECONDS) ? name + ".seconds" : name);
  }

  /** The names of its labels in the form of Prometheus. */
  List<String> prometheusLabels() {
    List<String> all = new ArrayList<>();
    for (String label : labels) {
      all.add(underscored(label));
    }
    return all;
  }

  private static String underscored(String name) {
    return name.replace('.', '_');
  }
}
