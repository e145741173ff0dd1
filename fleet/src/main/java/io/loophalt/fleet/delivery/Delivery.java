package io.loophalt.fleet.delivery;

import java.io.Serializable;
import org.apache.flink.metrics.MetricGroup;
import org.jspecify.annotations.Nullable;

/** The way to a place outside the job that may be away. Of one thread, but for the end. */
public interface Delivery extends AutoCloseable {

  /** Opens a way on the machine that needs it. */
  interface Opening extends Serializable {

    /** Opens it; the place may be there later. */
    Delivery open(MetricGroup metrics);
  }

  /**
   * Delivers one.
   *
   * @return null if that is done with; else why it has to be tried again, for a person
   */
  @Nullable String deliver(String line) throws Exception;

  /** Whatever is under way ends soon. */
  @Override
  void close();
}
