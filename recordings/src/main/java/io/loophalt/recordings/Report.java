package io.loophalt.recordings;

import java.util.function.Consumer;

/** Tells reports one by one, as they come, and what all of them together say. */
public interface Report extends Consumer<RunReport> {

  /** All runs are told. */
  void end();
}
