package io.loophalt.store;

import java.util.Arrays;

/**
 * Which of the runs of one id: each end of one begins the next. The name tells two apart that a
 * server has counted alike, because it has lost its data in between.
 *
 * @param number from 1
 * @param name drawn by who began it
 */
@SuppressWarnings("ArrayRecordComponent") // as it came; compared by the methods below
record Generation(long number, byte[] name) {

  boolean isSame(Generation other) {
    return number == other.number && Arrays.equals(name, other.name);
  }

  /** Of two that are not the same one is later, and each process says the same of them. */
  boolean isLaterThan(Generation other) {
    return number != other.number ? number > other.number : Arrays.compare(name, other.name) > 0;
  }
}
